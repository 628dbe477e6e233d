import {
  ServiceOverview,
  type FailingWebhook,
  type RegisterRecord,
  type ServiceTotals,
  type WaitingWork,
} from '../../../core/admin/overview.js';
import { ENTRY_TYPES, type EntryType } from '../../../core/billing/ledger-entry.js';
import { firstUuidOf, fromUuid } from '../../../core/ids.js';
import { MAX_COUNTED } from '../../../core/limits.js';
import { catalogue } from '../../../core/registries/jurisdictions.js';
import { JOB_STATUSES, type JobStatus } from '../../../core/verification/job.js';
import { Database } from '../client/database.js';
import { waitingWork } from './queue-metrics.js';
import { Injectable } from '../../../core/injectable.js';

/** Most accounts, jobs and entries counted: some hundred milliseconds at most. */
const MAX_TOTALLED = 5 * MAX_COUNTED;
/** Per register, kind of question and tier. */
const LATEST_ANSWERS = 100;
const MAX_RECEIVERS = 10;

interface Sum {
  name: string;
  number: number;
  amount: number;
}

interface RegisterRow {
  jurisdiction: string;
  asked: number;
  unreachable: number;
  last_answer_at: Date | null;
  last_failure_at: Date | null;
  median_seconds: number | null;
}

/** Ids are ordered by time, so a period is read along the primary key, from its end. */
const JOBS = `
  select status as name, count(*)::int as number, 0 as amount
    from (select status from jobs where id >= $1 order by id desc limit ${MAX_TOTALLED + 1}) j group by status`;

const CREDITS = `
  select type as name, count(*)::int as number, sum(amount)::float8 as amount
    from (select type, amount from ledger_entries where id >= $1 order by id desc limit ${MAX_TOTALLED + 1}) e group by type`;

const ACCOUNTS = `
  select 'accounts' as name, (count(*) filter (where deleted_at is null))::int as number, coalesce(sum(credit_balance), 0)::float8 as amount
    from (select deleted_at, credit_balance from accounts order by id desc limit ${MAX_TOTALLED + 1}) a`;

const FAILING = `
  select destination, account_id, sum(waiting)::int as waiting, sum(failed)::int as failed
    from (
      select destination, account_id, 1 as waiting, 0 as failed
        from (select * from deliveries where status = 'pending' order by created_at limit ${MAX_COUNTED}) d where attempts <> '[]'
      union all
      select destination, account_id, 0, 1
        from (select * from deliveries where id >= $1 order by id desc limit ${MAX_COUNTED}) d where status = 'failed'
    ) failing
   group by destination, account_id order by sum(waiting + failed) desc, destination, account_id limit ${MAX_RECEIVERS}`;

/** A register that lists too much, or withholds whose a number is, was reachable. */
const UNREACHABLE = `r.failure is not null and coalesce(r.failure ->> 'reason', '') not in ('search_incomplete', 'record_withheld')`;

const REGISTERS = `
  select c.code as jurisdiction, count(r.finished_at)::int as asked, (count(*) filter (where ${UNREACHABLE}))::int as unreachable,
         max(r.finished_at) filter (where not (${UNREACHABLE})) as last_answer_at, max(r.finished_at) filter (where ${UNREACHABLE}) as last_failure_at,
         (percentile_cont(0.5) within group (order by extract(epoch from r.finished_at - r.created_at)) filter (where r.failure is null))::float8
           as median_seconds
    from unnest($1::text[]) c (code)
    left join lateral (
      select latest.* from (values ('verification', 'quick'), ('verification', 'deep'), ('search', 'quick'), ('search', 'deep')) q (kind, tier)
       cross join lateral (
         select finished_at, created_at, failure from retrievals
          where jurisdiction = c.code and kind = q.kind and tier = q.tier and finished_at is not null
          order by finished_at desc limit ${LATEST_ANSWERS}
       ) latest
    ) r on true
   group by c.code`;

@Injectable()
export class PostgresServiceOverview extends ServiceOverview {
  constructor(private readonly db: Database) {
    super();
  }

  async totals(since: Date): Promise<ServiceTotals> {
    const from = firstUuidOf(since);
    const [jobs, entries, [accounts]] = await this.db.reading(async (reads) => [
      await reads.rows<Sum>(JOBS, [from]),
      await reads.rows<Sum>(CREDITS, [from]),
      await reads.rows<Sum>(ACCOUNTS),
    ]);
    const isPartial = [jobs, entries, accounts ? [accounts] : []].some(
      (sums) => sums.reduce((sum, { number }) => sum + number, 0) > MAX_TOTALLED,
    );
    return {
      accounts: accounts?.number ?? 0,
      balances: accounts?.amount ?? 0,
      jobs: byName<JobStatus>(JOB_STATUSES, jobs, 'number'),
      credits: byName<EntryType>(ENTRY_TYPES, entries, 'amount'),
      isPartial,
    };
  }

  waiting(): Promise<WaitingWork[]> {
    return waitingWork(this.db);
  }

  async failingWebhooks(since: Date): Promise<FailingWebhook[]> {
    const rows = await this.db.reading((from) =>
      from.rows<{ destination: string; account_id: string; waiting: number; failed: number }>(FAILING, [
        firstUuidOf(since),
      ]),
    );
    return rows.map(({ account_id, ...row }) => ({ ...row, accountId: fromUuid('acc', account_id) }));
  }

  async registers(): Promise<ReadonlyMap<string, RegisterRecord>> {
    const codes = catalogue().map(({ code }) => code);
    const rows = await this.db.reading((from) => from.rows<RegisterRow>(REGISTERS, [codes]));
    return new Map(rows.map((row) => [row.jurisdiction, toRecord(row)]));
  }
}

function byName<N extends string>(
  names: readonly N[],
  sums: readonly Sum[],
  of: 'number' | 'amount',
): Record<N, number> {
  const known = new Map(sums.map((sum) => [sum.name, sum[of]]));
  return Object.fromEntries(names.map((name) => [name, known.get(name) ?? 0])) as Record<N, number>;
}

function toRecord({
  asked,
  unreachable,
  last_answer_at,
  last_failure_at,
  median_seconds,
}: RegisterRow): RegisterRecord {
  return {
    asked,
    unreachable,
    lastAnswerAt: last_answer_at ?? undefined,
    lastFailureAt: last_failure_at ?? undefined,
    medianSeconds: median_seconds ?? undefined,
  };
}
