import type { CallOutcome, ClientOptions, RegisterRequest } from './call.js';
import type { Dispatcher } from 'undici';
import { SourceError, type SourceStatus } from '../../../core/registries/ports.js';
import type { Exchange as HeardExchange, Witness } from '../../../core/registries/witness.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { failureFields } from './call-log.js';
import { Cancelled, overHttp, timeLimit, type Exchange, type Exchanged } from './exchange.js';
import { outcomeOf, OwnFault, RefusedQuery, settle, SlowQuery, waitedTooLong } from './failures.js';
import { statusLabel } from './fields.js';
import { exchangeOf, locateIn, NOWHERE, unchanged } from './heard.js';
import { decoded, EtagCache, isPage, isReset, jsonOrText, parsed, retryAfter, usedUpFor } from './response.js';
import { outboundAgent } from '../../outbound/outbound-agent.js';
import { rowReporter, type OnRowSkipped } from './rows.js';
import { InProcessThrottle, type SourceLimits, type SourceThrottle } from './throttle/throttle.js';

const USER_AGENT = 'Standing/1.0 (business verification service)';
const DEFAULT_MAX_BODY_BYTES = 20 * 1024 * 1024;
const MAX_REFUSAL_BYTES = 64 * 1024;
/** Added to the time limit of a request. After that, its slot is certainly free. */
const RELEASE_MARGIN_MS = 1_000;
/** Statuses that reject this one query. The register itself is well. */
const REFUSALS = new Set([400, 409, 413, 414, 422]);
/** Client-error statuses that describe the register's own state. */
const NOT_OUR_FAULT = new Set([408, 429]);
/** Most servers reject longer addresses: they read 8 kB. */
const MAX_URL_LENGTH = 7_500;
/** Concurrent requests assumed if the pace sets no limit. */
const FEW = 4;

export interface Topic {
  /** Failures on one subject count once against the register. Without it, each call counts. */
  subject?: string;
  /** The moment of a sandbox's clock that the question is about. Default: the present. */
  at?: Date | undefined;
  witness?: Witness | undefined;
}

/** `text` is to be parsed. `undefined` for an absent record. */
interface Answer {
  text: string | undefined;
  exchange: HeardExchange;
}

interface Asked extends Topic {
  signal: AbortSignal;
}

/**
 * The HTTP client of all register adapters. It limits every request in time and size, keeps the
 * register's pace, identifies itself, honours `Retry-After`, revalidates with ETags, stops calling
 * a register that keeps failing, and maps every failure to a `SourceError`. It does not retry:
 * attempts are counted and paid for elsewhere. The only exception is a kept connection that the
 * register had already closed, when nothing was answered.
 */
export class RegisterClient {
  private readonly breaker: CircuitBreaker;
  private readonly pace: SourceLimits;
  private readonly throttle: SourceThrottle;
  private readonly agent: Dispatcher;
  private readonly exchange: Exchange;
  private readonly kept = new EtagCache();
  private readonly now: () => number;
  private connectionsOpened = 0;

  constructor(private readonly options: ClientOptions) {
    this.now = options.now ?? Date.now;
    this.breaker = new CircuitBreaker(options.now);
    this.pace = { source: options.source, ...options.pace };
    this.throttle = options.throttle ?? new InProcessThrottle();
    this.rowSkipped = rowReporter(options.source, options);
    // Our own time limit covers everything. undici's limits would only report the same under
    // another name.
    const connections = options.pace?.concurrency ?? null;
    this.agent = outboundAgent({ connections, headersTimeout: 0, bodyTimeout: 0 }, () => (this.connectionsOpened += 1));
    this.exchange = options.exchange ?? overHttp(this.agent);
  }

  /**
   * Returns the result of `read` for the parsed body of a 200 response, or `undefined` for one of
   * the request's `absent` statuses. `read` throws a SourceError if it cannot interpret the body;
   * that counts and is logged as the register's failure. Throws only `RefusedQuery` and other
   * `SourceError`s.
   */
  async ask<T>(request: RegisterRequest, asked: Asked, read: (body: unknown) => T): Promise<T | undefined> {
    const startedAt = performance.now();
    const text = `${request.url}${request.body === undefined ? '' : ` ${request.body.text}`}`;
    const exempt = this.options.exempt?.(decoded(text)) ?? false;
    const permit = exempt ? undefined : this.breaker.admit(asked.subject);
    if (!exempt && permit === undefined) return this.refuse(startedAt);
    try {
      const { text: sent, exchange } = await this.paced(request, asked);
      const body = sent === undefined ? undefined : this.inspected(parsed(sent), request.url);
      const isPrivate = body !== undefined && request.namesPerson?.(body);
      asked.witness?.hear({ ...exchange, ...(isPrivate && { isPrivate }) }, locateIn(body));
      const answer = sent === undefined ? undefined : read(body);
      permit?.succeeded();
      this.report('ok', startedAt);
      return answer;
    } catch (cause) {
      const error = this.asSourceError(cause);
      settle(permit, error);
      this.report(outcomeOf(error), startedAt);
      if (!(error instanceof Cancelled)) this.warn(request.url, error, performance.now() - startedAt);
      throw error;
    }
  }

  status(): SourceStatus {
    return this.breaker.status();
  }

  /** For `statusIn`: counts a word without a known meaning. */
  readonly unknownStatus = (word: string): void => {
    this.options.onUnknownStatus?.({ source: this.options.source, status: statusLabel(word) });
  };

  readonly rowSkipped: OnRowSkipped;

  private inspected(body: unknown, url: string): unknown {
    return this.options.inspect ? this.options.inspect(body, url) : body;
  }

  get awaitsProbe(): boolean {
    return this.breaker.awaitsProbe;
  }

  /** Closes kept connections. Requests in progress fail. */
  close(): Promise<void> {
    return this.agent.destroy();
  }

  private refuse(startedAt: number): never {
    this.report('not_asked', startedAt);
    const waitMs = this.breaker.remainingMs();
    throw new SourceError(
      'unavailable',
      `${this.options.source}: the register keeps failing; requests to it are paused`,
      {
        ...(waitMs > 0 && { retryAfterMs: waitMs }),
      },
    );
  }

  private async paced(request: RegisterRequest, asked: Asked): Promise<Answer> {
    const { signal } = asked;
    const { timeoutMs } = this.options;
    if (request.url.length > MAX_URL_LENGTH) throw new OwnFault('the question is too long to be asked');
    const waitLimit = timeLimit(signal, timeoutMs, waitedTooLong);
    const release = await this.throttle
      .acquire(this.pace, { patienceMs: timeoutMs, holdMs: timeoutMs + RELEASE_MARGIN_MS }, waitLimit.signal)
      .finally(waitLimit.clear);
    const limitMs = Math.min(request.limitMs ?? timeoutMs, timeoutMs);
    const timeUp = () =>
      request.limitMs === undefined
        ? new SourceError('timeout', `no complete answer within ${timeoutMs} ms`)
        : new SlowQuery(limitMs);
    const requestLimit = timeLimit(signal, limitMs, timeUp);
    try {
      return await this.answerTo(request, { ...asked, signal: requestLimit.signal });
    } finally {
      requestLimit.clear();
      release();
    }
  }

  private async answerTo(request: RegisterRequest, { signal, at, witness }: Asked): Promise<Answer> {
    const kept = request.body === undefined ? this.kept.of(request.url) : undefined;
    const answer = await this.send(request, signal, { etag: kept?.etag, at });
    const waitMs = usedUpFor(answer.headers, this.pace.concurrency ?? FEW, this.now());
    if (waitMs !== undefined) this.throttle.holdOff(this.pace, waitMs);
    if (kept && answer.statusCode === 304) {
      await answer.readOver();
      const exchange = unchanged(kept.answer, this.now());
      return { text: exchange.body.toString(), exchange };
    }
    const heard = (body: Buffer) => exchangeOf(request, answer, body, this.now());
    const isWithdrawn = request.withdrawn?.includes(answer.statusCode) ?? false;
    if (isWithdrawn || request.absent?.includes(answer.statusCode)) {
      // An HTML page is not the register's answer: it comes from something in front of it.
      const body = await answer.bytes(MAX_REFUSAL_BYTES);
      const said = jsonOrText(body);
      if (isPage(body.toString())) throw this.failedStatus(answer);
      if (request.isAbsent?.(said) === false) throw this.refusalOf(answer.statusCode, heard(body), said, witness);
      return { text: isWithdrawn ? 'null' : undefined, exchange: heard(body) };
    }
    if (answer.statusCode === 200) {
      const exchange = heard(await answer.bytes(this.options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES));
      if (request.body === undefined) this.kept.keep(request.url, answer.headers.etag, exchange);
      return { text: exchange.body.toString(), exchange };
    }
    if (REFUSALS.has(answer.statusCode)) {
      const body = await answer.bytes(MAX_REFUSAL_BYTES);
      throw this.refusalOf(answer.statusCode, heard(body), jsonOrText(body), witness);
    }
    if (request.refusesKey?.(answer.statusCode, jsonOrText(await answer.bytes(MAX_REFUSAL_BYTES)))) {
      throw new OwnFault(`refused our credentials with HTTP ${answer.statusCode}`, answer.statusCode);
    }
    answer.giveUp();
    throw this.failedStatus(answer, waitMs);
  }

  private refusalOf(
    httpStatus: number,
    heard: HeardExchange,
    said: unknown,
    witness: Witness | undefined,
  ): RefusedQuery {
    witness?.hear(heard, NOWHERE);
    return new RefusedQuery(httpStatus, said);
  }

  private failedStatus({ statusCode, headers }: Exchanged, waitMs?: number): SourceError {
    if (statusCode >= 400 && statusCode < 500 && !NOT_OUR_FAULT.has(statusCode)) {
      return new OwnFault(`answered HTTP ${statusCode}`, statusCode);
    }
    const retryAfterMs = retryAfter(headers['retry-after'], this.now()) ?? waitMs;
    // Applies to all registers that share the source.
    if (statusCode === 429 && retryAfterMs !== undefined) this.throttle.holdOff(this.pace, retryAfterMs);
    const ours = statusCode < 400 && statusCode !== 202;
    return new SourceError('unavailable', `answered HTTP ${statusCode}`, {
      ...(ours && { ours }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  }

  private async send(
    asked: RegisterRequest,
    signal: AbortSignal,
    known: { etag: string | undefined; at: Date | undefined },
    again = true,
  ): Promise<Exchanged> {
    const openedBefore = this.connectionsOpened;
    const headers = {
      'user-agent': USER_AGENT,
      accept: 'application/json',
      ...this.options.headers,
      ...asked.headers,
      ...(asked.body && { 'content-type': asked.body.type }),
      ...(known.etag !== undefined && { 'if-none-match': known.etag }),
      ...(known.at && this.options.headersAt?.(known.at)),
    };
    const method = asked.body ? 'POST' : 'GET';
    try {
      return await this.exchange({ url: asked.url, method, headers, body: asked.body?.text, signal });
    } catch (error) {
      const stale = again && this.connectionsOpened === openedBefore && isReset(error);
      if (!stale) throw error;
      return this.send(asked, signal, known, false);
    }
  }

  private asSourceError(cause: unknown): SourceError {
    if (cause instanceof SourceError) {
      if (!cause.message.startsWith(this.options.source)) cause.message = `${this.options.source}: ${cause.message}`;
      return cause;
    }
    return new SourceError('unavailable', `${this.options.source}: the register could not be reached`, { cause });
  }

  private report(outcome: CallOutcome, startedAt: number): void {
    this.options.observe?.({ source: this.options.source, outcome, durationMs: performance.now() - startedAt });
  }

  private warn(url: string, error: SourceError, durationMs: number): void {
    const message = error.detail.ours
      ? 'register call failed, and the adapter may be at fault'
      : 'register call failed';
    const refusal = error instanceof RefusedQuery ? error.body : undefined;
    this.options.log.warn(message, failureFields(this.options.source, url, error, durationMs, refusal));
  }
}

/** A register's client for one question. Adapters call their register through it. */
export class QuestionClient {
  readonly unknownStatus: (word: string) => void;
  /** For `readRows`: counts a skipped row. */
  readonly rowSkipped: OnRowSkipped;

  constructor(
    private readonly client: RegisterClient,
    private readonly topic: Topic,
  ) {
    this.unknownStatus = client.unknownStatus;
    this.rowSkipped = client.rowSkipped;
  }

  /** Like `ask`, for an address that is never `absent`. */
  getJson<T>(url: string, signal: AbortSignal, read: (body: unknown) => T): Promise<T> {
    return this.ask({ url }, signal, read) as Promise<T>;
  }

  /** See `RegisterClient.ask`. */
  ask<T>(request: RegisterRequest, signal: AbortSignal, read: (body: unknown) => T): Promise<T | undefined> {
    return this.client.ask(request, { ...this.topic, signal }, read);
  }
}
