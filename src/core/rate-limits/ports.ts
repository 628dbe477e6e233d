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
