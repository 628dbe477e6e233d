/** A fixed one-minute window of one bucket. */
export interface Window {
  limit: number;
  /** Never below zero. */
  remaining: number;
  /** When the next window begins. */
  resetsAt: Date;
  /** False once more than `limit` were counted. */
  within: boolean;
}

/** Counts requests per bucket and minute. A counter that cannot be reached never stops a request. */
export abstract class RateLimits {
  /** Counts one request and tells how the window stands with it. */
  abstract count(bucket: string, limit: number): Promise<Window>;

  /** How the window stands, nothing counted. */
  abstract look(bucket: string, limit: number): Promise<Window>;
}
