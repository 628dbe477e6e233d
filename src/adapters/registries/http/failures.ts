import { SourceError } from '../../../core/registries/ports.js';
import type { CallOutcome } from './call.js';
import type { Permit } from './circuit-breaker.js';
import { Cancelled } from './exchange.js';
import { OddRows } from './fields.js';
import { ThrottleTimeout } from './throttle/throttle.js';

/** The register understood the query and rejected it. */
export class RefusedQuery extends SourceError {
  constructor(
    httpStatus: number,
    /**
     * The register's refusal, parsed if it is JSON. It may quote the query, so it is for the log,
     * not for callers.
     */
    readonly body: unknown,
  ) {
    super('unavailable', `refused the query (HTTP ${httpStatus})`, { ours: true });
    this.name = 'RefusedQuery';
  }
}

/** A query exceeded its own limit. This says nothing about the register. */
export class SlowQuery extends SourceError {
  constructor(limitMs: number) {
    super('timeout', `the query was not answered within ${limitMs} ms`);
    this.name = 'SlowQuery';
  }
}

/** The request or our credentials are wrong. The register is well. */
export class OwnFault extends SourceError {
  constructor(
    message: string,
    readonly httpStatus?: number,
  ) {
    super('unavailable', message, { ours: true });
  }
}

export function waitedTooLong(): SourceError {
  return new ThrottleTimeout('timeout', 'too many requests were waiting for this register');
}

const PROVE_NOTHING = [Cancelled, ThrottleTimeout, SlowQuery, OwnFault, OddRows];

/** Reports a failed call to the breaker. */
export function settle(permit: Permit | undefined, error: SourceError): void {
  if (PROVE_NOTHING.some((kind) => error instanceof kind)) permit?.abandoned();
  else if (error instanceof RefusedQuery) permit?.succeeded();
  else permit?.failed(error.detail.retryAfterMs);
}

export function outcomeOf(error: SourceError): CallOutcome {
  if (error instanceof Cancelled) return 'cancelled';
  return error instanceof RefusedQuery || error instanceof OwnFault ? 'refused' : error.failure;
}
