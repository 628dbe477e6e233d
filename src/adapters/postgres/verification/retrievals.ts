import { randomUUID } from 'node:crypto';
import { fromUuid, newUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Jobs, Tx } from '../../../core/ports.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import { SourceError } from '../../../core/registries/ports.js';
import type { Hits, JobResult } from '../../../core/verification/job.js';
import {
  Retrievals,
  type DueRetrieval,
  type Ending,
  type NewJob,
  type Retrieval,
  type RetrievalKind,
} from '../../../core/verification/ports.js';
import type { Tracing } from '../../../core/tracing/ports.js';
import type { Database } from '../client/database.js';
import type { Statements } from '../client/statements.js';
import type { QueuedWrite, QueuedWriteOf } from '../client/pending-writes.js';
import { toStoredResult } from './stored-results.js';
import { JOB, toJob, type JobRow } from './job-row.js';
import { BatchLoader } from '../client/batched-query.js';

/** A holder that has not been heard of for this long is taken for dead. */
const CLAIM_SECONDS = 10;
const HEARTBEAT_MS = 3_000;
/** What became due less long ago is still expected to be in the queue. */
const DUE_GRACE_SECONDS = 1;
/** Of one account in one sweep. More than its share of a worker: then whoever has a place knows of the rest, and calls it in. */
const DUE_PER_ACCOUNT = 32;

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
  claim: string;
}

/** As `claim_retrievals` (0094) returns it. */
interface ClaimedRow {
  retrieval: RetrievalRow;
  waiting: JobRow[];
}

interface Claim {
  token: string;
  /** The jobs that waited when it was made. */
  waiting: JobRow[];
}

interface DueRow {
  id: string;
  turn: number;
  account_id: string;
}

export class PostgresRetrievals extends Retrievals {
  /** This process's claims: only who knows the token may end what was claimed with it. */
  private readonly claims = new Map<string, Claim>();
  private readonly claiming: BatchLoader<{ id: string; token: string }, ClaimedRow>;

  constructor(
    private readonly db: Database,
    private readonly attemptLimitMs: number,
    /** Of one account. What is asked at the very same moment may go beyond it. */
    private readonly mostUnfinishedJobs: number,
    private readonly tracing: Tracing,
    private readonly jobs: Jobs,
  ) {
    super();
    this.claiming = new BatchLoader((asked) => this.claimTogether(asked));
  }

  join(job: NewJob, nameKey: string): QueuedWriteOf<'joining', DueRetrieval> {
    const due = ({ retrieval_id: id }: { retrieval_id: string }) => ({ id, claimNumber: 1, accountId: job.accountId });
    return {
      kind: 'joining',
      row: {
        ...this.baseOf(job),
        // In the order of time: then a new one changes the page of the index that the one before it has changed.
        retrieval_id: newUuid(),
        name_key: nameKey,
        kind: job.searchId ? 'search' : 'verification',
        most: this.mostUnfinishedJobs,
      },
      result: due,
      told: async (joined) => {
        await this.jobs.enqueue({ kind: 'retrieval', ...due(joined) });
      },
    };
  }

  addAnswered(job: NewJob, hits: Hits): QueuedWrite {
    return { kind: 'answered', row: { ...this.baseOf(job), result: toStoredResult(hits) } };
  }

  async claim(id: string): Promise<Retrieval | undefined> {
    const token = randomUUID();
    const claimed = await this.claiming.load({ id, token });
    if (!claimed) return undefined;
    const { retrieval: row, waiting } = claimed;
    this.claims.set(id, { token, waiting });
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
      claimNumber: row.claims,
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

  end({ id }: Retrieval): Ending | undefined {
    const claim = this.claims.get(id);
    return claim && this.endingOf(id, claim.token, claim.waiting);
  }

  async lockForEnd(tx: Tx, { id }: Retrieval): Promise<Ending | undefined> {
    const claim = this.claims.get(id);
    const waiting = claim && (await this.lockWaiting(this.db.in(tx), id, claim.token));
    if (waiting) return this.endingOf(id, claim.token, waiting);
    this.claims.delete(id);
    return undefined;
  }

  settle(jobId: Id<'job'>, result: JobResult): QueuedWrite {
    const status = result.kind === 'failed' ? 'failed' : 'completed';
    return { kind: 'settled', row: { id: toUuid(jobId), status, result: toStoredResult(result) } };
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

  private async claimTogether(
    asked: readonly { id: string; token: string }[],
  ): Promise<ReadonlyMap<number, ClaimedRow>> {
    const rows = await this.db.rows<ClaimedRow>('select retrieval, waiting from claim_retrievals($1, $2, $3)', [
      asked.map(({ id }) => id),
      asked.map(({ token }) => token),
      CLAIM_SECONDS,
    ]);
    const places = new Map(asked.map(({ token }, place) => [token, place]));
    return new Map(rows.map((row) => [places.get(row.retrieval.claim) ?? -1, row]));
  }

  private endingOf(id: string, token: string, waiting: JobRow[]): Ending {
    const write: QueuedWrite = {
      kind: 'endings',
      row: { retrieval_id: id, claim: token, jobs: waiting.map((job) => job.id) },
      written: () => this.claims.delete(id),
    };
    return { jobs: waiting.map(toJob), write };
  }

  /** The jobs that wait, in the order of their ids, with the retrieval locked; `undefined` when the claim was lost. */
  private async lockWaiting(tx: Statements, id: string, token: string): Promise<JobRow[] | undefined> {
    const held = await tx.row(
      'select from retrievals where id = $1 and claim = $2 and finished_at is null for no key update',
      [id, token],
    );
    if (!held) return undefined;
    return tx.rows<JobRow>(
      `select ${JOB} from jobs where retrieval_id = $1 and status in ('pending', 'processing') order by id`,
      [id],
    );
  }

  private baseOf(job: NewJob) {
    return {
      id: toUuid(job.id),
      account_id: toUuid(job.accountId),
      entity_name: job.entityName,
      jurisdiction: job.jurisdiction,
      tier: job.tier,
      amount: job.amountCredits,
      webhook_url: job.webhookUrl ?? null,
      search_id: job.searchId ? toUuid(job.searchId) : null,
      traceparent: this.tracing.traceparent(),
    };
  }

  private async extend(retrieval: Retrieval): Promise<boolean> {
    const sql = `update retrievals set claimed_until = now() + make_interval(secs => $3)
      where id = $1 and claim = $2 and finished_at is null`;
    return (await this.db.change(sql, [retrieval.id, this.claims.get(retrieval.id)?.token, CLAIM_SECONDS])) === 1;
  }

  private takeToken({ id }: Retrieval): string | undefined {
    const claim = this.claims.get(id);
    this.claims.delete(id);
    return claim?.token;
  }
}

function toDue(row: DueRow): DueRetrieval {
  return { id: row.id, claimNumber: row.turn, accountId: fromUuid('acc', row.account_id) };
}
