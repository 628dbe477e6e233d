import type { Log } from '../../../core/ports.js';
import type { Exchange } from './exchange.js';
import type { OnRowSkippedAt } from './rows.js';
import type { SourceThrottle, PaceLimits } from './throttle/throttle.js';

/**
 * The meaning of some outcomes. `refused`: the register rejected the query. `cancelled`: our caller
 * gave up. `not_asked`: the breaker was open.
 */
export type CallOutcome = 'ok' | 'timeout' | 'unavailable' | 'refused' | 'cancelled' | 'not_asked';

export type ObserveCall = (call: { source: string; outcome: CallOutcome; durationMs: number }) => void;

export interface ClientOptions {
  /** The jurisdiction's code. Names the source in errors, logs and metrics. */
  source: string;
  /**
   * Limit for one request, from its start to the last byte of the body, and for the wait before it.
   */
  timeoutMs: number;
  pace?: PaceLimits;
  /** Keeps the pace. Default: this client's own. */
  throttle?: SourceThrottle;
  /** Default: HTTP. */
  exchange?: Exchange;
  headers?: Record<string, string>;
  maxBodyBytes?: number;
  /**
   * Returns `true` for a request whose failure says nothing about the register. Such a request also
   * passes an open breaker. Gets the decoded address.
   */
  exempt?: (requestText: string) => boolean;
  log: Pick<Log, 'warn'>;
  observe?: ObserveCall;
  /** Called with each response body. Its result is passed to the adapter instead. */
  inspect?: (body: unknown, url: string) => unknown;
  onRowSkipped?: OnRowSkippedAt;
  onUnknownStatus?: (unknown: { source: string; status: string }) => void;
  /** Additional headers for questions about a moment of a sandbox's clock. */
  headersAt?: (moment: Date) => Readonly<Record<string, string>>;
  /** The clock of the breaker and of `Retry-After`. */
  now?: () => number;
}

export interface RegisterRequest {
  url: string;
  /**
   * Additional headers for this request only, e.g. the key of one of several services behind a
   * register.
   */
  headers?: Readonly<Record<string, string>>;
  /** Sent as a POST. Without it, the request is a GET. */
  body?: { type: 'application/json' | 'application/x-www-form-urlencoded'; text: string };
  /** HTTP statuses that mean: the register has no such record. */
  absent?: readonly number[];
  /**
   * For a status in `absent` that also refuses malformed questions: returns whether the body says
   * that there is no such record.
   */
  isAbsent?: (body: unknown) => boolean;
  /**
   * Returns whether the register refuses our credentials, for a status that usually means another
   * failure.
   */
  refusesKey?: (httpStatus: number, body: unknown) => boolean;
  /**
   * HTTP statuses that mean: the register has withdrawn the record from publication. `read` gets
   * `null`.
   */
  withdrawn?: readonly number[];
  /**
   * A shorter limit for a query that may be too much for the register. When it expires, `SlowQuery`
   * is thrown.
   */
  limitMs?: number;
  /**
   * Returns `true` for a body with the record of a person, which the register mixes in: evidence
   * then keeps its digest and size.
   */
  namesPerson?: (body: unknown) => boolean;
}
