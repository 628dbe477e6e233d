import type { Id } from '../ids.js';

/** Concurrent retrievals per process; most of their time is waiting. */
export const PLACES = 128;
/** The rest is reserved for accounts without a place, so that a newcomer is served at once. */
const SHARED_PLACES = 112;
/** Maximum per account, however few accounts are busy. */
const MAX_PLACES = 16;
/**
 * One in this many places of an account is reserved for registers where it holds none, so that one
 * slow register never takes all of them.
 */
const ONE_KEPT_OF = 4;

/** Accounts without a place that are remembered as having more work; the sweep finds the others. */
const MAX_MARKED = 1_000;

interface Share {
  running: number;
  /** Places held per register; no entries of 0. */
  registers: Map<string, number>;
  /** A task was refused because the share was used up, so more work is waiting. */
  backlog: boolean;
}

/** The amount of refused work that may be queued again. */
export interface Backlog {
  places: number;
  /** Registers where the account has reached its limit. */
  fullRegisters: string[];
}

/**
 * Shares a worker's places fairly among accounts. Busy accounts get equal shares. An account
 * without a place finds a reserved one, so that a single request does not wait behind a backlog
 * while there are fewer busy accounts than places. Within an account, its registers share in the
 * same way. Refused work stays due in its row and is queued again at the end when a place becomes
 * free, so that accounts with much work alternate.
 */
export class WorkerFairShare {
  private readonly shares = new Map<Id<'acc'>, Share>();
  private accounts = 0;
  private taken = 0;

  /**
   * Takes a place; `false` if the account, or this register within it, has its share already.
   * Return a place with `release`.
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
   * Returns the places for refused work and clears the mark; `markBacklog` sets it again.
   * `undefined` if there is no backlog or no place.
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

  /** Kept even if the account has no work running here: the next `release` looks for more. */
  markBacklog(accountId: Id<'acc'>): void {
    this.shareOf(accountId).backlog = true;
    if (this.shares.size - this.accounts > MAX_MARKED) this.forgetOldestMark();
  }

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
