import { RateLimits, type Window } from '../../core/rate-limits/ports.js';
import type { Clock } from '../../core/ports.js';

const WINDOW_MS = 60_000;

/** Counts in memory: right for one process, and forgotten with it. */
export class InProcessRateLimits extends RateLimits {
  private readonly counts = new Map<string, number>();
  private windowNumber = 0;

  constructor(private readonly clock: Clock) {
    super();
  }

  async count(bucket: string, limit: number): Promise<Window> {
    const used = this.used(bucket) + 1;
    this.counts.set(bucket, used);
    return this.window(used, limit);
  }

  async look(bucket: string, limit: number): Promise<Window> {
    return this.window(this.used(bucket), limit);
  }

  /** All windows turn over together, so that yesterday's buckets need no clearing. */
  private used(bucket: string): number {
    const current = Math.floor(this.clock.now().getTime() / WINDOW_MS);
    if (current !== this.windowNumber) {
      this.counts.clear();
      this.windowNumber = current;
    }
    return this.counts.get(bucket) ?? 0;
  }

  private window(used: number, limit: number): Window {
    const resetsAt = new Date((this.windowNumber + 1) * WINDOW_MS);
    return { limit, remaining: Math.max(0, limit - used), resetsAt, within: used <= limit };
  }
}
