import type { OnModuleDestroy } from '@nestjs/common';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Job } from '../../../core/verification/job.js';
import {
  JobReader,
  type AskedBy,
  type DecidedJob,
  type JobDocument,
  type JobList,
  type JobsWanted,
  type ListedJob,
} from '../../../core/verification/ports.js';
import type { RecordMeant } from '../../../core/verification/match-review.js';
import type { Retrieval } from '../../../core/verification/retrieval-claim.js';
import { Database } from '../client/database.js';
import { Notifications } from '../cache/notifications.js';
import { expectedSeconds } from './retrieval-timings.js';
import {
  decisionsOf,
  MEANT,
  newestDecision,
  toDecisions,
  toMeant,
  type DecisionColumns,
  type MeantColumns,
} from '../client/decision-columns.js';
import { fromStoredResult, type StoredResult } from '../client/stored-results.js';
import type { Columns } from '../schema/columns.js';
import type { JobRow } from '../schema/verification.tables.js';
import { Injectable } from '../../../core/injectable.js';

/** Jobs read for one page of a list, however few of them match. */
const MAX_LOOKED_AT = 10_000;

export type JobColumns = Columns<JobRow, typeof JOB> & { result: StoredResult | null };

export const JOB =
  'id, account_id, entity_name, jurisdiction, tier, amount_credits, status, result, evidence, read_after, reference';

/** Of `jobs`, where another relation has such columns too. */
const JOBS = JOB.replaceAll(/\w+/g, 'jobs.$&');

const FIND = `
  select ${JOBS}, ${MEANT} from jobs left join ${newestDecision('jobs.id')} m on true where jobs.id = $1 and jobs.account_id = $2`;

type DatedRow = JobColumns & Pick<JobRow, 'search_id' | 'watch_id' | 'created_at' | 'completed_at'>;

interface ListedRow extends DatedRow, MeantColumns {
  last_id: string | null;
  looked_at: number;
}

function toListed(row: DatedRow, meant: RecordMeant | undefined): ListedJob {
  const { search_id: searchId, watch_id: watchId, created_at: createdAt, completed_at: completedAt } = row;
  return {
    ...toJob(row),
    searchId: searchId === null ? undefined : fromUuid('srch', searchId),
    watchId: watchId === null ? undefined : fromUuid('wch', watchId),
    createdAt,
    completedAt: completedAt ?? undefined,
    meant,
  };
}

/** Waiters also poll the row, in case a notification was missed. */
const LOOK_MS = 2_000;

/** Ids are ordered by time, so one index serves account, order, cursor and period. */
const LIST = `
  with looked as (
   select * from jobs where account_id = $1 and ($2::uuid is null or id < $2) order by id desc limit ${MAX_LOOKED_AT}
 ), last as (select min(id::text)::uuid as last_id, count(*)::int as looked_at from looked)
 select ${JOBS}, search_id, watch_id, created_at, completed_at, last_id, looked_at, ${MEANT}
   from last left join lateral (
     select * from looked
      where ($3::text is null or status = $3) and ($4::text is null or jurisdiction = $4)
        and ($5::date is null or created_at >= $5::date::timestamp at time zone 'UTC')
        and ($6::date is null or created_at < ($6::date + 1)::timestamp at time zone 'UTC')
        and ($8::text is null or contains_text(entity_name, $8))
        and ($9::uuid is null or watch_id = $9) and ($10 is false or watch_id is null)
      order by id desc limit $7
   ) jobs on true left join ${newestDecision('jobs.id')} m on true order by jobs.id desc`;

interface DocumentRow extends DatedRow {
  key_id: string | null;
  key_label: string | null;
  grant_id: string | null;
  client_name: string | null;
  refunded: number;
  has_ended: boolean;
  decisions: DecisionColumns[] | null;
  erased: boolean;
}

const DOCUMENT = `
  select ${JOBS}, search_id, jobs.watch_id, completed_at, jobs.created_at, ${decisionsOf('jobs.id')} as decisions,
         exists (select from records where id = jobs.id and cardinality(erased) > 0) as erased,
         not exists (select from watches w where w.id = jobs.watch_id) as has_ended,
         charge.key_id, charge.grant_id, coalesce(refund.amount, 0) as refunded,
         (select label from api_keys where id = charge.key_id) as key_label,
         (select c.payload ->> 'client_name' from oauth_records g join oauth_records c on c.model = 'Client' and c.id = g.client_id
           where g.model = 'Grant' and g.id = charge.grant_id) as client_name
    from (select * from jobs where id = $1 and account_id = $2) jobs
    left join lateral (select key_id, grant_id from ledger_entries where job_id = jobs.id and type = 'charge') charge on true
    left join lateral (select amount from ledger_entries where job_id = jobs.id and type = 'refund') refund on true`;

@Injectable()
export class PostgresJobReader extends JobReader implements OnModuleDestroy {
  private readonly waiting = new Set<() => void>();
  private leaving = false;

  constructor(
    private readonly db: Database,
    private readonly jobEnded: Notifications,
  ) {
    super();
  }

  async find(accountId: Id<'acc'>, jobId: Id<'job'>): Promise<DecidedJob | undefined> {
    const row = await this.db.row<JobColumns & MeantColumns>(FIND, [toUuid(jobId), toUuid(accountId)]);
    return row && { ...toJob(row), meant: toMeant(row) };
  }

  async document(accountId: Id<'acc'>, jobId: Id<'job'>): Promise<JobDocument | undefined> {
    const row = await this.db.row<DocumentRow>(DOCUMENT, [toUuid(jobId), toUuid(accountId)]);
    if (!row) return undefined;
    const { key_id: keyId, key_label: label, grant_id: grantId, client_name: client, refunded } = row;
    const key: AskedBy | undefined = keyId === null ? undefined : { kind: 'key', name: label ?? keyId };
    const application: AskedBy = { kind: 'application', name: client ?? 'an application' };
    const askedBy = key ?? (grantId === null ? { kind: 'person' as const } : application);
    const decisions = toDecisions(row.decisions);
    const listed = toListed(row, decisions.at(-1));
    const { watchId } = listed;
    const schedule = watchId && ({ kind: 'watch', watchId, hasEnded: row.has_ended } as const);
    return { ...listed, askedBy: schedule ?? askedBy, refundedCredits: refunded, decisions, isErased: row.erased };
  }

  async list(
    accountId: Id<'acc'>,
    { text, status, jurisdiction, watchId, withoutChecks = false, from, to, after, limit }: JobsWanted,
  ): Promise<JobList> {
    const values = [
      toUuid(accountId),
      after ? toUuid(after) : null,
      status ?? null,
      jurisdiction ?? null,
      from ?? null,
      to ?? null,
      limit + 1,
      text ?? null,
      watchId ? toUuid(watchId) : null,
      withoutChecks,
    ];
    const rows = await this.db.reading((on) => on.rows<ListedRow>(LIST, values));
    const found = rows.filter(({ id }) => id !== null);
    const jobs = found.slice(0, limit).map((row) => toListed(row, toMeant(row)));
    if (found.length > limit) return { jobs, next: jobs.at(-1)?.id };
    const [first] = rows;
    if (!first?.last_id || first.looked_at < MAX_LOOKED_AT) return { jobs, next: undefined };
    return { jobs, next: fromUuid('job', first.last_id) };
  }

  async waitForEnd(accountId: Id<'acc'>, jobId: Id<'job'>, timeoutMs: number): Promise<Job | undefined> {
    const deadline = performance.now() + timeoutMs;
    let wake = () => {};
    const off = this.jobEnded.on(toUuid(jobId), () => wake());
    const give = () => wake();
    this.waiting.add(give);
    try {
      for (;;) {
        // Created before reading the job, so that an end between the read and the wait is not
        // missed.
        const told = new Promise<void>((resolve) => (wake = resolve));
        const job = await this.find(accountId, jobId);
        const leftMs = deadline - performance.now();
        if (!job || isOver(job) || leftMs <= 0 || this.leaving) return job;
        await toldOrLate(told, Math.min(leftMs, LOOK_MS));
      }
    } finally {
      off();
      this.waiting.delete(give);
    }
  }

  expectedSeconds(job: Pick<Retrieval, 'kind' | 'jurisdiction' | 'tier'>): Promise<number | undefined> {
    return expectedSeconds(this.db, job);
  }

  /**
   * Wakes all current and future waiters with the job's current state: the process is shutting
   * down, and an answer is better than a cut connection.
   */
  onModuleDestroy(): void {
    this.leaving = true;
    for (const give of this.waiting) give();
  }
}

async function toldOrLate(told: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([told, late]);
  clearTimeout(timer);
}

function isOver({ status }: Job): boolean {
  return status === 'completed' || status === 'failed' || status === 'refunded';
}

export function toJob(row: JobColumns): Job {
  return {
    id: fromUuid('job', row.id),
    accountId: fromUuid('acc', row.account_id),
    entityName: row.entity_name,
    jurisdiction: row.jurisdiction,
    tier: row.tier,
    ...(row.evidence && { evidence: row.evidence }),
    ...(row.reference !== null && { reference: row.reference }),
    amountCredits: row.amount_credits,
    status: row.status,
    // A claim returns its jobs as JSON.
    ...(row.read_after && { readAfter: new Date(row.read_after) }),
    result: row.result ? fromStoredResult(row.result) : undefined,
  };
}
