import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { StandingError } from './errors.js';
import type { components, operations } from './openapi.generated.js';

export { StandingError, type ErrorCode } from './errors.js';
export { readWebhook, type WebhookEvent } from './webhook.js';

type Schemas = components['schemas'];
export type EntityData = Schemas['EntityData'];
export type Verified = Schemas['CompletedVerification'];

type BodyOf<O extends keyof operations> = operations[O] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;
type AnswerOf<O extends keyof operations> = {
  [Status in keyof operations[O]['responses'] & (200 | 201 | 202)]: operations[O]['responses'][Status] extends {
    content: { 'application/json': infer Answer };
  }
    ? Answer
    : never;
}[keyof operations[O]['responses'] & (200 | 201 | 202)];

/** An answer, with what it cost. */
export type Billed<T> = T & { readonly credits: { charged: number; remaining: number } };

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

interface Sending {
  body?: object;
  /** The same key on a repeated request makes it one request; made up unless given. */
  idempotencyKey?: string;
  waitSeconds?: number;
}

interface Page {
  limit?: number;
  offset?: number;
}

const LONGEST_WAIT_SECONDS = 25;
const TIMEOUT_MS = 30_000;
const FIRST_PAUSE_MS = 250;
const POLL_MS = 1_000;

/** The service as an object: every method is one operation of its OpenAPI document, and throws `StandingError`. */
export class Standing {
  constructor(private readonly options: StandingOptions) {}

  /** The same service, asked with this key. */
  withKey(apiKey: string): Standing {
    return new Standing({ ...this.options, apiKey });
  }

  requestAccess(email: string) {
    return this.send<'requestAccess'>('POST', '/v1/auth/request-access', { body: { email, accept_terms: true } });
  }

  verifyAccess(body: BodyOf<'verifyAccess'>) {
    return this.send<'verifyAccess'>('POST', '/v1/auth/verify-access', { body });
  }

  config() {
    return this.send<'getConfig'>('GET', '/v1/config');
  }

  jurisdictions() {
    return this.send<'listJurisdictions'>('GET', '/v1/jurisdictions');
  }

  /** One request: the answer, or a job. */
  verify(body: BodyOf<'verifyBusiness'>, sending: Omit<Sending, 'body'> = {}) {
    const idempotencyKey = sending.idempotencyKey ?? randomUUID();
    return this.send<'verifyBusiness'>('POST', '/v1/verify', { ...sending, body, idempotencyKey });
  }

  /**
   * Asks and waits, however long the register takes. `undefined` is a confirmed no-match; a register that does not answer throws
   * `DATA_SOURCE_UNAVAILABLE` or `DATA_SOURCE_TIMEOUT`, and so does waiting longer than `withinMs` (with the code of the timeout).
   */
  async verifyAndWait(body: BodyOf<'verifyBusiness'>, { withinMs = 120_000 } = {}): Promise<Verified | undefined> {
    const deadline = Date.now() + withinMs;
    try {
      let answer: AnswerOf<'verifyBusiness'> | AnswerOf<'getVerificationStatus'> = await this.verify(body, {
        waitSeconds: Math.min(LONGEST_WAIT_SECONDS, Math.ceil(withinMs / 1000)),
      });
      while (answer.status === 'pending' || answer.status === 'processing') {
        if (Date.now() > deadline) throw unfinished(answer.job_id, withinMs);
        await sleep(POLL_MS);
        answer = await this.job(answer.job_id);
      }
      if (answer.status === 'completed' && 'data' in answer) return answer;
      throw endedWithout(answer);
    } catch (error) {
      if (error instanceof StandingError && error.code === 'ENTITY_NOT_FOUND') return undefined;
      throw error;
    }
  }

  job(jobId: string) {
    return this.send<'getVerificationStatus'>('GET', `/v1/verify/status/${encodeURIComponent(jobId)}`);
  }

  search(body: BodyOf<'searchEntities'>, sending: Omit<Sending, 'body'> = {}) {
    const idempotencyKey = sending.idempotencyKey ?? randomUUID();
    return this.send<'searchEntities'>('POST', '/v1/search', { ...sending, body, idempotencyKey });
  }

  readSearch(searchId: string, page: Page = {}) {
    return this.send<'getSearch'>('GET', `/v1/search/${encodeURIComponent(searchId)}${query(page)}`);
  }

  entity(entityId: string) {
    return this.send<'getEntity'>('GET', `/v1/entity/${encodeURIComponent(entityId)}`);
  }

  history(entityId: string, page: Page = {}) {
    return this.send<'getEntityHistory'>('GET', `/v1/entity/${encodeURIComponent(entityId)}/history${query(page)}`);
  }

  account() {
    return this.send<'getAccount'>('GET', '/v1/account');
  }

  billing(page: Page = {}) {
    return this.send<'getBilling'>('GET', `/v1/billing${query(page)}`);
  }

  purchase(packageId: BodyOf<'purchaseCredits'>['package_id'], idempotencyKey: string = randomUUID()) {
    return this.send<'purchaseCredits'>('POST', '/v1/billing/purchase', {
      body: { package_id: packageId },
      idempotencyKey,
    });
  }

  webhookSecret() {
    return this.send<'getWebhookSecret'>('GET', '/v1/account/webhook-secret');
  }

  deliveries(page: Page = {}) {
    return this.send<'listDeliveries'>('GET', `/v1/webhooks/deliveries${query(page)}`);
  }

  /** Sends again only what cannot happen twice: reading, and posting under an Idempotency-Key. */
  private async send<O extends keyof operations>(
    method: string,
    path: string,
    sending: Sending = {},
  ): Promise<Billed<AnswerOf<O>>> {
    const repeatable = method === 'GET' || sending.idempotencyKey !== undefined;
    const tries = repeatable ? 1 + (this.options.retries ?? 2) : 1;
    for (let number = 1; ; number += 1) {
      try {
        return (await this.once(method, path, sending)) as Billed<AnswerOf<O>>;
      } catch (error) {
        if (number >= tries || !isPassing(error)) throw error;
        await sleep(pauseMs(error, number));
      }
    }
  }

  /** Ends the request at the time limit, or when the caller aborts. */
  private signalFor(waitSeconds = 0): AbortSignal {
    const { timeoutMs = TIMEOUT_MS, signal } = this.options;
    const limit = AbortSignal.timeout(timeoutMs + waitSeconds * 1000);
    return signal ? AbortSignal.any([limit, signal]) : limit;
  }

  private async once(method: string, path: string, { body, idempotencyKey, waitSeconds }: Sending): Promise<object> {
    const response = await fetch(this.options.baseUrl.replace(/\/+$/, '') + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(this.options.apiKey ? { 'x-api-key': this.options.apiKey } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        ...(waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: this.signalFor(waitSeconds),
    });
    const answer = await bodyOf(response);
    const credits = {
      charged: Number(response.headers.get('x-credits-charged')),
      remaining: Number(response.headers.get('x-credits-remaining')),
    };
    // Beside the fields of the answer, not among them: it is printed and stored without.
    return Object.defineProperty(answer, 'credits', { value: credits, enumerable: false });
  }
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

/** A 204 has no body; what is no JSON came from something in between. */
async function bodyOf(response: Response): Promise<object> {
  const text = await response.text();
  if (response.ok && text === '') return {};
  const body = parsed(text);
  if (response.ok && body) return body;
  if (body && 'error' in body) throw refusal(response, body as Schemas['Error']);
  const message = `${response.url} answered ${response.status} without the JSON of this service: ${text.slice(0, 100)}`;
  throw refusal(response, { error: { code: 'INTERNAL_ERROR', message } });
}

function parsed(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

/** A job that failed says which failure it was before the first colon; one that was refunded has no answer to give. */
function endedWithout(answer: { job_id?: string; status: string; error?: string }): StandingError {
  const message = answer.error ?? `Job ${answer.job_id} ended as ${answer.status}.`;
  const timeout = message.startsWith('DATA_SOURCE_TIMEOUT');
  return new StandingError(
    {
      code: timeout ? 'DATA_SOURCE_TIMEOUT' : 'DATA_SOURCE_UNAVAILABLE',
      message,
      details: { job_id: answer.job_id, status: answer.status },
    },
    timeout ? 504 : 503,
    undefined,
    undefined,
  );
}

function unfinished(jobId: string, withinMs: number): StandingError {
  const message = `Job ${jobId} did not end within ${withinMs} ms.`;
  return new StandingError(
    { code: 'DATA_SOURCE_TIMEOUT', message, details: { job_id: jobId } },
    504,
    undefined,
    undefined,
  );
}

/** What may go better a moment later: no connection, too many requests, or a failure of ours. The register's failures are answers. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof StandingError)) return error instanceof TypeError;
  return error.code === 'RATE_LIMIT_EXCEEDED' || error.code === 'INTERNAL_ERROR';
}

function pauseMs(error: unknown, number: number): number {
  const asked = error instanceof StandingError ? error.retryAfterSeconds : undefined;
  return asked === undefined ? FIRST_PAUSE_MS * 2 ** (number - 1) * (0.5 + Math.random()) : asked * 1000;
}

function query(page: Page): string {
  const pairs = Object.entries(page).map(([name, value]) => `${name}=${value}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
