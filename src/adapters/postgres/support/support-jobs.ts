import { SupportJobs, type JobFilter, type SupportJob } from '../../../core/admin/ports.js';
import { fromUuid, parseId, toUuid, type Id } from '../../../core/ids.js';
import type { Page, Paged } from '../../../core/page.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import type { JobStatus } from '../../../core/verification/job.js';
import type { Tx } from '../../../core/ports.js';
import type { Database } from '../client/database.js';
import type { Statements } from '../client/statements.js';
import { JOB_ENDED } from '../cache/channels.js';

interface Row {
  id: string;
  account_id: string;
  status: JobStatus;
  entity_name: string;
  jurisdiction: string;
  tier: Tier;
  amount_credits: number;
  refunded: boolean;
  error: string | null;
  created_at: Date;
  completed_at: Date | null;
}

const JOB = `select id, account_id, status, entity_name, jurisdiction, tier, amount_credits, result ->> 'error' as error, created_at, completed_at,
  exists (select from ledger_entries e where e.job_id = j.id and e.type = 'refund') as refunded from jobs j`;
const FILTER = `where ($1::text is null or status = $1) and ($2::text is null or jurisdiction = $2) and ($3::uuid is null or account_id = $3)`;

export class PostgresSupportJobs extends SupportJobs {
  constructor(private readonly db: Database) {
    super();
  }

  async page({ status, jurisdiction, accountId }: JobFilter, { limit, offset }: Page): Promise<Paged<SupportJob>> {
    const filter = [status ?? null, jurisdiction ?? null, accountId ? toUuid(accountId) : null];
    const rows = await this.db.rows<Row>(`${JOB} ${FILTER} order by id desc limit $4 offset $5`, [
      ...filter,
      limit,
      offset,
    ]);
    const count = await this.db.row<{ total: number }>(`select count(*)::int as total from jobs ${FILTER}`, filter);
    return { items: rows.map(toJob), total: count?.total ?? 0 };
  }

  async find(id: Id<'job'>): Promise<SupportJob | undefined> {
    const row = await this.db.row<Row>(`${JOB} where id = $1`, [toUuid(id)]);
    return row && toJob(row);
  }

  async lock(tx: Tx, id: Id<'job'>): Promise<SupportJob | undefined> {
    const row = await this.db.in(tx).row<Row>(`${JOB} where id = $1 for update of j`, [toUuid(id)]);
    return row && toJob(row);
  }

  async markRefunded(tx: Tx, id: Id<'job'>): Promise<void> {
    const on = this.db.in(tx);
    const job = await on.row<{ account_id: string; entity_id: string | null; tier: Tier }>(
      `with refunded as (
         update jobs set status = 'refunded', completed_at = coalesce(completed_at, now()) where id = $1
         returning id, account_id, tier, result ->> 'entityId' as entity_id
       )
       select account_id, entity_id, tier, pg_notify('${JOB_ENDED}', id::text) from refunded`,
      [toUuid(id)],
    );
    const entityId = parseId('ent', job?.entity_id ?? '');
    if (job && entityId && job.tier === 'deep') await this.lowerTier(on, job.account_id, entityId);
  }

  /**
   * What an account may see of an entity falls with the refund, unless it has paid for the deep tier by another job or a known answer. Entries from
   * before 0100 do not say for which entity: they may have been for this one.
   */
  private async lowerTier(on: Statements, account: string, entityId: Id<'ent'>): Promise<void> {
    await on.change(
      `update entity_askers a set tier = 'quick'
        where a.account_id = $1 and a.entity_id = $2 and a.tier = 'deep'
          and not exists (
            select from jobs j where j.account_id = $1 and j.status = 'completed' and j.tier = 'deep' and j.result ->> 'entityId' = $3)
          and not exists (
            select from ledger_entries e where e.account_id = $1 and e.type = 'charge' and e.job_id is null
              and (e.entity_id = $2 or (e.entity_id is null and e.entity_name is null))
              and e.operation in ('verify_deep', 'verify_deep_force_refresh'))`,
      [account, toUuid(entityId), entityId],
    );
  }
}

function toJob(row: Row): SupportJob {
  return {
    id: fromUuid('job', row.id),
    accountId: fromUuid('acc', row.account_id),
    status: row.status,
    entityName: row.entity_name,
    jurisdiction: row.jurisdiction,
    tier: row.tier,
    amountCredits: row.amount_credits,
    refunded: row.refunded,
    error: row.error ?? undefined,
    createdAt: row.created_at,
    completedAt: row.completed_at ?? undefined,
  };
}
