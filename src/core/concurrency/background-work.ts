import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '../injectable.js';
import { AccountLimiter } from './account-limiter.js';

/** Under constant load, requests get this many times the time of background work. */
const REQUESTS_SHARE = 4;

/**
 * Makes background work yield to requests: after each step it rests until no request is in progress
 * in this process, but at most four times as long as the step took. A step delays a request until
 * it ends, so steps should be short. Under constant load, background work gets a fifth of the time.
 */
@Injectable()
export class BackgroundWork {
  constructor(private readonly requests: AccountLimiter) {}

  /** Hold no lock beyond the step: the rest comes after it. */
  async step<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const done = await work();
    const tookMs = performance.now() - startedAt;
    // Lets requests that have arrived meanwhile start first.
    await nextTurn();
    await this.requests.idle(tookMs * REQUESTS_SHARE);
    return done;
  }
}
