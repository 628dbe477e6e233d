import type { Id } from '../ids.js';

/** The destination and account of a delivery, which a worker knows before claiming it. */
export interface DeliveryTarget {
  /** Host and port. */
  destination: string;
  accountId: Id<'acc'>;
}

/** For an unknown destination. */
const AT_ONCE = 8;
/** For a destination that responds quickly and so frees its places soon. */
const AT_ONCE_WHEN_QUICK = 32;
const QUICK_MS = 500;
/** For a slow destination. */
const AT_ONCE_WHEN_SLOW = 2;
const SLOW_MS = 2_000;
/** One account can use many host names. */
const AT_ONCE_PER_ACCOUNT = 32;

/** Remembered refusals per account; the sweep finds the rest. */
const MAX_REMEMBERED_REFUSALS = 1_000;

/**
 * Consecutive timed-out attempts before a destination counts as dead. Errors and refused
 * connections do not count: they cost little.
 */
const SILENT_ATTEMPTS = 20;
const SILENT_MS = 1_000;
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 60_000;
/** Idle destinations remembered as unresponsive. */
const REMEMBERED = 10_000;

interface Lane {
  running: number;
  /** Times the lane was full: more than zero means that work is waiting. */
  refusals: number;
  /** Refusals up to this number have no work left. */
  clearRefusals: number;
  atOnce: number;
  silentAttempts: number;
  restMs: number;
  restsUntil: number;
}

interface AccountLoad {
  running: number;
  /** Destinations that had a place when the account's share was used up. */
  latestRefusal: Set<string>;
}

/**
 * Isolates destinations, so that a slow or dead one takes only a few places of the worker. A dead
 * one rests, and is then tried with one delivery at a time. Refused deliveries stay due in their
 * rows; nothing waits in memory.
 */
export class DestinationLimiter {
  private readonly lanes = new Map<string, Lane>();
  private readonly loads = new Map<string, AccountLoad>();

  /**
   * Uses a monotonic clock: adjusting the system time must not make a dead destination rest for
   * hours.
   */
  constructor(private readonly now: () => number = () => performance.now()) {}

  get size(): number {
    return this.lanes.size;
  }

  /** Takes a place; `false` if there is none. The holder must call `release`. */
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
    // Only deliveries with a place are tracked; a refused one leaves nothing behind.
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
   * Takes a place at a destination refused earlier because of the account's limit; `undefined` if
   * there is none.
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
   * Returns the latest refusal that may have work left. Every holder of a place looks for more work
   * until one of them finds nothing.
   */
  refusals(destination: string): number | undefined {
    const lane = this.lanes.get(destination);
    const more = lane && lane.refusals > lane.clearRefusals && lane.running <= this.places(lane);
    return more ? lane.refusals : undefined;
  }

  /** Records that no delivery refused up to this number is still due. */
  madeUpFor(destination: string, refusals: number): void {
    const lane = this.lanes.get(destination);
    if (lane) lane.clearRefusals = Math.max(lane.clearRefusals, refusals);
  }

  /** Records an attempt: whether the destination responded, and after how long. */
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
