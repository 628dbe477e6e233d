import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AccountLimiter } from './account-limiter.js';

/**
 * While requests come without a pause, they have this many parts of the time for each one of
 * background work.
 */
const REQUESTS_SHARE = 4;

/**
 * Lets work that nobody waits for yield to requests: after each step it rests until no request
 * is being worked on in this process, but no longer than four times as long as the step took. A
 * request is held up by the rest of one step at most, so steps are to be short; and where requests
 * never cease, the work has a fifth of the time.
 */
export class BackgroundWork {
  constructor(private readonly requests: Pick<AccountLimiter, 'idle'>) {}

  /** Holds nothing that others wait for: the rest is after it. */
  async step<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const done = await work();
    const tookMs = performance.now() - startedAt;
    // Requests that have arrived meanwhile are admitted first.
    await nextTurn();
    await this.requests.idle(tookMs * REQUESTS_SHARE);
    return done;
  }
}
