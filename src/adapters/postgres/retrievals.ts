import { randomUUID } from 'node:crypto';
import { AppError } from '../../core/errors.js';
import { fromUuid, newUuid, toUuid, type Id } from '../../core/ids.js';
import type { Tier } from '../../core/registries/jurisdiction.js';
import { SourceError } from '../../core/registries/ports.js';
import type { Hits, Job, JobResult } from '../../core/verification/job.js';
import {
  Retrievals,
  type DueRetrieval,
  type NewJob,
  type Retrieval,
  type RetrievalKind,
} from '../../core/verification/ports.js';
import type { Tracing } from '../../core/tracing/ports.js';
import { toJson, type Database } from './database.js';
import { isOver, JOB, toJob, type JobRow } from './job-rows.js';
import type { Notifications } from './notifications.js';

export const JOB_ENDED = 'job_ended';

/** A holder that has not been heard of for this long is taken for dead. */
const CLAIM_SECONDS = 10;
const HEARTBEAT_MS = 3_000;
/** A waiting caller looks for himself this often, in case a notification was missed. */
const LOOK_MS = 2_000;
/** What became due less long ago is still expected to be in the queue. */
const DUE_GRACE_SECONDS = 1;
/** Of one account in one sweep. More than its share of a worker: then whoever has a place knows of the rest, and calls it in. */
const DUE_PER_ACCOUNT = 32;
/** Backlogs are worked off at some hundreds a minute and worker: room comes back soon. */
const ROOM_AFTER_SECONDS = 30;

interface RetrievalRow {
  id: string;
  kind: RetrievalKind;
  jurisdiction: string;
  entity_name: string;
  name_key: string;
  tier: Tier;
  account_id: string;
  traceparent: string | null;
  attempts: number;
  claims: number;
}

/** What every job has from the start: see `baseOf`. */
const JOB_BASE = 'id, account_id, entity_name, jurisdiction, tier, amount_credits, webhook_url, search_id';
const JOB_VALUES = '$1, $2, $3, $4, $5, $6, $7, $8';

interface DueRow {
  id: string;
  turn: number;
  account_id: string;
}

export class PostgresRetrievals extends Retrievals {
  /** The tokens of this process's claims: only who knows the token may end what was claimed with it. */
  private readonly tokens = new Map<string, string>();
  /** Those who wait for a job to end, so that they can be told that it takes too long. */
  private readonly waiting = new Set<() => void>();
  private leaving = false;

  constructor(
    private readonly db: Database,
    private readonly jobEnded: Notifications,
    private readonly attemptLimitMs: number,
    /** Of one account. What is asked at the very same moment may go beyond it. */
    private readonly mostUnfinishedJobs: number,
    private readonly tracing: Tracing,
  ) {
    super();
  }

  async join(job: NewJob, nameKey: string): Promise<string> {
    // The upsert takes the row's lock even when it changes nothing, so that the retrieval cannot be settled before this job is in.
    const row = await this.db.row<{ retrieval_id: string }>(
      `with r as (
         insert into retrievals as r (id, jurisdiction, entity_name, name_key, tier, kind, account_id, traceparent)
         values ($9, $4, $3, $10, $5, $11, $2, $12)
         on conflict (jurisdiction, name_key, kind, tier) where finished_at is null do update set tier = r.tier
         returning id, attempts
       )
       insert into jobs (${JOB_BASE}, retrieval_id, status, traceparent)
       select ${JOB_VALUES}, r.id, case when r.attempts > 0 then 'processing' else 'pending' end, $12 from r
        where $13 > (
          select count(*) from (
            select from jobs where account_id = $2 and status in ('pending', 'processing') limit $13) unfinished)
       returning retrieval_id`,
      [
        ...baseOf(job),
        // In the order of time: then a new one changes the page of the index that the one before it has changed.
        newUuid(),
        nameKey,
        job.searchId ? 'search' : 'verification',
        this.tracing.traceparent(),
        this.mostUnfinishedJobs,
      ],
    );
    if (!row) throw tooManyUnfinished(this.mostUnfinishedJobs);
    return row.retrieval_id;
  }

  async addAnswered(job: NewJob, hits: Hits): Promise<void> {
    await this.db.change(
      `insert into jobs (${JOB_BASE}, status, result, completed_at, traceparent)
       values (${JOB_VALUES}, 'completed', $9, now(), $10)`,
      [...baseOf(job), toJson(hits), this.tracing.traceparent()],
    );
  }

  async claim(id: string): Promise<Retrieval | undefined> {
    const token = randomUUID();
    const row = await this.db.row<RetrievalRow>(
      `with claimed as (
         update retrievals set attempts = attempts + 1, claims = claims + 1, claim = $2, claimed_until = now() + make_interval(secs => $3)
          where id = $1 and finished_at is null and due_at <= now() + interval '50 ms'
            and (claimed_until is null or claimed_until < now())
          returning id, kind, jurisdiction, entity_name, name_key, tier, account_id, traceparent, attempts, claims
       ), started as (
         update jobs set status = 'processing', started_at = now()
          where retrieval_id = $1 and status = 'pending' and exists (select from claimed)
       )
       select * from claimed`,
      [id, token, CLAIM_SECONDS],
    );
    if (!row) return undefined;
    this.tokens.set(id, token);
    return {
      id,
      kind: row.kind,
      jurisdiction: row.jurisdiction,
      entityName: row.entity_name,
      nameKey: row.name_key,
      tier: row.tier,
      accountId: fromUuid('acc', row.account_id),
      attempt: row.attempts,
      traceparent: row.traceparent ?? undefined,
      turn: row.claims,
    };
  }

  async hold<T>(retrieval: Retrieval, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const lost = new AbortController();
    const heartbeat = setInterval(() => {
      // A heartbeat that cannot be written is tried again by the next one, before the claim runs out.
      this.extend(retrieval).then(
        (held) => held || lost.abort(),
        () => undefined,
      );
    }, HEARTBEAT_MS);
    const limit = AbortSignal.timeout(this.attemptLimitMs);
    try {
      return await work(AbortSignal.any([lost.signal, limit]));
    } catch (error) {
      if (limit.aborted) throw new SourceError('timeout', 'the attempt ran into its time limit', { cause: error });
      throw error;
    } finally {
      clearInterval(heartbeat);
    }
  }

  async release(retrieval: Retrieval, pauseMs: number): Promise<boolean> {
    const sql = `update retrievals set claim = null, claimed_until = null, due_at = now() + make_interval(secs => $3)
      where id = $1 and claim = $2 and finished_at is null`;
    return (await this.db.change(sql, [retrieval.id, this.takeToken(retrieval), pauseMs / 1000])) === 1;
  }

  async handBack(retrieval: Retrieval): Promise<boolean> {
    const sql = `update retrievals set attempts = attempts - 1, claim = null, claimed_until = null, due_at = now()
      where id = $1 and claim = $2 and finished_at is null`;
    return (await this.db.change(sql, [retrieval.id, this.takeToken(retrieval)])) === 1;
  }

  async finish(retrieval: Retrieval): Promise<Job[] | undefined> {
    const ended = await this.db.change(
      `update retrievals set finished_at = now(), claimed_until = null
        where id = $1 and claim = $2 and finished_at is null`,
      [retrieval.id, this.tokens.get(retrieval.id)],
    );
    await this.db.afterCommit(async () => void this.tokens.delete(retrieval.id));
    if (ended === 0) return undefined;
    // A statement of its own: it sees the job of one who was just joining, for which the update had to wait.
    const rows = await this.db.rows<JobRow>(
      `select ${JOB} from jobs where retrieval_id = $1 and status in ('pending', 'processing') order by id for update`,
      [retrieval.id],
    );
    return rows.map(toJob);
  }

  async settle(jobId: Id<'job'>, result: JobResult): Promise<void> {
    await this.db.rows(
      `with settled as (
         update jobs set status = $2, result = $3, completed_at = now()
          where id = $1 and status in ('pending', 'processing') returning id
       )
       select pg_notify('${JOB_ENDED}', id::text) from settled`,
      [toUuid(jobId), result.kind === 'failed' ? 'failed' : 'completed', toJson(result)],
    );
  }

  async findJob(accountId: Id<'acc'>, jobId: Id<'job'>): Promise<Job | undefined> {
    const row = await this.db.row<JobRow>(`select ${JOB} from jobs where id = $1 and account_id = $2`, [
      toUuid(jobId),
      toUuid(accountId),
    ]);
    return row && toJob(row);
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
        const job = await this.findJob(accountId, jobId);
        const leftMs = deadline - performance.now();
        if (!job || isOver(job) || leftMs <= 0 || this.leaving) return job;
        await toldOrLate(told, Math.min(leftMs, LOOK_MS));
      }
    } finally {
      off();
      this.waiting.delete(give);
    }
  }

  /** Whoever waits is told how his job stands, now and from now on: the process is about to end, and an answer is better than a cut connection. */
  stopWaiting(): void {
    this.leaving = true;
    for (const give of this.waiting) give();
  }

  async due(limit: number): Promise<DueRetrieval[]> {
    // Hops from account to account along the index, so that a backlog of millions costs no more than a short one.
    const rows = await this.db.rows<DueRow>(
      `with recursive hop as (
         (select account_id from retrievals where finished_at is null order by account_id limit 1)
         union all
         select (select account_id from retrievals where finished_at is null and account_id > hop.account_id
                  order by account_id limit 1)
           from hop where hop.account_id is not null
       )
       select due.id, due.turn, hop.account_id from hop cross join lateral (
          select id, claims + 1 as turn, due_at, row_number() over (order by due_at rows unbounded preceding) as place from retrievals
          where account_id = hop.account_id and finished_at is null and due_at < now() - make_interval(secs => $1)
            and (claimed_until is null or claimed_until < now())
          order by due_at limit ${DUE_PER_ACCOUNT}
       ) due order by due.place, due.due_at limit $2`,
      [DUE_GRACE_SECONDS, limit],
    );
    return rows.map(toDue);
  }

  async dueOf(accountId: Id<'acc'>, limit: number): Promise<DueRetrieval[]> {
    const rows = await this.db.rows<DueRow>(
      `select id, claims + 1 as turn, account_id from retrievals
        where account_id = $1 and finished_at is null and due_at <= now() and (claimed_until is null or claimed_until < now())
        order by due_at limit $2`,
      [toUuid(accountId), limit],
    );
    return rows.map(toDue);
  }

  private async extend(retrieval: Retrieval): Promise<boolean> {
    const sql = `update retrievals set claimed_until = now() + make_interval(secs => $3)
      where id = $1 and claim = $2 and finished_at is null`;
    return (await this.db.change(sql, [retrieval.id, this.tokens.get(retrieval.id), CLAIM_SECONDS])) === 1;
  }

  private takeToken({ id }: Retrieval): string | undefined {
    const token = this.tokens.get(id);
    this.tokens.delete(id);
    return token;
  }
}

function baseOf(job: NewJob) {
  return [
    toUuid(job.id),
    toUuid(job.accountId),
    job.entityName,
    job.jurisdiction,
    job.tier,
    job.amountCredits,
    job.webhookUrl ?? null,
    job.searchId ? toUuid(job.searchId) : null,
  ];
}

function tooManyUnfinished(most: number): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: `This account has ${most} unfinished jobs, as many as it may have. Nothing was charged.`,
    details: { retry_after_seconds: ROOM_AFTER_SECONDS, unfinished_jobs: most },
    suggestion: 'Wait for some of them to end.',
  });
}

function toDue(row: DueRow): DueRetrieval {
  return { id: row.id, turn: row.turn, accountId: fromUuid('acc', row.account_id) };
}

async function toldOrLate(told: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([told, late]);
  clearTimeout(timer);
}
