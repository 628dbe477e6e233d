import { describe, expect, it } from '@jest/globals';
import { newId, type Id } from '../../../src/core/ids.js';
import { WorkerFairShare, PLACES } from '../../../src/core/concurrency/worker-fair-share.js';

const accounts = (count: number) => Array.from({ length: count }, () => newId('acc'));

/** How many places each takes, when all come again and again in turn. */
function takenBy(shares: WorkerFairShare, asking: readonly Id<'acc'>[]): number[] {
  return Array.from({ length: PLACES }, () => asking.map((account) => shares.tryAcquire(account))).reduce(
    (taken, round) => taken.map((count, at) => count + Number(round[at])),
    asking.map(() => 0),
  );
}

describe('the places of a worker', () => {
  it.each([1, 2, 4, 5, 10, 25, 47, 59])('are never all taken by %i busy accounts, nor lie idle for them', (count) => {
    const shares = new WorkerFairShare();
    const taken = takenBy(shares, accounts(count));
    const sum = taken.reduce((all, each) => all + each, 0);
    expect(sum).toBeLessThan(PLACES);
    expect(sum).toBeGreaterThanOrEqual(Math.min(count * 12, 45));
    expect(Math.max(...taken) - Math.min(...taken)).toBeLessThanOrEqual(1);
    expect(shares.tryAcquire(newId('acc'))).toBe(true);
  });

  it('come back to those who were turned away when the others have gone', () => {
    const shares = new WorkerFairShare();
    const [staying, ...going] = accounts(10) as [Id<'acc'>, ...Id<'acc'>[]];
    const [held = 0, ...others] = takenBy(shares, [staying, ...going]);
    going.forEach((account, at) => {
      for (let left = others[at] ?? 0; left > 0; left -= 1) shares.release(account);
    });
    expect(shares.release(staying)).toBe(12 - (held - 1));
  });

  it('are known to be wanted also after the last one was given back', () => {
    const shares = new WorkerFairShare();
    const account = newId('acc');
    shares.tryAcquire(account);
    expect(shares.release(account)).toBe(0);
    shares.markBacklog(account);
    shares.tryAcquire(account);
    expect(shares.release(account)).toBe(12);
  });
});
