import { newId, type Id } from '../../src/core/ids.js';
import { WorkerFairShare, PLACES } from '../../src/core/concurrency/worker-fair-share.js';

const accounts = (count: number) => Array.from({ length: count }, () => newId('acc'));

/** Returns the places each account gets when all keep asking in turn. */
function takenBy(shares: WorkerFairShare, asking: readonly Id<'acc'>[]): number[] {
  return Array.from({ length: PLACES }, () => asking.map((account) => shares.tryAcquire(account, 'us-co'))).reduce(
    (taken, round) => taken.map((count, at) => count + Number(round[at])),
    asking.map(() => 0),
  );
}

describe('WorkerFairShare', () => {
  it.each([1, 2, 4, 5, 10, 25, 47, 59])('never gives all places to %i busy accounts, nor leaves them idle', (count) => {
    const shares = new WorkerFairShare();
    const taken = takenBy(shares, accounts(count));
    const sum = taken.reduce((all, each) => all + each, 0);
    expect(sum).toBeLessThan(PLACES);
    expect(sum).toBeGreaterThanOrEqual(Math.min(count * 12, 45));
    expect(Math.max(...taken) - Math.min(...taken)).toBeLessThanOrEqual(1);
    expect(shares.tryAcquire(newId('acc'), 'us-co')).toBe(true);
  });

  it('returns places to a refused account once the others have left', () => {
    const shares = new WorkerFairShare();
    const [staying, ...going] = accounts(10) as [Id<'acc'>, ...Id<'acc'>[]];
    const [held = 0, ...others] = takenBy(shares, [staying, ...going]);
    going.forEach((account, at) => {
      for (let left = others[at] ?? 0; left > 0; left -= 1) shares.release(account, 'us-co');
    });
    shares.release(staying, 'us-co');
    expect(shares.takeBacklog(staying)).toEqual({ places: 16 - (held - 1), fullRegisters: [] });
    expect(shares.takeBacklog(staying)).toBeUndefined();
  });

  it('keeps a marked backlog after the last place is released', () => {
    const shares = new WorkerFairShare();
    const account = newId('acc');
    shares.tryAcquire(account, 'us-co');
    shares.release(account, 'us-co');
    expect(shares.takeBacklog(account)).toBeUndefined();
    shares.markBacklog(account);
    shares.tryAcquire(account, 'us-co');
    shares.release(account, 'us-co');
    expect(shares.takeBacklog(account)?.places).toBe(16);
  });

  it('never gives all places to one register of an account, nor to two', () => {
    const shares = new WorkerFairShare();
    const account = newId('acc');
    const taken = (register: string) =>
      Array.from({ length: 60 }, () => shares.tryAcquire(account, register)).filter(Boolean).length;
    expect(taken('gb-eaw')).toBe(12);
    expect(taken('us-co')).toBe(4);
    shares.release(account, 'gb-eaw');
    expect(shares.tryAcquire(account, 'gb-eaw')).toBe(false);
    expect(shares.takeBacklog(account)).toEqual({ places: 1, fullRegisters: ['gb-eaw'] });
    expect(shares.tryAcquire(account, 'no-03')).toBe(true);
  });

  it('keeps at most a thousand marks of accounts that hold no place', () => {
    const shares = new WorkerFairShare();
    const holder = newId('acc');
    shares.tryAcquire(holder, 'us-co');
    for (let i = 0; i < 5_000; i++) shares.markBacklog(newId('acc'));
    expect(shares.size).toBe(1_001);
    shares.release(holder, 'us-co');
    expect(shares.size).toBe(1_000);
  });
});
