import {
  MINUTE,
  RateLimits,
  WINDOW_SECONDS,
  type SlidingLength,
  type Window,
  type WindowLength,
} from '../../core/rate-limits/ports.js';
import type { Clock } from '../../core/ports.js';
import { SlidingCounts } from './sliding-counts.js';

const MINUTE_MS = WINDOW_SECONDS[MINUTE] * 1000;

/** Counts in memory, for a single process. The counts are lost on restart. */
export class InProcessRateLimits extends RateLimits {
  /** Of the running minute: its buckets end together and need no other cleanup. */
  private readonly used = new Map<string, number>();
  private minuteNumber = 0;
  private readonly sliding: Readonly<Record<SlidingLength, SlidingCounts>> = {
    'sliding minute': new SlidingCounts('sliding minute'),
    'sliding hour': new SlidingCounts('sliding hour'),
    'sliding day': new SlidingCounts('sliding day'),
  };

  constructor(private readonly clock: Clock) {
    super();
  }

  async count(bucket: string, limit: number, length: WindowLength = MINUTE): Promise<Window> {
    if (length !== MINUTE) return this.sliding[length].count(bucket, limit, this.now);
    const used = this.usedOf(bucket) + 1;
    this.used.set(bucket, used);
    return this.window(used, limit);
  }

  async giveBack(bucket: string, length: WindowLength = MINUTE): Promise<void> {
    if (length !== MINUTE) return this.sliding[length].giveBack(bucket, this.now);
    const used = this.usedOf(bucket);
    if (used > 0) this.used.set(bucket, used - 1);
  }

  async look(bucket: string, limit: number, length: WindowLength = MINUTE): Promise<Window> {
    if (length !== MINUTE) return this.sliding[length].look(bucket, limit, this.now);
    return this.window(this.usedOf(bucket), limit);
  }

  private get now(): number {
    return this.clock.now().getTime();
  }

  private usedOf(bucket: string): number {
    const current = Math.floor(this.now / MINUTE_MS);
    if (current !== this.minuteNumber) {
      this.used.clear();
      this.minuteNumber = current;
    }
    return this.used.get(bucket) ?? 0;
  }

  private window(used: number, limit: number): Window {
    const resetsAt = new Date((this.minuteNumber + 1) * MINUTE_MS);
    return { limit, remaining: Math.max(0, limit - used), resetsAt, within: used <= limit };
  }
}
