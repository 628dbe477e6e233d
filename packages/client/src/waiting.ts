import { StandingError } from './errors.js';
import type { Schemas } from './operations.js';
import type { Patience, RequestOptions } from './transport.js';

/** The server's limit for one request. */
const MAX_WAIT_SECONDS = 25;
const POLL_MS = 1_000;
const WITHIN_MS = 120_000;

export interface UntilEnded extends RequestOptions {
  /** Throws after this time; two minutes by default. The job continues, and its id still works. */
  withinMs?: number;
}

interface Running {
  status: Schemas['ListedJob']['status'];
}

/**
 * Polls until a job or a search has ended; `first` is its first response. Throws the timeout code
 * after `withinMs`.
 * @param name the id for the error message
 */
export async function untilEnded<T extends Running>(
  name: string,
  first: T,
  { withinMs = WITHIN_MS, giveUpAt, signal }: UntilEnded & Required<Patience>,
  ask: () => Promise<T>,
  pause: (ms: number, signal?: AbortSignal) => Promise<void>,
): Promise<T> {
  let answer = first;
  while (answer.status === 'pending' || answer.status === 'processing') {
    const leftMs = giveUpAt - performance.now();
    if (leftMs <= 0) throw unfinished(name, withinMs);
    await pause(Math.min(POLL_MS, leftMs), signal);
    answer = await ask();
  }
  return answer;
}

/** Adds the end of the wait, which begins now. */
export function patient<O extends UntilEnded>(wait: O): O & Required<Patience> {
  return { ...wait, giveUpAt: performance.now() + (wait.withinMs ?? WITHIN_MS) };
}

/** Returns the seconds to ask the service to wait when the caller gives up after `withinMs`. */
export function waitWithin({ withinMs = WITHIN_MS }: UntilEnded): number {
  return Math.min(MAX_WAIT_SECONDS, Math.ceil(withinMs / 1000));
}

/** The error of a failed job begins with its code and a colon. A refunded job has no result. */
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
