import type { ThrottlerStorage } from '@nestjs/throttler';
import { RateLimits, type Window } from '../../core/rate-limits/ports.js';

/** The record that `@nestjs/throttler` asks for, with the window it was made from. */
export type RateLimitRecord = Awaited<ReturnType<ThrottlerStorage['increment']>> & { window: Window };

/** Stores the throttler's counts behind the port: in Redis where there is one, else in this process. */
export class RateLimitStorage implements ThrottlerStorage {
  constructor(private readonly rateLimits: RateLimits) {}

  /** `key` names the window; windows are of one minute, whatever `ttl` says, and nobody is blocked beyond theirs. */
  async increment(key: string, _ttl: number, limit: number): Promise<RateLimitRecord> {
    const window = await this.rateLimits.count(key, limit);
    const timeToExpire = Math.max(0, Math.ceil((window.resetsAt.getTime() - Date.now()) / 1000));
    const totalHits = window.within ? limit - window.remaining : limit + 1;
    const timeToBlockExpire = window.within ? 0 : timeToExpire;
    return { totalHits, timeToExpire, isBlocked: !window.within, timeToBlockExpire, window };
  }

  /** How the window stands, with nothing counted. */
  async look(key: string, limit: number): Promise<Window> {
    return this.rateLimits.look(key, limit);
  }
}
