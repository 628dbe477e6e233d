import { StandingError } from './errors.js';
import type { Schemas } from './operations.js';

/** A complete response. */
export interface Answered {
  response: Response;
  bytes: Uint8Array;
  text: string;
  /** The key that the request was sent with. */
  idempotencyKey: string | undefined;
}

/**
 * Returns the JSON of a response. A service that is not ready responds 503 with a regular body. A
 * body that is not JSON comes from an intermediary.
 */
export function jsonOf(answered: Answered): object {
  const body = parsed(answered.text);
  if (body && (answered.response.ok || isHealth(body))) return body;
  throw refusalIn(answered);
}

const isHealth = (body: object) => 'checks' in body;

export function refusalIn({ response, text, idempotencyKey }: Answered): StandingError {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id') ?? undefined;
  const message = `${response.url} answered ${status} without the JSON of this service: ${text.slice(0, 100)}`;
  const body = parsed(text);
  const told = body && 'error' in body ? (body as Schemas['Error']).error : undefined;
  const error = told ?? ({ code: 'INTERNAL_ERROR', message } as const);
  return new StandingError(error, status, requestId, retryAfterOf(response), { idempotencyKey });
}

/** Status 0: the service did not respond at all. */
export function notReached(baseUrl: string, cause: unknown, idempotencyKey: string | undefined): StandingError {
  const { message } = ((cause as Error).cause ?? cause) as Error;
  const body = { code: 'INTERNAL_ERROR', message: `${baseUrl} could not be reached: ${message}` } as const;
  return new StandingError(body, 0, undefined, undefined, { cause, idempotencyKey });
}

export const isLost = (outcome: object) => outcome instanceof StandingError && outcome.status === 0;

/**
 * Too many requests or a failure of the service may pass. A failure of the register is a final
 * answer. A conflict in answer to a repeat means that the first request is still running.
 */
export function isPassing(answered: Answered, number: number): boolean {
  if (answered.response.ok || isHealth(parsed(answered.text) ?? {})) return false;
  const { code, details } = refusalIn(answered);
  if (code === 'IDEMPOTENCY_CONFLICT') return number > 1;
  return code === 'RATE_LIMIT_EXCEEDED' || code === 'INTERNAL_ERROR' || details['reason'] === 'database_unavailable';
}

/** Reads `Retry-After` as seconds, which an intermediary may write as a date. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const given = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(given)) return Number(given);
  const [at, now] = [Date.parse(given), Date.parse(headers.get('date') ?? '')];
  if (Number.isNaN(at)) return undefined;
  return Math.max(0, Math.ceil((at - (Number.isNaN(now) ? Date.now() : now)) / 1000));
}

function parsed(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}
