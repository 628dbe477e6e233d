import type { AccountLimiter } from '../../src/core/concurrency/account-limiter.js';
import { partOf } from '../support/part-of.js';
import { BackgroundWork } from '../../src/core/concurrency/background-work.js';

/**
 * Background work beside requests that never cease. `rests` records how long it was ready to wait
 * for them, in milliseconds.
 */
function busy() {
  const rests: number[] = [];
  const requests = { idle: async (withinMs: number) => void rests.push(withinMs) };
  return { rests, work: new BackgroundWork(partOf<AccountLimiter>(requests)) };
}

describe('background work', () => {
  it('waits for requests after each step, at most four times as long as the step took', async () => {
    const { rests, work } = busy();
    let tookMs = 0;
    const step = async () => {
      const startedAt = performance.now();
      while (performance.now() - startedAt < 20);
      tookMs = performance.now() - startedAt;
      return 'done';
    };
    expect(await work.step(step)).toBe('done');
    expect(rests).toHaveLength(1);
    expect(rests[0]).toBeGreaterThanOrEqual(4 * tookMs);
  });

  it('continues once no request is active', async () => {
    const order: string[] = [];
    let cease = () => {};
    const idle = () =>
      new Promise<void>((resolve) => {
        order.push('rests');
        cease = resolve;
      });
    const work = new BackgroundWork(partOf<AccountLimiter>({ idle }));
    const steps = work.step(async () => order.push('first')).then(() => order.push('second'));
    while (order.length < 2) await new Promise(setImmediate);
    expect(order).toEqual(['first', 'rests']);
    cease();
    await steps;
    expect(order).toEqual(['first', 'rests', 'second']);
  });

  it('passes on the error of a failed step', async () => {
    const { work } = busy();
    await expect(work.step(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  });
});
