import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { StandingError } from './errors.js';
import type { Answer, AnyParts, Method, OperationAt, Parts, PathOf, Schemas } from './operations.js';

/** An answer, with what it cost. */
export type Billed<T> = T extends { credits: unknown }
  ? T
  : T & { readonly credits: { charged: number; remaining: number } };

export interface StandingOptions {
  /** Where the service is, for example https://standing.example.com */
  baseUrl: string;
  apiKey?: string;
  /** How often a request that may have been lost is sent again; 2 unless given. */
  retries?: number;
  /** How long a single request may take beside what it asks to wait; 30 s unless given. */
  timeoutMs?: number;
  /** Ends whatever is under way. */
  signal?: AbortSignal;
}

/** Of one request, beside or instead of what the client was made with. */
export interface RequestOptions {
  timeoutMs?: number;
  /** Ends this request, and the pause before it is repeated. */
  signal?: AbortSignal;
}

export interface ChargedOptions extends RequestOptions {
  /** The same key on a repeated request makes it one request; made up unless given. */
  idempotencyKey?: string;
}

export interface WaitingOptions extends ChargedOptions {
  /** How long the service may hold the answer back until it is complete, in seconds, 25 at most. */
  waitSeconds?: number;
}

interface Sent {
  method: Method;
  path: string;
  accept: string;
  body?: object | undefined;
  file?: AnyParts['file'];
  options: WaitingOptions & { bearer?: string };
}

const TIMEOUT_MS = 30_000;
const FIRST_PAUSE_MS = 250;
const NO_CONTENT = 204;
const DECODER = new TextDecoder();

/**
 * The service over HTTP: what it refuses is thrown as `StandingError`, and what may be repeated is
 * repeated.
 */
export class Transport {
  constructor(private readonly options: StandingOptions) {}

  /** One operation of the document, by its method and path. */
  async send<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    parts: Parts<OperationAt<M, P>>,
    options: WaitingOptions = {},
  ): Promise<Billed<Answer<OperationAt<M, P>>>> {
    const given: AnyParts = parts;
    const { body, file } = given;
    const sent = { method, path: address(path, given), accept: 'application/json', body, file, options };
    const { response, text } = await this.repeatedly(sent);
    return withCredits(jsonOf(response, text) as Answer<OperationAt<M, P>>, response.headers);
  }

  /** The same where nothing is answered. */
  async nothing<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    parts: Parts<OperationAt<M, P>>,
    options: RequestOptions = {},
  ): Promise<Billed<object>> {
    const { body }: AnyParts = parts;
    const sent = { method, path: address(path, parts), accept: 'application/json', body, options };
    const { response, text } = await this.repeatedly(sent);
    if (response.status !== NO_CONTENT) throw refusalIn(response, text);
    return withCredits({}, response.headers);
  }

  /** The same where the answer is text: a table as CSV, the metrics. */
  async text<P extends PathOf<'get'>>(
    path: P,
    parts: Parts<OperationAt<'get', P>>,
    accept: string,
    options: RequestOptions & { bearer?: string } = {},
  ): Promise<string> {
    const { response, text } = await this.repeatedly({ method: 'get', path: address(path, parts), accept, options });
    if (!response.ok) throw refusalIn(response, text);
    return text;
  }

  /** The same where the answer is a file. */
  async bytes<P extends PathOf<'get'>>(
    path: P,
    parts: Parts<OperationAt<'get', P>>,
    options: RequestOptions = {},
  ): Promise<Uint8Array> {
    const sent = { method: 'get', path: address(path, parts), accept: '*/*', options } as const;
    const { response, text, bytes } = await this.repeatedly(sent);
    if (!response.ok) throw refusalIn(response, text);
    return bytes;
  }

  /** Rests between two questions about the same thing; an abort ends it. */
  readonly pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
    const signals = [this.options.signal, signal].filter((each) => each !== undefined);
    await sleep(ms, undefined, { signal: AbortSignal.any(signals) });
  };

  /** Sends again only what cannot happen twice: reading, and posting under an Idempotency-Key. */
  private async repeatedly(sent: Sent): Promise<{ response: Response; text: string; bytes: Uint8Array }> {
    const repeatable = sent.method === 'get' || sent.options.idempotencyKey !== undefined;
    const tries = repeatable ? 1 + (this.options.retries ?? 2) : 1;
    for (let number = 1; ; number += 1) {
      try {
        const response = await fetch(this.options.baseUrl.replace(/\/+$/, '') + sent.path, this.request(sent));
        const bytes = new Uint8Array(await response.arrayBuffer());
        const text = DECODER.decode(bytes);
        if (number >= tries || !isPassing(response, text)) return { response, text, bytes };
        await this.pause(pauseMs(number, response.headers.get('retry-after')), sent.options.signal);
      } catch (error) {
        // No connection, or one that was lost: fetch throws TypeError, and not always that of this
        // realm.
        if ((error as Error).name !== 'TypeError') throw error;
        if (number >= tries) throw notReached(this.options.baseUrl, error);
        await this.pause(pauseMs(number), sent.options.signal);
      }
    }
  }

  private request({ method, accept, body, file, options }: Sent): RequestInit {
    const { idempotencyKey, waitSeconds, bearer } = options;
    return {
      method: method.toUpperCase(),
      headers: {
        accept,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(file ? { 'content-type': file.type } : {}),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(this.options.apiKey && !bearer ? { 'x-api-key': this.options.apiKey } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        ...(waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(file ? { body: file.bytes as string } : {}),
      // The key is sent to no other address than the one that was given.
      redirect: 'manual',
      signal: this.limit(options),
    };
  }

  /** Ends the request at the time limit, or when the caller aborts it or everything. */
  private limit({ timeoutMs, waitSeconds = 0, signal }: WaitingOptions): AbortSignal {
    const limitMs = timeoutMs ?? this.options.timeoutMs ?? TIMEOUT_MS;
    const signals = [AbortSignal.timeout(limitMs + waitSeconds * 1000), this.options.signal, signal];
    return AbortSignal.any(signals.filter((each) => each !== undefined));
  }
}

/** What is charged goes under a key, so that it may be repeated. */
export function once<O extends ChargedOptions>(options?: O): O & { idempotencyKey: string } {
  return { ...(options as O), idempotencyKey: options?.idempotencyKey ?? randomUUID() };
}

/** The path with its parameters in place, and the query behind it. */
function address(template: string, { path = {}, query = {} }: AnyParts): string {
  const values = new Map<string, unknown>(Object.entries(path));
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value));
  return asked.size === 0 ? filled : `${filled}?${asked.toString()}`;
}

/** Of a service that gave no answer at all: status 0. */
function notReached(baseUrl: string, cause: unknown): StandingError {
  const { message } = ((cause as Error).cause ?? cause) as Error;
  const body = { code: 'INTERNAL_ERROR', message: `${baseUrl} could not be reached: ${message}` } as const;
  return new StandingError(body, 0, undefined, undefined, { cause });
}

/**
 * A service that is not ready says so with 503, and that is its answer. What is no JSON came from
 * something in between.
 */
function jsonOf(response: Response, text: string): object {
  const body = parsed(text);
  if (body && (response.ok || isHealth(body))) return body;
  throw refusalIn(response, text);
}

const isHealth = (body: object) => 'checks' in body;

function refusalIn(response: Response, text: string): StandingError {
  const body = parsed(text);
  if (body && 'error' in body) return refusal(response, body as Schemas['Error']);
  const message = `${response.url} answered ${response.status} without the JSON of this service: ${text.slice(0, 100)}`;
  return refusal(response, { error: { code: 'INTERNAL_ERROR', message } });
}

function refusal({ status, headers }: Response, { error }: Schemas['Error']): StandingError {
  const retryAfter = headers.get('retry-after');
  return new StandingError(
    error,
    status,
    headers.get('x-request-id') ?? undefined,
    retryAfter === null ? undefined : Number(retryAfter),
  );
}

function parsed(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Beside the fields of the answer, not among them: it is printed and stored without. A field of
 * that name that the answer has itself, the prices of `config`, is not hidden.
 */
function withCredits<T extends object>(answer: T, headers: Headers): Billed<T> {
  if ('credits' in answer) return answer as Billed<T>;
  const credits = {
    charged: Number(headers.get('x-credits-charged')),
    remaining: Number(headers.get('x-credits-remaining')),
  };
  return Object.defineProperty(answer, 'credits', { value: credits, enumerable: false }) as Billed<T>;
}

/**
 * What may go better a moment later: too many requests, or a failure of ours. The register's
 * failures are answers.
 */
function isPassing(response: Response, text: string): boolean {
  if (response.ok || isHealth(parsed(text) ?? {})) return false;
  const { code, details } = refusalIn(response, text);
  return code === 'RATE_LIMIT_EXCEEDED' || code === 'INTERNAL_ERROR' || details['reason'] === 'database_unavailable';
}

function pauseMs(number: number, retryAfter: string | null = null): number {
  return retryAfter === null ? FIRST_PAUSE_MS * 2 ** (number - 1) * (0.5 + Math.random()) : Number(retryAfter) * 1000;
}
