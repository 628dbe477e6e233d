import type { Id } from '../ids.js';

/** Retrievals of one process at once: most of this is waiting for answers. */
export const PLACES = 128;
/** The others are kept for accounts that hold none, so that a newcomer finds one. */
const SHARED_PLACES = 112;
/** Of one account, however few accounts are busy. */
const MAX_PLACES = 16;
/**
 * One in so many of an account's places is kept for registers at which it holds none: one slow
 * register never takes all of them.
 */
const ONE_KEPT_OF = 4;

/**
 * Accounts without a place that are remembered for having more to do; the sweep finds what is
 * forgotten here.
 */
const MAX_MARKED = 1_000;

interface Share {
  running: number;
  /** By register; none with 0. */
  registers: Map<string, number>;
  /** A task was refused while the share was used up, so there is more work than what runs. */
  backlog: boolean;
}

/** How much of what was refused may be queued again. */
export interface Backlog {
  places: number;
  /** At which the account has all the places it may have. */
  fullRegisters: string[];
}

/**
 * Shares the places of a worker out among accounts: those that are busy get as many each, and one
 * that holds none finds one that is kept free, so that a single question waits for no backlog while
 * fewer accounts are busy than there are places. Within an account its registers share in the same
 * way. What is refused stays due in its row and is queued again at the end when a place becomes
 * free: accounts with much work alternate.
 */
export class WorkerFairShare {
  private readonly shares = new Map<Id<'acc'>, Share>();
  private accounts = 0;
  private taken = 0;

  /**
   * Takes a place; `false` when the account, or this register of it, has its share already. A place
   * that was taken is returned with `release`.
   */
  tryAcquire(accountId: Id<'acc'>, register: string): boolean {
    const share = this.shareOf(accountId);
    if (!this.hasRoom(share) || !this.hasRoomAt(share, register)) {
      share.backlog = true;
      return false;
    }
    if (share.running === 0) this.accounts += 1;
    share.running += 1;
    share.registers.set(register, (share.registers.get(register) ?? 0) + 1);
    this.taken += 1;
    return true;
  }

  release(accountId: Id<'acc'>, register: string): void {
    const share = this.shareOf(accountId);
    share.running -= 1;
    this.taken -= 1;
    const left = (share.registers.get(register) ?? 1) - 1;
    if (left > 0) share.registers.set(register, left);
    else share.registers.delete(register);
    if (share.running === 0) this.accounts -= 1;
    if (share.running === 0 && !share.backlog) this.shares.delete(accountId);
  }

  /**
   * Places for what was refused, while there is any. Reading it clears the mark: `markBacklog` sets
   * it again.
   */
  takeBacklog(accountId: Id<'acc'>): Backlog | undefined {
    const share = this.shares.get(accountId);
    const places = share?.backlog ? this.placesOfEach() - share.running : 0;
    if (!share || places <= 0) return undefined;
    const fullRegisters = [...share.registers.keys()].filter((register) => !this.hasRoomAt(share, register));
    share.backlog = false;
    if (share.running === 0) this.shares.delete(accountId);
    return { places, fullRegisters };
  }

  /**
   * Remembered also when nothing of the account runs here any more: the next that gives a place
   * back looks for more.
   */
  markBacklog(accountId: Id<'acc'>): void {
    this.shareOf(accountId).backlog = true;
    if (this.shares.size - this.accounts > MAX_MARKED) this.forgetOldestMark();
  }

  /** Accounts of which something is known now. */
  get size(): number {
    return this.shares.size;
  }

  private forgetOldestMark(): void {
    for (const [accountId, { running }] of this.shares) {
      if (running > 0) continue;
      this.shares.delete(accountId);
      return;
    }
  }

  private hasRoom({ running }: Share): boolean {
    return running === 0 || (running < this.placesOfEach() && this.taken < SHARED_PLACES);
  }

  private hasRoomAt({ registers }: Share, register: string): boolean {
    const running = registers.get(register) ?? 0;
    if (running === 0) return true;
    const places = this.placesOfEach();
    const shared = places - Math.floor(places / ONE_KEPT_OF);
    return running < Math.ceil(shared / registers.size);
  }

  private placesOfEach(): number {
    return Math.min(MAX_PLACES, Math.ceil(SHARED_PLACES / Math.max(1, this.accounts)));
  }

  private shareOf(accountId: Id<'acc'>): Share {
    const share = this.shares.get(accountId) ?? { running: 0, registers: new Map(), backlog: false };
    this.shares.set(accountId, share);
    return share;
  }
}
