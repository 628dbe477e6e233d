import { AppError } from '../errors.js';
import type { Id } from '../ids.js';

/** Initial places of an account, and the minimum while it files jobs. */
const FEW = 8;
/**
 * Maximum places of an account that requests known answers: more gain nothing from sharing a
 * statement.
 */
const MANY = 64;
/** Waiting requests of one account, beyond which it overloads the process. */
const MAX_WAITING = 2_000;
const TRY_AGAIN_AFTER_SECONDS = 1;
/** Accounts whose number of places is remembered. */
const MAX_REMEMBERED = 10_000;

type Leave = () => void;

interface Lane {
  places: number;
  /** Can be negative: a request may leave while it is inside `releaseWhile`. */
  inside: number;
  waiting: (() => void)[];
}

/**
 * Admits few requests of one account at a time; the others wait in order of arrival, before any
 * work is done for them. A burst of one account delays others no longer than the admitted few take.
 * Every finished request adds a place. Every filed job halves them, because a job takes many times
 * the work of a known answer.
 */
export class AccountLimiter {
  private readonly lanes = new Map<Id<'acc'>, Lane>();
  /** Across all accounts. */
  private inside = 0;
  private readonly whenIdle = new Set<() => void>();

  get waiting(): number {
    return [...this.lanes.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Resolves when no request is in progress, or after `withinMs`. */
  async idle(withinMs: number): Promise<void> {
    if (this.inside <= 0) return;
    await new Promise<void>((resolve) => {
      const over = () => {
        clearTimeout(timer);
        this.whenIdle.delete(over);
        resolve();
      };
      const timer = setTimeout(over, withinMs);
      this.whenIdle.add(over);
    });
  }

  /**
   * Takes a place and returns the function that releases it; further calls of it do nothing.
   * `undefined` if the account has no free place.
   */
  tryAcquire(accountId: Id<'acc'>): Leave | undefined {
    const lane = this.laneOf(accountId);
    if (lane.inside >= lane.places) return undefined;
    this.enter(lane);
    return this.leaveOnce(accountId, lane);
  }

  /**
   * Waits for a place and returns the function that releases it; further calls of it do nothing.
   * Throws `RATE_LIMIT_EXCEEDED` if too many requests of the account are already waiting.
   */
  async acquire(accountId: Id<'acc'>): Promise<Leave> {
    const leave = this.tryAcquire(accountId);
    if (leave) return leave;
    const lane = this.laneOf(accountId);
    if (lane.waiting.length >= MAX_WAITING) throw tooManyWaiting();
    await new Promise<void>((letIn) => lane.waiting.push(letIn));
    return this.leaveOnce(accountId, lane);
  }

  /** Halves the account's places. Call this when it files a job. */
  backOff(accountId: Id<'acc'>): void {
    const lane = this.laneOf(accountId);
    lane.places = Math.max(FEW, lane.places / 2);
  }

  /**
   * Releases the place of an admitted request while it waits for something outside this process,
   * usually a register. The request resumes without queuing, so that started work is finished.
   */
  async releaseWhile<T>(accountId: Id<'acc'>, wait: () => Promise<T>): Promise<T> {
    this.leave(accountId);
    try {
      return await wait();
    } finally {
      this.enter(this.laneOf(accountId));
    }
  }

  private leaveOnce(accountId: Id<'acc'>, lane: Lane): Leave {
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      lane.places = Math.min(MANY, lane.places + 1);
      this.leave(accountId);
    };
  }

  private enter(lane: Lane): void {
    lane.inside += 1;
    this.inside += 1;
  }

  private leave(accountId: Id<'acc'>): void {
    const lane = this.laneOf(accountId);
    lane.inside -= 1;
    this.inside -= 1;
    while (lane.inside < lane.places && lane.waiting.length > 0) {
      this.enter(lane);
      lane.waiting.shift()?.();
    }
    if (this.inside <= 0) for (const over of [...this.whenIdle]) over();
  }

  private laneOf(accountId: Id<'acc'>): Lane {
    const known = this.lanes.get(accountId);
    if (known) return known;
    if (this.lanes.size >= MAX_REMEMBERED) this.forgetOne();
    const lane = { places: FEW, inside: 0, waiting: [] };
    this.lanes.set(accountId, lane);
    return lane;
  }

  /** Evicts the oldest account without running or waiting requests. */
  private forgetOne(): void {
    for (const [accountId, { inside, waiting }] of this.lanes) {
      if (inside === 0 && waiting.length === 0) {
        this.lanes.delete(accountId);
        return;
      }
    }
  }
}

function tooManyWaiting(): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: `${MAX_WAITING} requests of this account are already waiting. Nothing was charged.`,
    details: { retry_after_seconds: TRY_AGAIN_AFTER_SECONDS },
    suggestion: 'Send fewer requests at once.',
  });
}
