import type { Id } from '../ids.js';
import type { JobEntry, Jobs, Log } from '../ports.js';
import { SourceError } from '../registries/ports.js';
import type { Tracing } from '../tracing/ports.js';
import { IncompleteSearch, type QueryRegistry, type RegistryAnswer } from './query-registry.js';
import type { WorkerFairShare } from '../concurrency/worker-fair-share.js';
import { failed, MAX_ATTEMPTS, RETRY_PAUSES_MS } from './job.js';
import type { Retrieval, Retrievals } from './ports.js';
import type { Settlement } from './settlement.js';

/**
 * The worker's side of a verification: claim the retrieval, ask the register, settle the jobs that wait. A register that gives no answer is
 * asked three times in all, then the credits go back.
 */
export class RunRetrieval {
  /**
   * Each attempt has a signal of its own: what a signal of the whole process is combined with would be remembered by it for as long as the process
   * lives.
   */
  private readonly underWay = new Set<AbortController>();
  private leaving = false;

  constructor(
    private readonly retrievals: Retrievals,
    private readonly register: QueryRegistry,
    private readonly settlement: Settlement,
    private readonly shares: WorkerFairShare,
    private readonly jobs: Jobs,
    private readonly log: Log,
    private readonly tracing: Tracing,
  ) {}

  async run({ id, accountId }: JobEntry): Promise<void> {
    if (!accountId) return this.retrieve(id);
    if (!this.shares.tryAcquire(accountId)) return;
    try {
      await this.retrieve(id);
    } finally {
      await this.callIn(accountId, this.shares.release(accountId));
    }
  }

  /** Those who were turned away while the account's places were taken, as far as there are places now. */
  private async callIn(accountId: Id<'acc'>, places: number): Promise<void> {
    if (places === 0) return;
    const due = await this.retrievals.dueOf(accountId, places);
    if (due.length === places) this.shares.markBacklog(accountId);
    for (const next of due) await this.jobs.enqueue({ kind: 'retrieval', ...next });
  }

  private async retrieve(id: string): Promise<void> {
    if (this.leaving) return;
    const retrieval = await this.retrievals.claim(id);
    if (!retrieval) return;
    const { jurisdiction, kind, tier, attempt, traceparent } = retrieval;
    const facts = { jurisdiction, kind, tier, attempt };
    await this.tracing.span('retrieval', facts, () => this.askAndSettle(retrieval), traceparent);
  }

  private async askAndSettle(retrieval: Retrieval): Promise<void> {
    if (retrieval.attempt > MAX_ATTEMPTS) {
      await this.settlement.unanswered(retrieval, failed('unavailable', 'The work was interrupted too often.'));
      return;
    }
    const answer = await this.ask(retrieval);
    if (!(answer instanceof SourceError)) await this.settlement.answered(retrieval, answer);
    else if (this.leaving) await this.handBack(retrieval);
    else await this.retryOrGiveUp(retrieval, answer);
  }

  /** Stops asking: what has not been answered yet is handed to another worker. */
  stop(): void {
    this.leaving = true;
    for (const attempt of this.underWay) attempt.abort();
  }

  private async ask(retrieval: Retrieval): Promise<RegistryAnswer | SourceError> {
    const attempt = new AbortController();
    this.underWay.add(attempt);
    if (this.leaving) attempt.abort();
    try {
      return await this.retrievals.hold(retrieval, (signal) =>
        this.register.run(retrieval, AbortSignal.any([signal, attempt.signal])),
      );
    } catch (error) {
      if (error instanceof SourceError) return error;
      if (this.leaving) return new SourceError('unavailable', 'this process is about to end', { cause: error });
      this.log.error('asking a register failed in our own code', { jurisdiction: retrieval.jurisdiction, error });
      return new SourceError('unavailable', 'our own code failed', { ours: true, cause: error });
    } finally {
      this.underWay.delete(attempt);
    }
  }

  private async retryOrGiveUp(retrieval: Retrieval, error: SourceError): Promise<void> {
    const pauseMs = RETRY_PAUSES_MS[retrieval.attempt - 1];
    if (pauseMs === undefined || error instanceof IncompleteSearch) {
      await this.settlement.unanswered(retrieval, failed(error.failure, reasonFor(error)));
      return;
    }
    if (await this.retrievals.release(retrieval, pauseMs)) {
      await this.enterNext(retrieval, pauseMs);
    }
  }

  private async handBack(retrieval: Retrieval): Promise<void> {
    if (await this.retrievals.handBack(retrieval)) await this.enterNext(retrieval);
  }

  private async enterNext({ id, accountId, claimNumber: turn }: Retrieval, pauseMs = 0): Promise<void> {
    await this.jobs.enqueue({ kind: 'retrieval', id, claimNumber: turn + 1, accountId }, pauseMs);
  }
}

/** What the caller may know of the failure: the category's sentence, never a register's address or our own words for the log. */
function reasonFor(error: SourceError): string {
  if (error instanceof IncompleteSearch) return error.message;
  return error.failure === 'timeout'
    ? 'The official source did not respond in time.'
    : 'The official source is temporarily unavailable.';
}
