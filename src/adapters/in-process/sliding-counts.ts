import { WINDOW_SECONDS, type SlidingLength, type Window } from '../../core/rate-limits/ports.js';

/** Counts of the sliding windows of one length, each by the time of the requests it admitted. */
export class SlidingCounts {
  private readonly admitted = new Map<string, number[]>();
  private readonly lengthMs: number;
  private purgedAt = 0;

  constructor(length: SlidingLength) {
    this.lengthMs = WINDOW_SECONDS[length] * 1000;
  }

  count(bucket: string, limit: number, now: number): Window {
    const times = this.timesOf(bucket, now);
    const within = times.length < limit;
    if (within) this.admitted.set(bucket, [...times, now]);
    return this.window(within ? [...times, now] : times, { limit, within, now });
  }

  giveBack(bucket: string, now: number): void {
    const times = this.timesOf(bucket, now).slice(0, -1);
    if (times.length === 0) this.admitted.delete(bucket);
    else this.admitted.set(bucket, times);
  }

  look(bucket: string, limit: number, now: number): Window {
    const times = this.timesOf(bucket, now);
    return this.window(times, { limit, within: times.length <= limit, now });
  }

  private timesOf(bucket: string, now: number): number[] {
    this.purge(now);
    return this.current(this.admitted.get(bucket) ?? [], now);
  }

  /** A time in the future is from a clock that was set back since. */
  private current(times: readonly number[], now: number): number[] {
    return times.filter((at) => at > now - this.lengthMs && at <= now);
  }

  /** Removes expired buckets once per window length. */
  private purge(now: number): void {
    if (Math.abs(now - this.purgedAt) < this.lengthMs) return;
    this.purgedAt = now;
    for (const [bucket, times] of this.admitted) {
      if (this.current(times, now).length === 0) this.admitted.delete(bucket);
    }
  }

  private window(
    times: readonly number[],
    { limit, within, now }: { limit: number; within: boolean; now: number },
  ): Window {
    const resetsAt = new Date((times[0] ?? now) + this.lengthMs);
    return { limit, remaining: Math.max(0, limit - times.length), resetsAt, within };
  }
}
