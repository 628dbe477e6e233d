import { describe, it } from '@jest/globals';

/**
 * A numbered database that was empty and belongs to this run; `undefined` where there is no Redis. Suites run side by side in it: use
 * keys or a Bull prefix of your own, and never flush.
 */
export const redisUrl: string | undefined = process.env['TEST_REDIS_URL'];

const describeOrSkip = redisUrl === undefined ? describe.skip : describe;

export function describeWithRedis(title: string, suite: (redisUrl: string) => void): void {
  describeOrSkip(title, () => {
    if (redisUrl === undefined) it.todo('skipped: no Redis');
    else suite(redisUrl);
  });
}
