import { StandingError } from './errors.js';
import type { Schemas } from './operations.js';
import type { RequestOptions } from './transport.js';

/** The longest that one request waits for an answer, in seconds. */
const MAX_WAIT_SECONDS = 25;
const POLL_MS = 1_000;
const WITHIN_MS = 120_000;

export interface UntilEnded extends RequestOptions {
  /** When to give up; two minutes unless given. The job goes on, and can be asked for by its id. */
  withinMs?: number;
}

interface Running {
  status: Schemas['ListedJob']['status'];
}

/**
 * Asks again until a job or a search has ended, whose first answer is `first`. Throws the code of a
 * timeout after `withinMs`.
 * @param name what is waited for, by its id
 */
export async function untilEnded<T extends Running>(
  name: string,
  first: T,
  { withinMs = WITHIN_MS, signal }: UntilEnded,
  ask: () => Promise<T>,
  pause: (ms: number, signal?: AbortSignal) => Promise<void>,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  let answer = first;
  while (answer.status === 'pending' || answer.status === 'processing') {
    if (Date.now() > deadline) throw unfinished(name, withinMs);
    await pause(POLL_MS, signal);
    answer = await ask();
  }
  return answer;
}

/** What the service may be asked to wait, when the caller gives up after this time. */
export function waitWithin({ withinMs = WITHIN_MS }: UntilEnded): number {
  return Math.min(MAX_WAIT_SECONDS, Math.ceil(withinMs / 1000));
}

/**
 * A job that failed says which failure it was before the first colon; one that was refunded has no
 * answer to give.
 */
export function endedWithout(answer: { job_id?: string; status: string; error?: string }): StandingError {
  const message = answer.error ?? `Job ${answer.job_id} ended as ${answer.status}.`;
  const code = message.startsWith('DATA_SOURCE_TIMEOUT') ? 'DATA_SOURCE_TIMEOUT' : 'DATA_SOURCE_UNAVAILABLE';
  return noAnswer(code, message, { job_id: answer.job_id, status: answer.status });
}

function unfinished(name: string, withinMs: number): StandingError {
  return noAnswer('DATA_SOURCE_TIMEOUT', `${name} did not end within ${withinMs} ms.`, { waited_for: name });
}

function noAnswer(
  code: 'DATA_SOURCE_TIMEOUT' | 'DATA_SOURCE_UNAVAILABLE',
  message: string,
  details: Record<string, unknown>,
): StandingError {
  return new StandingError(
    { code, message, details },
    code === 'DATA_SOURCE_TIMEOUT' ? 504 : 503,
    undefined,
    undefined,
  );
}
