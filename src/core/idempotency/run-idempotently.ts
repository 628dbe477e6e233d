import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { PendingWrite } from '../ports.js';
import { IdempotencyRecords, type KeyOfRequest } from './ports.js';
import { Injectable } from '../injectable.js';

/** Passed to the work, so that it can write its outcome in the same commit as the charge. */
export interface OutcomeRecorder<T> {
  record(outcome: T): PendingWrite[];
}

/** Identifies a request; `key` is `undefined` if the caller sent none. */
export interface Idempotency {
  key: string | undefined;
  /** A digest of the request: reusing the key for another one is reported as an error. */
  fingerprint: () => string;
}

/** `replayed`: the outcome is an earlier request's with the same key; nothing was executed. */
export interface Replayable<T> {
  outcome: T;
  replayed: boolean;
}

type RequireMayAsk = () => void;

export class StillRunning extends AppError {
  constructor() {
    super('IDEMPOTENCY_CONFLICT');
  }
}

const NOTHING_TO_RECORD: OutcomeRecorder<never> = { record: () => [] };

/**
 * Executes the work once per Idempotency-Key. The first request runs, concurrent ones conflict, and
 * later ones get the same response. If the work fails before anything is recorded, the key becomes
 * free. A replay is subject to the limits of its own caller, because the keys of an account share
 * its records.
 */
@Injectable()
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
        message: 'This idempotency key was already used for another request.',
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
