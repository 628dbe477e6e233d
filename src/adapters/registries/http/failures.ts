import { SourceError } from '../../../core/registries/ports.js';
import type { CallOutcome } from './call.js';
import type { Permit } from './circuit-breaker.js';
import { Cancelled } from './exchange.js';
import { OddRows } from './fields.js';
import { ThrottleTimeout } from './throttle/throttle.js';

/** The register understood us and declined this query. */
export class RefusedQuery extends SourceError {
  constructor(
    httpStatus: number,
    /**
     * The refusal as the register worded it, parsed when it is JSON. It may quote the query, so it
     * is for the log, not for callers.
     */
    readonly body: unknown,
  ) {
    super('unavailable', `refused the query (HTTP ${httpStatus})`, { ours: true });
    this.name = 'RefusedQuery';
  }
}

/** A query took longer than it was given; that says nothing about the register. */
export class SlowQuery extends SourceError {
  constructor(limitMs: number) {
    super('timeout', `the query was not answered within ${limitMs} ms`);
    this.name = 'SlowQuery';
  }
}

/** Something is wrong with what we asked or with our credentials; the register is well. */
export class OwnFault extends SourceError {
  constructor(message: string) {
    super('unavailable', message, { ours: true });
  }
}

export function waitedTooLong(): SourceError {
  return new ThrottleTimeout('timeout', 'too many requests were waiting for this register');
}

/** Failures that say nothing of the register's health. */
const PROVE_NOTHING = [Cancelled, ThrottleTimeout, SlowQuery, OwnFault, OddRows];

/** Reports to the breaker what a failed call says of the register. */
export function settle(permit: Permit | undefined, error: SourceError): void {
  if (PROVE_NOTHING.some((kind) => error instanceof kind)) permit?.abandoned();
  else if (error instanceof RefusedQuery) permit?.succeeded();
  else permit?.failed(error.detail.retryAfterMs);
}

export function outcomeOf(error: SourceError): CallOutcome {
  if (error instanceof Cancelled) return 'cancelled';
  return error instanceof RefusedQuery || error instanceof OwnFault ? 'refused' : error.failure;
}
