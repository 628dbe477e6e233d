import { AppError } from '../errors.js';

export interface Window {
  limit: number;
  /** Never negative. */
  remaining: number;
  /** Of a sliding window: when its oldest count expires. */
  resetsAt: Date;
  /** False once more than `limit` requests were counted. */
  within: boolean;
}

/** The window of a key's rate limit, which its headers show: all buckets reset together. */
export const MINUTE = 'minute';

/**
 * Windows of limits that protect secrets and mailboxes. They slide: a place becomes free when the
 * count that took it is that old. Around the turn of a window that resets, twice the limit passes.
 */
export type SlidingLength = 'sliding minute' | 'sliding hour' | 'sliding day';
export type WindowLength = typeof MINUTE | SlidingLength;
export const WINDOW_SECONDS: Readonly<Record<WindowLength, number>> = {
  minute: 60,
  'sliding minute': 60,
  'sliding hour': 3_600,
  'sliding day': 86_400,
};

/**
 * Counts requests per bucket and window. Always use the same window length for a bucket. A sliding
 * window counts no request that it refuses. An unreachable counter never blocks a request.
 */
export abstract class RateLimits {
  /** Counts one request and returns the state of its window. */
  abstract count(bucket: string, limit: number, length?: WindowLength): Promise<Window>;

  /** Undoes the latest count in the current window. */
  abstract giveBack(bucket: string, length?: WindowLength): Promise<void>;

  /** Returns the state of the window without counting. */
  abstract look(bucket: string, limit: number, length?: WindowLength): Promise<Window>;
}

/** Returns the count, with this request; more than the limit once it is refused. */
export function usedOf({ limit, remaining, within }: Window): number {
  return within ? limit - remaining : limit + 1;
}

/**
 * The error for a caller whose window is used up; `rule` states the limit: "This key may make 60
 * requests a minute".
 */
export function tooMany({ resetsAt }: Window, rule: string): AppError {
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - Date.now()) / 1000));
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: `${rule}. Try again in ${seconds} s.`,
    details: { retry_after_seconds: seconds },
  });
}

/** Requests per minute and network address without credentials that are known. */
export abstract class AddressLimits {
  /** Of agents. */
  abstract readonly agents: number;
  abstract readonly open: number;
}
