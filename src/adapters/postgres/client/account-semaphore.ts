import { tooBusy } from '../../../core/concurrency/batcher.js';

/** Charges of one account wait for each other anyway: more would only hold connections. */
const LANES = 2;
const MAX_WAITING = 8_192;

interface Lanes {
  taken: number;
  waiting: (() => void)[];
}

/**
 * Limits how many transactions of one account hold a connection at a time, so that a busy account
 * leaves some to others.
 */
export class AccountSemaphore {
  private readonly lanes = new Map<string, Lanes>();

  /**
   * Resolves in order of arrival to the function that releases the slot. Throws if too many
   * transactions of the account are already waiting.
   */
  async acquire(account: string): Promise<() => void> {
    const lanes = this.lanes.get(account) ?? { taken: 0, waiting: [] };
    this.lanes.set(account, lanes);
    if (lanes.taken < LANES) lanes.taken += 1;
    else if (lanes.waiting.length >= MAX_WAITING) throw tooBusy();
    else await new Promise<void>((resolve) => lanes.waiting.push(resolve));
    return () => this.leave(account, lanes);
  }

  private leave(account: string, lanes: Lanes): void {
    const next = lanes.waiting.shift();
    if (next) return next();
    lanes.taken -= 1;
    if (lanes.taken === 0) this.lanes.delete(account);
  }
}
