import type { Id } from '../ids.js';

/** Of the 60 places of one process: four busy accounts together leave room for others. */
const PLACES_PER_ACCOUNT = 12;

interface Share {
  running: number;
  /** Somebody came while the share was used up, so there is more to do than what runs. */
  turnedAway: boolean;
}

/**
 * Shares the places of a worker out among accounts. What is turned away stays due in its row and is called in by whoever leaves, at the end of the
 * queue: accounts with much to do come round in turn. One that has a single question waits for no backlog while no more than four others are
 * busy; beyond that it waits its turn in the queue.
 */
export class AccountShares {
  private readonly shares = new Map<Id<'acc'>, Share>();

  /** Takes a place; `false` when the account has its share already. Whoever got one gives it back with `leave`. */
  enter(accountId: Id<'acc'>): boolean {
    const share = this.shares.get(accountId) ?? { running: 0, turnedAway: false };
    this.shares.set(accountId, share);
    if (share.running >= PLACES_PER_ACCOUNT) {
      share.turnedAway = true;
      return false;
    }
    share.running += 1;
    return true;
  }

  /** Gives the place back; how many of those who were turned away may come now. Asking clears the mark: `foundMore` sets it again. */
  leave(accountId: Id<'acc'>): number {
    const share = this.shares.get(accountId);
    if (!share) return 0;
    share.running -= 1;
    const free = share.turnedAway ? PLACES_PER_ACCOUNT - share.running : 0;
    share.turnedAway = false;
    if (share.running === 0) this.shares.delete(accountId);
    return free;
  }

  foundMore(accountId: Id<'acc'>): void {
    const share = this.shares.get(accountId);
    if (share) share.turnedAway = true;
  }
}
