import { firstUuidOf } from '../../../core/ids.js';
import { JobRetention } from '../../../core/verification/ports.js';
import type { Database } from '../client/database.js';

const FORGOTTEN_AT_ONCE = 1_000;

/** Ids of jobs and searches are in the order of time, so that the oldest are found at the beginning of their primary keys. */
export class PostgresJobRetention extends JobRetention {
  constructor(private readonly db: Database) {
    super();
  }

  async purgeBefore(date: Date): Promise<number> {
    const oldest = firstUuidOf(date);
    return this.db.interactive(async (tx) => {
      const gone = await tx.rows<{ retrieval_id: string | null; search_id: string | null }>(
        `delete from jobs where id in (
           select id from jobs j
            where id < $1 and status in ('completed', 'failed', 'refunded') and not exists (select from events where job_id = j.id)
            order by id limit ${FORGOTTEN_AT_ONCE} for update skip locked)
         returning retrieval_id, search_id`,
        [oldest],
      );
      await tx.change(
        `delete from retrievals r where id = any($1::uuid[]) and finished_at is not null
            and not exists (select from jobs where retrieval_id = r.id)`,
        [distinct(gone.map((job) => job.retrieval_id))],
      );
      await tx.change(
        `delete from searches s where id = any($1::uuid[]) and not exists (select from jobs where search_id = s.id)`,
        [distinct(gone.map((job) => job.search_id))],
      );
      const searches = await tx.change(
        `delete from searches where id in (
           select id from searches where id < $1 and known is not null order by id limit ${FORGOTTEN_AT_ONCE} for update skip locked)`,
        [oldest],
      );
      return gone.length + searches;
    });
  }
}

function distinct(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
