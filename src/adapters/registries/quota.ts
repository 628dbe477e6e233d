import { Redis } from 'ioredis';

/** What a source allows in a stretch of time, to all who ask it with the same key or from the same address. */
export interface Quota {
  /** What is counted together: several registers may share one source. */
  name: string;
  requests: number;
  windowMs: number;
}

/** Counts requests against quotas, in fixed windows. */
export abstract class Quotas {
  /** Takes one request of the quota and resolves to 0, or to the milliseconds after which to try again. Never rejects. */
  abstract take(quota: Quota): Promise<number>;
}

/** For one process. */
export class InProcessQuotas extends Quotas {
  private readonly windows = new Map<string, { index: number; taken: number }>();

  constructor(private readonly now: () => number = Date.now) {
    super();
  }

  take({ name, requests, windowMs }: Quota): Promise<number> {
    const index = Math.floor(this.now() / windowMs);
    const last = this.windows.get(name);
    const taken = (last?.index === index ? last.taken : 0) + 1;
    this.windows.set(name, { index, taken });
    return Promise.resolve(taken <= requests ? 0 : remaining(this.now(), windowMs));
  }
}

/** For all processes of an installation. While Redis is away each process counts for itself: better than asking without measure. */
export class RedisQuotas extends Quotas {
  private readonly redis: Redis;
  private readonly alone: InProcessQuotas;

  constructor(
    redisUrl: string,
    private readonly prefix: string,
    private readonly now: () => number = Date.now,
  ) {
    super();
    this.alone = new InProcessQuotas(now);
    this.redis = new Redis(redisUrl, { maxRetriesPerRequest: 1, commandTimeout: 1_000 });
    // Each command tells of its own failure, and is made up for.
    this.redis.on('error', () => undefined);
  }

  async take(quota: Quota): Promise<number> {
    const { name, requests, windowMs } = quota;
    const key = `${this.prefix}:quota:${name}:${Math.floor(this.now() / windowMs)}`;
    try {
      const [[, taken] = [null, undefined]] =
        (await this.redis
          .multi()
          .incr(key)
          .pexpire(key, windowMs * 2)
          .exec()) ?? [];
      if (typeof taken !== 'number') return await this.alone.take(quota);
      return taken <= requests ? 0 : remaining(this.now(), windowMs);
    } catch {
      return this.alone.take(quota);
    }
  }

  close(): Promise<void> {
    this.redis.disconnect();
    return Promise.resolve();
  }
}

function remaining(now: number, windowMs: number): number {
  return windowMs - (now % windowMs);
}
