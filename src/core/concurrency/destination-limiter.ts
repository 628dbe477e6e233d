import type { Id } from '../ids.js';

/** Where a delivery goes, and for which account: what a worker knows of it before it is claimed. */
export interface DeliveryTarget {
  /** Host and port. */
  destination: string;
  accountId: Id<'acc'>;
}

/** To a destination of which nothing is known yet. */
const AT_ONCE = 8;
/** To one that answers quickly, so that the next one soon has its place. */
const AT_ONCE_WHEN_QUICK = 32;
const QUICK_MS = 500;
/** To one that takes its time. */
const AT_ONCE_WHEN_SLOW = 2;
const SLOW_MS = 2_000;
/** An account may call itself by any number of names. */
const AT_ONCE_PER_ACCOUNT = 32;

/** Destinations of one account whose refusals are remembered; the sweep finds the rest. */
const MAX_REMEMBERED_REFUSALS = 1_000;

/**
 * Attempts that waited in vain, one after the other, until a destination counts as dead. Errors and
 * refused connections cost nothing.
 */
const SILENT_ATTEMPTS = 20;
const SILENT_MS = 1_000;
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 60_000;
/** Quiet destinationLimiter that are remembered for having been silent. */
const REMEMBERED = 10_000;

interface Lane {
  running: number;
  /** How often the lane was found full: then there is more work than what runs. */
  refusals: number;
  /** Up to which of these nothing is left to do. */
  clearRefusals: number;
  atOnce: number;
  silentAttempts: number;
  restMs: number;
  restsUntil: number;
}

interface AccountLoad {
  running: number;
  /** Where there would have been a place, had the account not had its share already. */
  latestRefusal: Set<string>;
}

/**
 * Keeps destinationLimiter apart, so that one that is slow or dead costs a few places of the worker
 * and no more. A dead one rests, and is then tried with a single delivery at a time. What was
 * refused stays due in its row; nothing waits in memory.
 */
export class DestinationLimiter {
  private readonly lanes = new Map<string, Lane>();
  private readonly loads = new Map<string, AccountLoad>();

  /**
   * By a clock that is never set: a dead destination must not rest for hours because the time of
   * day was corrected.
   */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Destinations of which something is known now. */
  get size(): number {
    return this.lanes.size;
  }

  /** Takes a place; `false` when there is none. The holder gives it back with `release`. */
  tryAcquire({ destination, accountId }: DeliveryTarget): boolean {
    const lane = this.lanes.get(destination) ?? newLane();
    const load = this.loads.get(accountId) ?? { running: 0, latestRefusal: new Set() };
    if (lane.running >= this.places(lane)) {
      lane.refusals += 1;
      return false;
    }
    if (load.running >= AT_ONCE_PER_ACCOUNT) {
      if (load.latestRefusal.size < MAX_REMEMBERED_REFUSALS) load.latestRefusal.add(destination);
      return false;
    }
    lane.running += 1;
    load.running += 1;
    // Only for deliveries that hold a place: a refused one leaves nothing behind.
    this.lanes.set(destination, lane);
    this.loads.set(accountId, load);
    return true;
  }

  release({ destination, accountId }: DeliveryTarget): void {
    const lane = this.lane(destination);
    lane.running -= 1;
    if (lane.running === 0 && lane.silentAttempts === 0) this.lanes.delete(destination);
    else if (this.lanes.size > REMEMBERED) this.forgetOldest();
    const load = this.loads.get(accountId);
    if (!load) return;
    load.running -= 1;
    if (load.running === 0 && load.latestRefusal.size === 0) this.loads.delete(accountId);
  }

  /**
   * Takes a place where the account was refused for having too many; `undefined` when there is no
   * such place.
   */
  tryAcquireNext(accountId: DeliveryTarget['accountId']): DeliveryTarget | undefined {
    const load = this.loads.get(accountId);
    if (!load || load.running >= AT_ONCE_PER_ACCOUNT) return undefined;
    for (const destination of load.latestRefusal) {
      load.latestRefusal.delete(destination);
      const target = { destination, accountId };
      if (!this.tryAcquire(target)) continue;
      this.lane(destination).refusals += 1;
      return target;
    }
    if (load.running === 0) this.loads.delete(accountId);
    return undefined;
  }

  /**
   * The last refusal there, unless it is known that nothing is left of it: the holder of a place
   * looks for more, and so do all others beside him, until one finds nothing.
   */
  refusals(destination: string): number | undefined {
    const lane = this.lanes.get(destination);
    const more = lane && lane.refusals > lane.clearRefusals && lane.running <= this.places(lane);
    return more ? lane.refusals : undefined;
  }

  /** Nothing that was refused up to this time is due there any more. */
  madeUpFor(destination: string, refusals: number): void {
    const lane = this.lanes.get(destination);
    if (lane) lane.clearRefusals = Math.max(lane.clearRefusals, refusals);
  }

  /** Records how an attempt went: whether there was an answer, and how long that took. */
  recordAttempt(destination: string, answered: boolean, durationMs: number): void {
    const lane = this.lane(destination);
    lane.atOnce = atOnceAfter(answered, durationMs);
    if (answered || durationMs < SILENT_MS) {
      Object.assign(lane, { silentAttempts: 0, restMs: 0, restsUntil: 0 });
      return;
    }
    lane.silentAttempts += 1;
    if (lane.silentAttempts < SILENT_ATTEMPTS) return;
    lane.restMs = Math.min(lane.restMs * 2 || FIRST_REST_MS, MAX_REST_MS);
    lane.restsUntil = this.now() + lane.restMs;
  }

  private places(lane: Lane): number {
    if (lane.silentAttempts >= SILENT_ATTEMPTS) return this.now() < lane.restsUntil ? 0 : 1;
    return lane.atOnce;
  }

  private lane(destination: string): Lane {
    let lane = this.lanes.get(destination);
    if (!lane) {
      lane = newLane();
      this.lanes.set(destination, lane);
    }
    return lane;
  }

  private forgetOldest(): void {
    for (const [destination, { running }] of this.lanes) {
      if (running > 0) continue;
      this.lanes.delete(destination);
      return;
    }
  }
}

function newLane(): Lane {
  return {
    running: 0,
    refusals: 0,
    clearRefusals: 0,
    atOnce: AT_ONCE,
    silentAttempts: 0,
    restMs: 0,
    restsUntil: 0,
  };
}

function atOnceAfter(answered: boolean, durationMs: number): number {
  if (durationMs > SLOW_MS) return AT_ONCE_WHEN_SLOW;
  return answered && durationMs < QUICK_MS ? AT_ONCE_WHEN_QUICK : AT_ONCE;
}
