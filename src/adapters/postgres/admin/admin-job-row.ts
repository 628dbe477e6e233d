import { fromUuid, type Id } from '../../../core/ids.js';
import { MAX_COUNTED } from '../../../core/limits.js';
import type { AdminJob, JobFilter } from '../../../core/admin/ports.js';
import type { Columns } from '../schema/columns.js';
import type { JobRow } from '../schema/verification.tables.js';

export interface AdminJobRow extends Columns<JobRow, typeof COLUMNS> {
  entity_id: Id<'ent'> | null;
  refunded: boolean;
  error: string | null;
}

const COLUMNS =
  'id, account_id, status, entity_name, jurisdiction, tier, amount_credits, reference, created_at, completed_at';

const JOB_FIELDS = `${COLUMNS}, result ->> 'entityId' as entity_id, result ->> 'error' as error,
  exists (select from ledger_entries e where e.job_id = j.id and e.type = 'refund') as refunded`;
export const JOB = `select ${JOB_FIELDS} from jobs j`;

/**
 * A list only looks at the newest jobs: of all accounts, of one account, or of a rare status. If it
 * finds less than a page among them, `last_id` is the last that it looked at, for the next page.
 */
export function listedJobs(filter: Pick<JobFilter, 'status' | 'accountId'>): string {
  const newest = `from jobs where ${among(filter)} and ($4::uuid is null or id < $4) order by id desc`;
  return `
    with fitting as materialized (
      select ${JOB_FIELDS} from (select * ${newest} limit ${MAX_COUNTED}) j ${JOB_FILTER}
         and ($5::text is null or contains_text(entity_name, $5))
         and ($6::date is null or created_at >= $6::date::timestamp at time zone 'UTC')
         and ($7::date is null or created_at < ($7::date + 1)::timestamp at time zone 'UTC')
       order by id desc limit $8 offset $9
    )
    select last.*, fitting.* from (
      select case when (select count(*) from fitting) < $8
        then (select id ${newest} offset ${MAX_COUNTED - 1} limit 1) end as last_id
    ) last left join fitting on true order by fitting.id desc`;
}

/** Counts among the jobs that the list looks at without a cursor. */
export function countedJobs(filter: Pick<JobFilter, 'status' | 'accountId'>): string {
  return `select count(*)::int as total
    from (select * from jobs where ${among(filter)} order by id desc limit ${MAX_COUNTED}) j ${JOB_FILTER}`;
}

function among({ status, accountId }: Pick<JobFilter, 'status' | 'accountId'>): string {
  if (accountId) return 'account_id = $3';
  return status === 'failed' || status === 'refunded' ? `status = '${status}'` : 'true';
}

const JOB_FILTER = `where ($1::text is null or status = $1) and ($2::text is null or jurisdiction = $2) and ($3::uuid is null or account_id = $3)`;

export function toJob(row: AdminJobRow): AdminJob {
  return {
    id: fromUuid('job', row.id),
    accountId: fromUuid('acc', row.account_id),
    status: row.status,
    entityName: row.entity_name,
    jurisdiction: row.jurisdiction,
    tier: row.tier,
    amountCredits: row.amount_credits,
    reference: row.reference ?? undefined,
    entityId: row.entity_id ?? undefined,
    refunded: row.refunded,
    error: row.error ?? undefined,
    createdAt: row.created_at,
    completedAt: row.completed_at ?? undefined,
  };
}
