import { AppError } from '../errors.js';

export interface Window {
  limit: number;
  /** Never negative. */
  remaining: number;
  resetsAt: Date;
  /** False once more than `limit` requests were counted. */
  within: boolean;
}

export type WindowLength = 'minute' | 'hour';
export const WINDOW_SECONDS: Readonly<Record<WindowLength, number>> = { minute: 60, hour: 3_600 };

/**
 * Counts requests per bucket and window. Always use the same window length for a bucket. An
 * unreachable counter never blocks a request.
 */
export abstract class RateLimits {
  /** Counts one request and returns the state of its window. */
  abstract count(bucket: string, limit: number, length?: WindowLength): Promise<Window>;

  /** Undoes the count of one request in the current window. */
  abstract giveBack(bucket: string, length?: WindowLength): Promise<void>;

  /** Returns the state of the window without counting. */
  abstract look(bucket: string, limit: number, length?: WindowLength): Promise<Window>;
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
