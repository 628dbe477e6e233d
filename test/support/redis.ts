import { describeWhere } from './where.js';

/**
 * A numbered database that was empty and belongs to this run; `undefined` without Redis. Suites run
 * side by side in it: use separate keys or a separate Bull prefix, and never flush.
 */
export const redisUrl: string | undefined = process.env['TEST_REDIS_URL'];

export function describeWithRedis(title: string, suite: (redisUrl: string) => void): void {
  describeWhere(redisUrl !== undefined, 'no Redis')(title, () => suite(redisUrl ?? ''));
}
