import type { OnModuleDestroy } from '@nestjs/common';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import type { Job, JobStatus } from '../../../core/verification/job.js';
import { JobReader, type JobList, type JobsWanted, type ListedJob } from '../../../core/verification/ports.js';
import type { Retrieval } from '../../../core/verification/retrieval-claim.js';
import type { Database } from '../client/database.js';
import type { Notifications } from '../cache/notifications.js';
import { expectedSeconds } from './retrieval-timings.js';
import { toMatchReview } from './match-reviews.js';
import { fromStoredResult, type StoredResult } from '../client/stored-results.js';

/** Of one page of a list, however rare what is wanted. */
const MAX_LOOKED_AT = 10_000;

export interface JobRow {
  id: string;
  account_id: string;
  entity_name: string;
  jurisdiction: string;
  tier: Tier;
  amount_credits: number;
  status: JobStatus;
  result: StoredResult | null;
}

export const JOB = 'id, account_id, entity_name, jurisdiction, tier, amount_credits, status, result';

interface ListedRow extends JobRow {
  search_id: string | null;
  created_at: Date;
  completed_at: Date | null;
  last_id: string | null;
  looked_at: number;
  meant_id: string | null;
  meant_note: string | null;
  meant_at: Date | null;
}

function toListed(row: ListedRow): ListedJob {
  const { search_id: searchId, created_at: createdAt, completed_at: completedAt } = row;
  return {
    ...toJob(row),
    searchId: searchId === null ? undefined : fromUuid('srch', searchId),
    createdAt,
    completedAt: completedAt ?? undefined,
    meant: row.meant_at
      ? toMatchReview({ jurisdiction_id: row.meant_id, note: row.meant_note, recorded_at: row.meant_at })
      : undefined,
  };
}

/** How often a waiter reads the row itself, in case a notification was missed. */
const LOOK_MS = 2_000;

/**
 * Ids are made in the order of time, so that one index serves account, order, cursor and period.
 */
const LIST = `
  with looked as (
   select * from jobs where account_id = $1 and ($2::uuid is null or id < $2) order by id desc limit ${MAX_LOOKED_AT}
 ), last as (select min(id::text)::uuid as last_id, count(*)::int as looked_at from looked)
 select ${JOB}, search_id, created_at, completed_at, last_id, looked_at,
        meant.jurisdiction_id as meant_id, meant.note as meant_note, meant.recorded_at as meant_at
   from last left join lateral (
     select * from looked
      where ($3::text is null or status = $3) and ($4::text is null or jurisdiction = $4)
        and ($5::date is null or created_at >= $5::date at time zone 'UTC')
        and ($6::date is null or created_at < ($6::date + 1) at time zone 'UTC')
        and ($8::text is null or strpos(lower(entity_name), lower($8)) > 0)
      order by id desc limit $7
   ) jobs on true left join meant_records meant on meant.job_id = jobs.id order by jobs.id desc`;

export class PostgresJobReader extends JobReader implements OnModuleDestroy {
  /** The waiters, so that all can be woken when this process ends. */
  private readonly waiting = new Set<() => void>();
  private leaving = false;

  constructor(
    private readonly db: Database,
    private readonly jobEnded: Notifications,
  ) {
    super();
  }

  async find(accountId: Id<'acc'>, jobId: Id<'job'>): Promise<Job | undefined> {
    const row = await this.db.row<JobRow>(`select ${JOB} from jobs where id = $1 and account_id = $2`, [
      toUuid(jobId),
      toUuid(accountId),
    ]);
    return row && toJob(row);
  }

  async list(
    accountId: Id<'acc'>,
    { text, status, jurisdiction, from, to, after, limit }: JobsWanted,
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
    ];
    const rows = await this.db.reading((on) => on.rows<ListedRow>(LIST, values));
    const found = rows.filter(({ id }) => id !== null);
    const jobs = found.slice(0, limit).map(toListed);
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
        // Made before the look, so that an end between the look and the wait is not missed.
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
   * Wakes all waiters with the job's current state, now and from now on: the process is about to
   * end, and an answer is better than a cut connection.
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

export function toJob(row: JobRow): Job {
  return {
    id: fromUuid('job', row.id),
    accountId: fromUuid('acc', row.account_id),
    entityName: row.entity_name,
    jurisdiction: row.jurisdiction,
    tier: row.tier,
    amountCredits: row.amount_credits,
    status: row.status,
    result: row.result ? fromStoredResult(row.result) : undefined,
  };
}
