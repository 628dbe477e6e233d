import { AppError } from '../errors.js';
import type { Id } from '../ids.js';

/** Of one account, to begin with and as long as it files jobs. */
const FEW = 8;
/** Of one account that asks for what is known: as many as gain anything by sharing a statement. */
const MANY = 64;
/** Of one account; with more than that it asks too much of one process. */
const MAX_WAITING = 2_000;
const TRY_AGAIN_AFTER_SECONDS = 1;
/** Accounts of which it is remembered how many places they had last. */
const MAX_REMEMBERED = 10_000;

type Leave = () => void;

/** What an account has in this process. */
interface Lane {
  places: number;
  /** Below zero while one that was left before it came back from aside has not come back. */
  inside: number;
  waiting: (() => void)[];
}

/**
 * Admits few requests of one account at a time; the others wait in the order of their arrival,
 * before any work is done for them. So a thousand at once delay other accounts no longer than those
 * few take. Each request that finishes adds a place, and each one that files a job halves them: a
 * job, which takes many times the work of an answer that is known.
 */
export class AccountLimiter {
  private readonly lanes = new Map<Id<'acc'>, Lane>();
  /** Of all accounts. */
  private inside = 0;
  private readonly whenIdle = new Set<() => void>();

  /** How many wait now, of all accounts. */
  get waiting(): number {
    return [...this.lanes.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Resolves as soon as no request is being worked on, at the latest after so long. */
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

  /** Returns what gives the place back, once; `undefined` when the account has no place free. */
  tryAcquire(accountId: Id<'acc'>): Leave | undefined {
    const lane = this.laneOf(accountId);
    if (lane.inside >= lane.places) return undefined;
    this.enter(lane);
    return this.leaveOnce(accountId, lane);
  }

  /**
   * Resolves, as soon as there is a place, with what gives it back, once. Throws
   * `RATE_LIMIT_EXCEEDED`, with nothing done, when too many of the account wait already.
   */
  async acquire(accountId: Id<'acc'>): Promise<Leave> {
    const leave = this.tryAcquire(accountId);
    if (leave) return leave;
    const lane = this.laneOf(accountId);
    if (lane.waiting.length >= MAX_WAITING) throw tooManyWaiting();
    await new Promise<void>((letIn) => lane.waiting.push(letIn));
    return this.leaveOnce(accountId, lane);
  }

  /** The account files a job. */
  backOff(accountId: Id<'acc'>): void {
    const lane = this.laneOf(accountId);
    lane.places = Math.max(FEW, lane.places / 2);
  }

  /**
   * For an admitted request that waits for something outside this process, mostly a register:
   * meanwhile another one has the place. A request that resumes is admitted at once, so that what
   * has begun is finished.
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

  /** Of those that have nothing here now, the one that came first. */
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
