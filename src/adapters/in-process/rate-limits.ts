import { RateLimits, WINDOW_SECONDS, type Window, type WindowLength } from '../../core/rate-limits/ports.js';
import type { Clock } from '../../core/ports.js';

/** All windows of one length roll over together, so expired buckets need no cleanup. */
interface Counts {
  used: Map<string, number>;
  windowNumber: number;
}

/** Counts in memory, for a single process. The counts are lost on restart. */
export class InProcessRateLimits extends RateLimits {
  private readonly counts: Record<WindowLength, Counts> = {
    minute: { used: new Map(), windowNumber: 0 },
    hour: { used: new Map(), windowNumber: 0 },
  };

  constructor(private readonly clock: Clock) {
    super();
  }

  async count(bucket: string, limit: number, length: WindowLength = 'minute'): Promise<Window> {
    const used = this.used(bucket, length) + 1;
    this.counts[length].used.set(bucket, used);
    return this.window(used, limit, length);
  }

  async giveBack(bucket: string, length: WindowLength = 'minute'): Promise<void> {
    const used = this.used(bucket, length);
    if (used > 0) this.counts[length].used.set(bucket, used - 1);
  }

  async look(bucket: string, limit: number, length: WindowLength = 'minute'): Promise<Window> {
    return this.window(this.used(bucket, length), limit, length);
  }

  private used(bucket: string, length: WindowLength): number {
    const counts = this.counts[length];
    const current = Math.floor(this.clock.now().getTime() / (WINDOW_SECONDS[length] * 1000));
    if (current !== counts.windowNumber) {
      counts.used.clear();
      counts.windowNumber = current;
    }
    return counts.used.get(bucket) ?? 0;
  }

  private window(used: number, limit: number, length: WindowLength): Window {
    const resetsAt = new Date((this.counts[length].windowNumber + 1) * WINDOW_SECONDS[length] * 1000);
    return { limit, remaining: Math.max(0, limit - used), resetsAt, within: used <= limit };
  }
}
