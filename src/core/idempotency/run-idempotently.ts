import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { PendingWrite } from '../ports.js';
import type { IdempotencyRecords, KeyOfRequest } from './ports.js';

/** Handed to the work, so that it can write its outcome together with what it charges. */
export interface OutcomeRecorder<T> {
  record(outcome: T): PendingWrite[];
}

/** What identifies a request; `key: undefined` when the caller gave none. */
export interface Idempotency {
  key: string | undefined;
  /** A digest of the request: the same key with another one is reported as a mistake. */
  fingerprint: () => string;
}

/**
 * `replayed`: the outcome is that of an earlier request with the same key, and nothing was done
 * now.
 */
export interface Replayable<T> {
  outcome: T;
  replayed: boolean;
}

/** Throws what the caller's limits refuse the request with. */
type RequireMayAsk = () => void;

/** The first request with the key has not ended yet. */
export class StillRunning extends AppError {
  constructor() {
    super('IDEMPOTENCY_CONFLICT');
  }
}

/** For requests without a key: there is nothing to repeat. */
const NOTHING_TO_RECORD: OutcomeRecorder<never> = { record: () => [] };

/**
 * Does the work once per Idempotency-Key. The first request runs, equal ones conflict meanwhile,
 * and later ones get the same answer. Work that fails before anything was recorded frees the key. A
 * replay is held to the limits of who asks for it: the keys of an account share its records.
 */
export class RunIdempotently {
  constructor(private readonly records: IdempotencyRecords) {}

  async run<T>(
    request: Idempotency & { accountId: Id<'acc'> },
    work: (recorder: OutcomeRecorder<T>) => Promise<T>,
    requireMayAsk: RequireMayAsk = () => undefined,
  ): Promise<Replayable<T>> {
    const { accountId, key, fingerprint } = request;
    if (key === undefined) return { outcome: await work(NOTHING_TO_RECORD), replayed: false };
    return this.runKeyed({ accountId, key, fingerprint: fingerprint() }, work, requireMayAsk);
  }

  private async runKeyed<T>(
    request: KeyOfRequest,
    work: (recorder: OutcomeRecorder<T>) => Promise<T>,
    requireMayAsk: RequireMayAsk,
  ) {
    const claim = await this.records.claim<T>(request);
    if (claim.kind === 'done') {
      requireMayAsk();
      return { outcome: claim.outcome, replayed: true };
    }
    if (claim.kind === 'in_progress') throw new StillRunning();
    if (claim.kind === 'other_request') {
      throw new AppError('IDEMPOTENCY_CONFLICT', {
        message: 'This Idempotency-Key was already used for another request.',
        suggestion: 'Use a new key for every different request.',
      });
    }
    const { held } = claim;
    try {
      const outcome = await work({ record: (recorded) => [this.records.record(held, recorded)] });
      await this.records.finish(held, outcome);
      return { outcome, replayed: false };
    } catch (error) {
      await this.records.release(held);
      throw error;
    }
  }
}
