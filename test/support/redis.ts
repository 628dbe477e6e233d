import { describeWhere } from './where.js';

/**
 * A numbered database that was empty and belongs to this run; `undefined` where there is no Redis. Suites run side by side in it: use
 * keys or a Bull prefix of your own, and never flush.
 */
export const redisUrl: string | undefined = process.env['TEST_REDIS_URL'];

export function describeWithRedis(title: string, suite: (redisUrl: string) => void): void {
  describeWhere(redisUrl !== undefined, 'no Redis')(title, () => suite(redisUrl ?? ''));
}
