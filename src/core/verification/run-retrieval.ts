import { WorkerFairShare } from '../concurrency/worker-fair-share.js';
import type { Id } from '../ids.js';
import { Metrics } from '../metrics/ports.js';
import { Log } from '../ports.js';
import { type Task, Tasks } from '../tasks/ports.js';
import { SourceError } from '../registries/ports.js';
import { Tracing } from '../tracing/ports.js';
import { failureOf, Inconclusive } from './failure-of.js';
import { failed, MAX_THROTTLED_MS, MAX_ATTEMPTS, RETRY_PAUSES_MS, type Failed } from './job.js';
import { Retrievals } from './ports.js';
import { QueryRegistry } from './query-registry.js';
import type { NameAnswer } from './register-answers.js';
import type { Release, RetrievalClaim } from './retrieval-claim.js';
import { type Settled, Settlement } from './settlement.js';
import { Injectable } from '../injectable.js';

/** Used when nothing says how soon the register may be queried again. */
const THROTTLE_PAUSE_MS = 2_000;

/**
 * The worker's side of a verification: claims the retrieval, queries the register, settles the
 * waiting jobs. If the register does not answer in three attempts, the credits are refunded. A
 * retrieval held back by our own throttle waits, and that is not an attempt.
 */
@Injectable()
export class RunRetrieval {
  /**
   * One controller per attempt: a signal for the whole process would hold every signal combined
   * with it for the life of the process.
   */
  private readonly underWay = new Set<AbortController>();
  private stopping = false;

  constructor(
    private readonly retrievals: Retrievals,
    private readonly register: QueryRegistry,
    private readonly settlement: Settlement,
    private readonly fairShare: WorkerFairShare,
    private readonly tasks: Tasks,
    private readonly log: Log,
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
  ) {}

  async run({ id, accountId, jurisdiction = 'any' }: Task): Promise<void> {
    if (!accountId) return this.retrieve(id);
    if (!this.fairShare.tryAcquire(accountId, jurisdiction)) return;
    try {
      await this.retrieve(id);
    } finally {
      this.fairShare.release(accountId, jurisdiction);
      await this.requeueBacklog(accountId);
    }
  }

  /** Stops querying and releases unfinished retrievals to other workers. */
  stop(): void {
    this.stopping = true;
    for (const attempt of this.underWay) attempt.abort();
  }

  /**
   * Queues tasks again that were refused while the account had no free place, as far as places are
   * free now.
   */
  private async requeueBacklog(accountId: Id<'acc'>): Promise<void> {
    const backlog = this.fairShare.takeBacklog(accountId);
    if (!backlog) return;
    const due = await this.retrievals.dueOf(accountId, backlog.places, backlog.fullRegisters);
    if (due.length === backlog.places || backlog.fullRegisters.length > 0) this.fairShare.markBacklog(accountId);
    for (const next of due) await this.tasks.enqueue({ kind: 'retrieval', ...next });
  }

  private async retrieve(id: string): Promise<void> {
    if (this.stopping) return;
    const claim = await this.retrievals.claim(id);
    if (!claim) return;
    try {
      const { jurisdiction, kind, tier, attempt, traceparent } = claim.retrieval;
      const facts = { jurisdiction, kind, tier, attempt };
      await this.tracing.span('retrieval', facts, () => this.askAndSettle(claim), traceparent);
    } finally {
      claim.close();
    }
  }

  private async askAndSettle(claim: RetrievalClaim): Promise<void> {
    if (claim.retrieval.attempt > MAX_ATTEMPTS) {
      const tooOften = failed('unavailable', 'The work was interrupted too often.');
      await this.afterSettlement(await this.settlement.unanswered(claim, tooOften));
      return;
    }
    if (claim.retrieval.ofOtherRealm) {
      const gone = failed('unavailable', 'The register is no longer available.');
      await this.afterSettlement(await this.settlement.unanswered(claim, gone));
      return;
    }
    const answer = await this.ask(claim);
    if (!(answer instanceof SourceError)) await this.afterSettlement(await this.settlement.answered(claim, answer));
    else if (this.stopping) await this.release(claim, 'hand_back', 0);
    else if (answer.detail.throttled)
      await this.waitForThrottle(claim, answer.detail.retryAfterMs ?? THROTTLE_PAUSE_MS);
    else await this.retryOrGiveUp(claim, answer);
  }

  private async ask(claim: RetrievalClaim): Promise<NameAnswer | SourceError> {
    const attempt = new AbortController();
    this.underWay.add(attempt);
    if (this.stopping) attempt.abort();
    try {
      return await claim.attempt((signal) =>
        this.register.run(claim.retrieval, AbortSignal.any([signal, attempt.signal])),
      );
    } catch (error) {
      if (error instanceof SourceError) return error;
      if (this.stopping) return new SourceError('unavailable', 'this process is shutting down', { cause: error });
      this.log.error('a register call failed with an internal error', {
        jurisdiction: claim.retrieval.jurisdiction,
        error,
      });
      return new SourceError('unavailable', 'internal error', { ours: true, cause: error });
    } finally {
      this.underWay.delete(attempt);
    }
  }

  /**
   * Limited by the age of the retrieval, so that an overloaded register does not hold credits
   * forever.
   */
  private async waitForThrottle(claim: RetrievalClaim, pauseMs: number): Promise<void> {
    if (claim.retrieval.waitedMs + pauseMs > MAX_THROTTLED_MS) {
      await this.afterSettlement(await this.settlement.unanswered(claim, throttledTooLong()));
    } else {
      await this.release(claim, 'throttled', pauseMs);
    }
  }

  private async retryOrGiveUp(claim: RetrievalClaim, error: SourceError): Promise<void> {
    const pauseMs = RETRY_PAUSES_MS[claim.retrieval.attempt - 1];
    if (pauseMs === undefined || error instanceof Inconclusive) {
      await this.afterSettlement(await this.settlement.unanswered(claim, failureOf(error)));
    } else {
      await this.release(claim, 'try_again', pauseMs);
    }
  }

  private async afterSettlement({ ends, due }: Settled): Promise<void> {
    for (const { job, result } of ends) {
      const outcome = result.kind === 'failed' ? result.failure : result.kind;
      this.metrics.count('jobs_total', { jurisdiction: job.jurisdiction, outcome });
    }
    await Promise.all(due.map((task) => this.tasks.enqueue(task)));
  }

  private async release(claim: RetrievalClaim, how: Release, pauseMs: number): Promise<void> {
    const due = await claim.release(how, pauseMs);
    if (due) await this.tasks.enqueue({ kind: 'retrieval', ...due }, pauseMs);
  }
}

function throttledTooLong(): Failed {
  return failed('timeout', 'The official source answers fewer requests than are waiting for it.', 'overloaded');
}
