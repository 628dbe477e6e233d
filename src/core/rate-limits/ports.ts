import { AppError } from '../errors.js';

/** A fixed window of one bucket. */
export interface Window {
  limit: number;
  /** Never below zero. */
  remaining: number;
  /** When the next window begins. */
  resetsAt: Date;
  /** False once more than `limit` were counted. */
  within: boolean;
}

export type WindowLength = 'minute' | 'hour';
export const WINDOW_SECONDS: Readonly<Record<WindowLength, number>> = { minute: 60, hour: 3_600 };

/**
 * Counts requests per bucket and window. A bucket is always asked for with the same length. A
 * counter that cannot be reached never stops a request.
 */
export abstract class RateLimits {
  /** Counts one request and returns the state of its window. */
  abstract count(bucket: string, limit: number, length?: WindowLength): Promise<Window>;

  /**
   * Takes back one request that was counted in the current window, where it should not have
   * counted.
   */
  abstract giveBack(bucket: string, length?: WindowLength): Promise<void>;

  /** How the window stands, nothing counted. */
  abstract look(bucket: string, limit: number, length?: WindowLength): Promise<Window>;
}

/**
 * The answer to a caller whose window is used up; `rule` says what is allowed: "This key may make
 * 60 requests a minute".
 */
export function tooMany({ resetsAt }: Window, rule: string): AppError {
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - Date.now()) / 1000));
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: `${rule}. Try again in ${seconds} s.`,
    details: { retry_after_seconds: seconds },
  });
}
