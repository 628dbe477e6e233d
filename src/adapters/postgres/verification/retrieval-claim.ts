import { fromUuid, newUuid, toUuid } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import type { Task } from '../../../core/tasks/ports.js';
import { SourceError } from '../../../core/registries/ports.js';
import {
  RetrievalClaim,
  type DueRetrieval,
  type Ending,
  type Release,
  type Retrieval,
  type RetrievalEnd,
} from '../../../core/verification/retrieval-claim.js';
import type { Job } from '../../../core/verification/job.js';
import { withTimeLimit } from '../../../core/verification/query-registry.js';
import type { Database } from '../client/database.js';
import { extendClaim, Lease } from '../client/lease.js';
import type { QueuedWriteOf } from '../client/pending-writes.js';
import { JOB, toJob, type JobColumns } from './jobs.js';

const RELEASE = `
  with released as (
    update retrievals set claim = null, claimed_until = null, due_at = now() + make_interval(secs => $3), attempts = attempts - $4::integer
      where id = $1 and claim = $2 and finished_at is null returning id, claims
  ), waiting as (
    update jobs set status = 'pending', started_at = null
      where $5 and retrieval_id in (select id from released) and status = 'processing'
  )
  select claims + 1 as next from released`;

/**
 * See the table of `RetrievalClaim`. `noTry`: the attempt does not count. `pendingAgain`: its jobs
 * go back to pending.
 */
const RELEASES: Record<Release, { noTry: 0 | 1; pendingAgain: boolean }> = {
  try_again: { noTry: 0, pendingAgain: false },
  throttled: { noTry: 1, pendingAgain: true },
  hand_back: { noTry: 1, pendingAgain: false },
};

export class PostgresRetrievalClaim extends RetrievalClaim {
  private readonly lost = new AbortController();
  private readonly lease: Lease;

  constructor(
    private readonly db: Database,
    readonly retrieval: Retrieval,
    private readonly token: string,
    private readonly waiting: readonly JobColumns[],
    private readonly attemptLimitMs: number,
  ) {
    super();
    this.lease = new Lease(
      () => extendClaim(db, 'retrievals', [retrieval.id], token),
      () => this.lost.abort(),
    );
  }

  attempt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withTimeLimit(this.attemptLimitMs, async (limit) => {
      try {
        return await work(AbortSignal.any([this.lost.signal, limit]));
      } catch (error) {
        if (limit.aborted) throw new SourceError('timeout', 'the attempt exceeded its time limit', { cause: error });
        throw error;
      }
    });
  }

  end(how: RetrievalEnd = {}): Ending {
    return this.endingWith(this.waiting, how);
  }

  async lockForEnd(tx: Tx, how: RetrievalEnd = {}): Promise<Ending | undefined> {
    const statements = this.db.in(tx);
    const held = await statements.row(
      'select from retrievals where id = $1 and claim = $2 and finished_at is null for no key update',
      [this.retrieval.id, this.token],
    );
    if (!held) return undefined;
    const waiting = await statements.rows<JobColumns>(
      `select ${JOB} from jobs where retrieval_id = $1 and status in ('pending', 'processing') order by id`,
      [this.retrieval.id],
    );
    return this.endingWith(waiting, how);
  }

  async release(how: Release, pauseMs: number): Promise<DueRetrieval | undefined> {
    const { noTry, pendingAgain } = RELEASES[how];
    const { id, accountId, jurisdiction } = this.retrieval;
    const values = [id, this.token, pauseMs / 1000, noTry, pendingAgain];
    const released = await this.db.row<{ next: number }>(RELEASE, values);
    return released && { id, claimNumber: released.next, accountId, jurisdiction };
  }

  close(): void {
    this.lease.close();
  }

  private endingWith(waiting: readonly JobColumns[], { failure, evidenceId }: RetrievalEnd): Ending {
    const row = {
      retrieval_id: this.retrieval.id,
      claim: this.token,
      jobs: waiting.map((job) => job.id),
      failure,
      evidence_id: evidenceId && toUuid(evidenceId),
    };
    const finish = (unanswered: readonly Job[]): QueuedWriteOf<'retrievals.finish', Task[]> => {
      const next = this.nextFor(unanswered);
      return {
        kind: 'retrievals.finish',
        row: { ...row, ...next?.row },
        result: ({ batches }) => [
          ...(next ? [next.task] : []),
          ...batches.map(({ id, due_at: claimNumber }): Task => ({
            kind: 'batch',
            id: fromUuid('bat', id),
            claimNumber,
          })),
        ],
      };
    };
    return { jobs: waiting.map(toJob), finish };
  }

  private nextFor(unanswered: readonly Job[]) {
    const [first] = unanswered;
    if (!first) return undefined;
    const id = newUuid();
    const { accountId } = first;
    const task: Task = { kind: 'retrieval', id, claimNumber: 1, accountId, jurisdiction: this.retrieval.jurisdiction };
    const jobs = unanswered.map((job) => toUuid(job.id));
    return { task, row: { next_id: id, next_account: toUuid(accountId), next_jobs: jobs } };
  }
}
