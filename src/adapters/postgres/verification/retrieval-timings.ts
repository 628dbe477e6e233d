import type { Retrieval } from '../../../core/verification/retrieval-claim.js';
import type { Database } from '../client/database.js';

/** Recent enough to show the present, and enough that one slow answer matters little. */
const LATEST = 20;

export async function expectedSeconds(
  db: Database,
  { kind, jurisdiction, tier }: Pick<Retrieval, 'kind' | 'jurisdiction' | 'tier'>,
): Promise<number | undefined> {
  const row = await db.row<{ seconds: number | null }>(
    `with latest as (
         select extract(epoch from finished_at - created_at) as seconds from retrievals
          where jurisdiction = $1 and kind = $2 and tier = $3 and finished_at > now() - interval '1 day'
          order by finished_at desc limit ${LATEST}
       )
       select greatest(
         (select percentile_cont(0.5) within group (order by seconds) from latest),
         (select extract(epoch from now() - min(created_at)) from retrievals
           where jurisdiction = $1 and finished_at is null and attempts = 0)
       )::float8 as seconds`,
    [jurisdiction, kind, tier],
  );
  return row?.seconds ?? undefined;
}
