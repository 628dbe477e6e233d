import type { Id } from '../ids.js';

/** Retrievals of one process at once: most of this is waiting for answers. */
export const PLACES = 128;
/** The others are kept for accounts that hold none, so that a newcomer finds one. */
const SHARED_PLACES = 112;
/** However few accounts are busy. */
const MOST_PLACES = 12;

interface Share {
  running: number;
  /** Somebody came while the share was used up, so there is more to do than what runs. */
  turnedAway: boolean;
}

/**
 * Shares the places of a worker out among accounts: those that are busy get as many each, and whoever holds none finds one that is kept free, so that a
 * single question waits for no backlog while fewer accounts are busy than there are places. What is turned away stays due in its row and is called in by
 * whoever leaves, at the end of the queue: an account with much to do comes round in turn.
 */
export class WorkerFairShare {
  private readonly shares = new Map<Id<'acc'>, Share>();
  private accounts = 0;
  private taken = 0;

  /** Takes a place; `false` when the account has its share already. Whoever got one gives it back with `leave`. */
  tryAcquire(accountId: Id<'acc'>): boolean {
    const share = this.shareOf(accountId);
    if (share.running > 0 && (share.running >= this.placesOfEach() || this.taken >= SHARED_PLACES)) {
      share.turnedAway = true;
      return false;
    }
    if (share.running === 0) this.accounts += 1;
    share.running += 1;
    this.taken += 1;
    return true;
  }

  /** Gives the place back; how many of those who were turned away may come now. Asking clears the mark: `foundMore` sets it again. */
  release(accountId: Id<'acc'>): number {
    const share = this.shareOf(accountId);
    share.running -= 1;
    this.taken -= 1;
    if (share.running === 0) this.accounts -= 1;
    const free = share.turnedAway ? Math.max(0, this.placesOfEach() - share.running) : 0;
    if (free > 0) share.turnedAway = false;
    if (share.running === 0) this.shares.delete(accountId);
    return free;
  }

  /** Remembered also when nothing of the account runs here any more: whoever is called in next knows that there is more. */
  markBacklog(accountId: Id<'acc'>): void {
    this.shareOf(accountId).turnedAway = true;
  }

  private placesOfEach(): number {
    return Math.min(MOST_PLACES, Math.ceil(SHARED_PLACES / Math.max(1, this.accounts)));
  }

  private shareOf(accountId: Id<'acc'>): Share {
    const share = this.shares.get(accountId) ?? { running: 0, turnedAway: false };
    this.shares.set(accountId, share);
    return share;
  }
}
