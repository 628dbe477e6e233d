import {
  AdminJobs,
  type AdminJob,
  type AdminJobList,
  type JobFilter,
  type JobsLookedFor,
  type RefundedEnd,
} from '../../../core/admin/ports.js';
import { fromUuid, parseId, toUuid, type Id } from '../../../core/ids.js';
import { pageOf } from '../../../core/page.js';
import type { Tx } from '../../../core/ports.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import { JOB_ENDED } from '../cache/notifications.js';
import { Database } from '../client/database.js';
import { JOB, countedJobs, listedJobs, toJob, type AdminJobRow } from './admin-job-row.js';
import { Injectable } from '../../../core/injectable.js';

@Injectable()
export class PostgresAdminJobs extends AdminJobs {
  constructor(private readonly db: Database) {
    super();
  }

  async list(wanted: JobsLookedFor): Promise<AdminJobList> {
    const { before, text, from: since, to, offset = 0, limit } = wanted;
    const place = [before ? toUuid(before) : null, text ?? null, since ?? null, to ?? null, limit + 1, offset];
    const rows = await this.db.reading((from) =>
      from.rows<AdminJobRow & { last_id: string | null }>(listedJobs(wanted), [...valuesOf(wanted), ...place]),
    );
    const last = rows[0]?.last_id;
    const { items, next } = pageOf(rows.filter(({ id }) => id !== null).map(toJob), limit);
    return { items, next: next ?? (last ? fromUuid('job', last) : undefined) };
  }

  async count(filter: JobFilter): Promise<number> {
    const counted = await this.db.reading((from) => from.row<{ total: number }>(countedJobs(filter), valuesOf(filter)));
    return counted?.total ?? 0;
  }

  async find(id: Id<'job'>): Promise<AdminJob | undefined> {
    const row = await this.db.row<AdminJobRow>(`${JOB} where id = $1`, [toUuid(id)]);
    return row && toJob(row);
  }

  async lock(tx: Tx, id: Id<'job'>): Promise<AdminJob | undefined> {
    const row = await this.db.in(tx).row<AdminJobRow>(`${JOB} where id = $1 for update of j`, [toUuid(id)]);
    return row && toJob(row);
  }

  async markRefunded(tx: Tx, id: Id<'job'>): Promise<RefundedEnd> {
    const on = this.db.in(tx);
    const job = await on.row<{ account_id: string; entity_id: string | null; tier: Tier; completed_at: Date }>(
      `with refunded as (
         update jobs set status = 'refunded', completed_at = coalesce(completed_at, now()) where id = $1
         returning id, account_id, tier, completed_at, result ->> 'entityId' as entity_id
       )
       select account_id, entity_id, tier, completed_at, pg_notify('${JOB_ENDED}', id::text) from refunded`,
      [toUuid(id)],
    );
    if (!job) throw new Error(`job ${id} is gone although it is locked`);
    await on.rows('select keep_records_of_jobs(array[$1::uuid])', [toUuid(id)]);
    const entityId = parseId('ent', job.entity_id ?? '');
    const isDeep = entityId !== undefined && job.tier === 'deep';
    return {
      completedAt: job.completed_at,
      deep: isDeep ? { accountId: fromUuid('acc', job.account_id), entityId } : undefined,
    };
  }
}

function valuesOf({ status, jurisdiction, accountId }: JobFilter) {
  return [status ?? null, jurisdiction ?? null, accountId ? toUuid(accountId) : null];
}
