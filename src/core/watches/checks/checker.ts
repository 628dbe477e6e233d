import { WriteConflict, Log } from '../../ports.js';
import { Tasks } from '../../tasks/ports.js';
import { SourceError } from '../../registries/ports.js';
import { QueryRegistry } from '../../verification/query-registry.js';
import type { DueDelivery } from '../../webhooks/ports.js';
import { type ClaimedCheck, WatchChecks } from '../ports.js';
import type { PauseReason } from '../watch.js';
import { BeginCheck } from './begin-check.js';
import { type Answered, CheckSettlement, type Unpaid } from './check-settlement.js';
import { Injectable } from '../../injectable.js';

const AT_ONCE = 8;
/** Long enough for a slow register. */
const LIMIT_MS = 45_000;
/** A check that fails this often through an internal error ends as failed. */
const MAX_ERRORS = 3;
const ERROR_PAUSE_MS = 2_000;
/** Used when nothing says how soon a register may be queried again. */
const THROTTLE_PAUSE_MS = 2_000;

export interface Round {
  /** Due by this time, by the clock of watches. */
  until: Date;
  /**
   * Leaves out checks due this much later than the first, whose own next check may come before
   * them.
   */
  withinMs: number;
  limit: number;
  /** Checks due before this time no longer yield. */
  urgentBefore: Date;
  sandbox: boolean;
}

/**
 * Makes a round of checks: claims what is due, begins and charges it, queries each register once
 * for equal questions, and settles. A check whose worker dies is made by another one, but charged
 * and reported once. An internal error fails only its own check.
 */
@Injectable()
export class Checker {
  constructor(
    private readonly checks: WatchChecks,
    private readonly beginCheck: BeginCheck,
    private readonly register: QueryRegistry,
    private readonly settlement: CheckSettlement,
    private readonly tasks: Tasks,
    private readonly log: Log,
  ) {}

  /** Returns the number of claimed checks; 0 when nothing is due. */
  async makeRound(round: Round): Promise<number> {
    const claimed = await this.checks.claim(round);
    if (claimed.length > 0) await this.checks.holding(claimed, () => this.make(claimed));
    return claimed.length;
  }

  private async make(claimed: readonly ClaimedCheck[]): Promise<void> {
    const begun = await Promise.all(claimed.map((check) => this.beginAlone(check)));
    const unpaid = begun.flatMap(({ check, refusal }) => (refusal ? [{ check, reason: refusal }] : []));
    const answers = await this.askAll(begun.flatMap(({ check, isPaid }) => (isPaid ? [check] : [])));
    await this.settleAll(answers, unpaid);
  }

  private async beginAlone(
    check: ClaimedCheck,
  ): Promise<{ check: ClaimedCheck; refusal?: PauseReason; isPaid: boolean }> {
    try {
      const refusal = await this.beginCheck.run(check);
      return { check, isPaid: refusal === undefined, ...(refusal && { refusal }) };
    } catch (error) {
      if (error instanceof WriteConflict) await this.abandon(check);
      else await this.fail(check, error);
      return { check, isPaid: false };
    }
  }

  /**
   * Settles all in one transaction and, if that fails, each on its own, so that a faulty check does
   * not block the others.
   */
  private async settleAll(answers: readonly Answered[], unpaid: readonly Unpaid[]): Promise<void> {
    try {
      await this.settle(answers, unpaid);
      return;
    } catch (error) {
      this.log.warn('a round of checks failed to settle; settling them one by one', {
        checks: answers.flatMap(({ checks }) => checks).length + unpaid.length,
        error,
      });
    }
    for (const { checks, answer } of answers) {
      for (const check of checks) {
        await this.settle([{ checks: [check], answer }], []).catch((error: unknown) => this.fail(check, error));
      }
    }
    for (const one of unpaid) {
      await this.settle([], [one]).catch((error: unknown) => this.fail(one.check, error));
    }
  }

  private async settle(answers: readonly Answered[], unpaid: readonly Unpaid[]): Promise<void> {
    await this.enqueue(await this.settlement.settle(answers, unpaid));
  }

  /**
   * Retries a check after an internal error, up to `MAX_ERRORS` times; then it ends without an
   * answer and is refunded.
   */
  private async fail(check: ClaimedCheck, error: unknown): Promise<void> {
    const { watchId, jurisdiction } = check;
    this.log.error('a check failed with an internal error', { watchId, jurisdiction, error });
    try {
      if ((await this.checks.countError(check)) < MAX_ERRORS) await this.release([check], ERROR_PAUSE_MS);
      else await this.settle([{ checks: [check], answer: ownFailure(error) }], []);
    } catch (failed) {
      // The claim expires, and the check is due again.
      this.log.error('a failed check could not be released', { watchId, error: failed });
    }
  }

  private async abandon(check: ClaimedCheck): Promise<void> {
    await this.checks.abandon(check).catch((error: unknown) => {
      this.log.error('a check could not be abandoned', { watchId: check.watchId, error });
    });
  }

  private async release(checks: readonly ClaimedCheck[], pauseMs: number): Promise<void> {
    await this.checks.release(checks, pauseMs).catch((error: unknown) => {
      this.log.error('checks could not be released', { checks: checks.length, error });
    });
  }

  /**
   * Queries in the order in which the checks fell due, and releases those held back by a register's
   * throttle.
   */
  private async askAll(paid: readonly ClaimedCheck[]): Promise<Answered[]> {
    const questions = groupedByQuestion(paid).toSorted((a, b) => +a[0].due - +b[0].due);
    const answered: Answered[][] = [];
    const next = questions.entries();
    const work = async () => {
      for (const [place, question] of next) answered[place] = await this.askFor(question);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return answered.flat();
  }

  private async askFor(question: Question): Promise<Answered[]> {
    const [first] = question;
    const tier = question.some((check) => check.tier === 'deep') ? 'deep' : 'quick';
    const { jurisdiction, recordId, claimedAt, due: at } = first;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new SourceError('timeout', 'the check took too long')), LIMIT_MS);
    try {
      const asked = { kind: 'record', jurisdiction, recordId, tier, at, claimedAt } as const;
      return [{ checks: question, answer: await this.register.run(asked, limit.signal) }];
    } catch (error) {
      const failure = this.asSourceError(error, first);
      if (!failure.detail.throttled) return [{ checks: question, answer: failure }];
      await this.release(question, failure.detail.retryAfterMs ?? THROTTLE_PAUSE_MS);
      return [];
    } finally {
      clearTimeout(timer);
    }
  }

  private asSourceError(error: unknown, { jurisdiction }: ClaimedCheck): SourceError {
    if (error instanceof SourceError) return error;
    this.log.error('a check failed with an internal error', { jurisdiction, error });
    return ownFailure(error);
  }

  private async enqueue(deliveries: readonly DueDelivery[]): Promise<void> {
    await Promise.all(deliveries.map((delivery) => this.tasks.enqueue({ kind: 'delivery', ...delivery })));
  }
}

function ownFailure(cause: unknown): SourceError {
  return new SourceError('unavailable', 'internal error', { ours: true, cause });
}

/** Equal questions: the same record at the same moment. */
type Question = readonly [ClaimedCheck, ...ClaimedCheck[]];

function groupedByQuestion(checks: readonly ClaimedCheck[]): Question[] {
  const groups = new Map<string, [ClaimedCheck, ...ClaimedCheck[]]>();
  for (const check of checks) {
    const key = `${check.jurisdiction}/${check.recordId}/${check.due.getTime()}`;
    const group = groups.get(key);
    if (group) group.push(check);
    else groups.set(key, [check]);
  }
  return [...groups.values()];
}
