import { setTimeout as delay } from 'node:timers/promises';
import { ThrottleWindow } from '../../src/adapters/registries/http/throttle/throttle.js';

const forever = new AbortController().signal;

describe('ThrottleWindow', () => {
  it('never runs more requests at once than the register tolerates', async () => {
    const pace = new ThrottleWindow({ concurrency: 2 });
    let running = 0;
    let most = 0;
    const request = async () => {
      const end = await pace.acquire(forever);
      running += 1;
      most = Math.max(most, running);
      await delay(5);
      running -= 1;
      end();
    };
    await Promise.all(Array.from({ length: 8 }, request));
    expect(most).toBe(2);
  });

  it('keeps the minimum time between two starts', async () => {
    const pace = new ThrottleWindow({ spacingMs: 20 });
    const begun = performance.now();
    const starts: number[] = [];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const end = await pace.acquire(forever);
        starts.push(performance.now() - begun);
        end();
      }),
    );
    // A start may be noticed late, but never before its turn.
    expect(starts.map((start, at) => start >= at * 20)).toEqual([true, true, true, true]);
  });

  it('serves callers in order of arrival', async () => {
    const pace = new ThrottleWindow({ concurrency: 1 });
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3].map(async (number) => {
        const end = await pace.acquire(forever);
        order.push(number);
        end();
      }),
    );
    expect(order).toEqual([1, 2, 3]);
  });

  it('removes a caller that gives up from the queue, and keeps the place of others', async () => {
    const pace = new ThrottleWindow({ concurrency: 1 });
    const end = await pace.acquire(forever);
    const impatient = new AbortController();
    const left = pace.acquire(impatient.signal);
    const patient = pace.acquire(forever);
    impatient.abort(new Error('gave up'));
    await expect(left).rejects.toThrow('gave up');
    end();
    await expect(patient).resolves.toBeInstanceOf(Function);
  });

  it('releases a slot once, even when it is asked twice', async () => {
    const pace = new ThrottleWindow({ concurrency: 1 });
    const end = await pace.acquire(forever);
    end();
    end();
    await pace.acquire(forever);
    const third = pace.acquire(AbortSignal.timeout(20));
    await expect(third).rejects.toThrow('aborted due to timeout');
  });
});
