import { randomUUID } from 'node:crypto';
import { awayFromTheEndOfAMinute } from '../support/windows.js';
import type { RateLimits } from '../../src/core/rate-limits/ports.js';

/** Redis counts by its own clock, which may be that of another machine. */
const CLOCKS_DIFFER_MS = 1_000;

/**
 * The contract of every rate limiter. Each test uses new buckets, so that one server can serve them
 * all.
 */
export function itKeepsThePromisesOfRateLimits(open: () => RateLimits): void {
  let limits: RateLimits;
  let bucket: string;
  beforeEach(async () => {
    limits = open();
    bucket = randomUUID();
    await awayFromTheEndOfAMinute();
  });

  it('counts down to zero, and then refuses', async () => {
    const windows = [await limits.count(bucket, 2), await limits.count(bucket, 2), await limits.count(bucket, 2)];
    expect(windows.map(({ remaining, within }) => [remaining, within])).toEqual([
      [1, true],
      [0, true],
      [0, false],
    ]);
  });

  it('returns the end of the running minute, the same for all buckets', async () => {
    const { resetsAt } = await limits.count(bucket, 2);
    expect(resetsAt.getTime() % 60_000).toBe(0);
    expect(resetsAt.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
    expect((await limits.count(randomUUID(), 2)).resetsAt).toEqual(resetsAt);
  });

  it('frees a place of a sliding window when the count that took it is as old as the window', async () => {
    const before = Date.now();
    const { resetsAt } = await limits.count(bucket, 2, 'sliding hour');
    expect(resetsAt.getTime()).toBeGreaterThanOrEqual(before - CLOCKS_DIFFER_MS + 3_600_000);
    expect(resetsAt.getTime()).toBeLessThanOrEqual(Date.now() + CLOCKS_DIFFER_MS + 3_600_000);
    expect((await limits.look(bucket, 2, 'sliding hour')).remaining).toBe(1);
    const second = await limits.count(bucket, 2, 'sliding hour');
    expect(second).toEqual({ limit: 2, remaining: 0, within: true, resetsAt });
    expect(await limits.count(bucket, 2, 'sliding hour')).toEqual({ ...second, within: false });
    await limits.giveBack(bucket, 'sliding hour');
    expect(await limits.look(bucket, 2, 'sliding hour')).toEqual({ ...second, remaining: 1 });
    expect((await limits.count(bucket, 2, 'sliding hour')).within).toBe(true);
  });

  it('accepts exactly the limit of concurrent requests in a sliding window', async () => {
    const counts = Array.from({ length: 50 }, () => limits.count(bucket, 20, 'sliding minute'));
    expect((await Promise.all(counts)).filter(({ within }) => within)).toHaveLength(20);
  });

  it('gives back no more than was counted in a sliding window', async () => {
    await limits.giveBack(bucket, 'sliding hour');
    expect((await limits.look(bucket, 2, 'sliding hour')).remaining).toBe(2);
  });

  it('looks without counting', async () => {
    expect((await limits.look(bucket, 5)).remaining).toBe(5);
    await limits.count(bucket, 5);
    await limits.look(bucket, 5);
    expect((await limits.look(bucket, 5)).remaining).toBe(4);
  });

  it('undoes a count, but never more than was counted', async () => {
    await limits.count(bucket, 2);
    await limits.count(bucket, 2);
    await limits.giveBack(bucket);
    expect((await limits.look(bucket, 2)).remaining).toBe(1);
    await Promise.all([limits.giveBack(bucket), limits.giveBack(bucket), limits.giveBack(randomUUID())]);
    expect((await limits.look(bucket, 2)).remaining).toBe(2);
    expect((await limits.count(bucket, 2)).remaining).toBe(1);
  });

  it('keeps buckets apart', async () => {
    await limits.count(bucket, 1);
    expect((await limits.count(randomUUID(), 1)).within).toBe(true);
  });

  it('applies a changed limit at once', async () => {
    await limits.count(bucket, 5);
    expect(await limits.count(bucket, 1)).toMatchObject({ limit: 1, remaining: 0, within: false });
    expect(await limits.count(bucket, 9)).toMatchObject({ limit: 9, remaining: 6, within: true });
  });

  it('returns to each concurrent request the window as it found it', async () => {
    const other = randomUUID();
    const asked = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? other : bucket));
    const counted = Promise.all(asked.map(async (of) => ({ of, window: await limits.count(of, 200) })));
    const looked = Promise.all(Array.from({ length: 20 }, () => limits.look(bucket, 200)));
    const left = (of: string) =>
      counted.then((all) => all.filter((one) => one.of === of).map(({ window }) => window.remaining));
    const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);
    expect(await left(bucket)).toEqual(down(199, 0));
    expect(await left(other)).toEqual(down(199, 100));
    expect((await looked).map(({ remaining }) => remaining)).toEqual(Array.from({ length: 20 }, () => 0));
  });

  it('accepts exactly the limit of concurrent requests', async () => {
    const windows = await Promise.all(Array.from({ length: 50 }, () => limits.count(bucket, 20)));
    expect(windows.filter(({ within }) => within)).toHaveLength(20);
  });
}
