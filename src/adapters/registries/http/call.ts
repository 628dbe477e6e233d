import type { Log } from '../../../core/ports.js';
import type { Exchange } from './exchange.js';
import type { OnRowSkippedAt } from './rows.js';
import type { SourceThrottle, PaceLimits } from './throttle/throttle.js';

/**
 * `refused`: the register found fault with the query; `cancelled`: our caller gave up; `not_asked`:
 * the breaker was open.
 */
export type CallOutcome = 'ok' | 'timeout' | 'unavailable' | 'refused' | 'cancelled' | 'not_asked';

export type ObserveCall = (call: { source: string; outcome: CallOutcome; durationMs: number }) => void;

export interface ClientOptions {
  /** The jurisdiction's code: names the source in errors, logs and metrics. */
  source: string;
  /**
   * For one request, from its start to the last byte of the body; also the longest wait for a turn.
   */
  timeoutMs: number;
  pace?: PaceLimits;
  /** Keeps the pace; this client's own when left out. */
  throttle?: SourceThrottle;
  /** Over HTTP when left out. */
  exchange?: Exchange;
  headers?: Record<string, string>;
  maxBodyBytes?: number;
  /**
   * True for a request whose failure says nothing about the register; it also passes an open
   * breaker. Gets the decoded address.
   */
  exempt?: (requestText: string) => boolean;
  log: Pick<Log, 'warn'>;
  observe?: ObserveCall;
  /** Gets each body before the adapter reads it, and returns what it reads instead. */
  inspect?: (body: unknown, url: string) => unknown;
  /** Called for each row that an adapter leaves out because it cannot be read. */
  onRowSkipped?: OnRowSkippedAt;
  /** Called for each status word that an adapter does not know. */
  onUnknownStatus?: (unknown: { source: string; status: string }) => void;
  /** Further headers of what is asked about a moment of a sandbox's clock. */
  headersAt?: (moment: Date) => Readonly<Record<string, string>>;
  /** The clock of the breaker and of `Retry-After`. */
  now?: () => number;
}

export interface RegisterRequest {
  url: string;
  /**
   * Further headers for this request alone, such as the key of one of several services behind a
   * register.
   */
  headers?: Readonly<Record<string, string>>;
  /** Sent as a POST; a GET when left out. */
  body?: { type: 'application/json' | 'application/x-www-form-urlencoded'; text: string };
  /** HTTP statuses by which this register says that it has no such record. */
  absent?: readonly number[];
  /**
   * HTTP statuses by which this register says that it has taken the record out of publication.
   * `read` gets `null`.
   */
  withdrawn?: readonly number[];
  /**
   * A shorter time for a query that may be too much for the register; running out of it throws
   * `SlowQuery`.
   */
  limitMs?: number;
}
