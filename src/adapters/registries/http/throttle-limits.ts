/** What a source allows in any stretch of time of this length. */
export interface Quota {
  requests: number;
  windowMs: number;
}

/** What a register tolerates from all our processes together. Left out: no limit. */
export interface PaceLimits {
  /** What is paced together, where several registers share one source; each register by itself when left out. */
  source?: string;
  /** Requests under way at once. */
  concurrency?: number;
  /** Least time between the starts of two requests. */
  spacingMs?: number;
  /** For everybody with the same key, or at the same address. May be used up in one burst. */
  quota?: Quota;
}

interface Waiter {
  /** By `performance.now()`, the last moment at which its turn is of use. */
  deadline: number;
  start(): void;
  refuse(error: Error): void;
}

/** A turn cannot come in time: `waitMs` until the earliest that could. */
export class TooLate extends Error {
  constructor(readonly waitMs: number) {
    super(`no turn within ${waitMs} ms`);
  }
}

/**
 * Lets requests through in the order they came, never more or faster than the register tolerates: spacing and quota are kept by the moments at
 * which requests really start, so those who wait for a quota are not released together, and no stretch of the quota's length ever holds more.
 */
export class ThrottleWindow {
  private waiting: Waiter[] = [];
  private running = 0;
  /** When the last requests started, the newest last; as many as the quota counts. */
  private starts: number[] = [];
  private heldUntil = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limits: Omit<PaceLimits, 'source'>) {}

  /**
   * Resolves when it is the caller's turn, with the function that ends the turn. Rejects with `TooLate` as soon as it is known that spacing, quota
   * or a hold leave no turn within `patienceMs`, and with the signal's reason once it aborts.
   */
  turn(signal: AbortSignal, patienceMs = Infinity): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const settled = () => signal.removeEventListener('abort', leave);
      const waiter: Waiter = {
        deadline: performance.now() + patienceMs,
        start: () => {
          settled();
          resolve(this.endOfTurn());
        },
        refuse: (error) => {
          settled();
          reject(error);
        },
      };
      const leave = () => {
        this.waiting = this.waiting.filter((other) => other !== waiter);
        reject(signal.reason as Error);
      };
      if (signal.aborted) return reject(signal.reason as Error);
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(waiter);
      this.refuseLate(this.waiting.length - 1);
      this.admit();
    });
  }

  /** No request starts for so long: the source said so. */
  holdOff(ms: number): void {
    this.heldUntil = Math.max(this.heldUntil, performance.now() + ms);
    this.refuseLate(0);
  }

  private endOfTurn(): () => void {
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.running -= 1;
      this.admit();
    };
  }

  private admit(): void {
    const { concurrency = Infinity, quota } = this.limits;
    while (this.waiting.length > 0 && this.running < concurrency) {
      const now = performance.now();
      const [startAt = now] = this.comingStarts(1, now);
      if (startAt > now) {
        this.timer ??= setTimeout(() => {
          this.timer = undefined;
          this.admit();
        }, startAt - now);
        return;
      }
      this.starts.push(now);
      if (this.starts.length > (quota?.requests ?? 1)) this.starts.shift();
      this.running += 1;
      this.waiting.shift()!.start();
    }
  }

  /** Refuses those from this place on whose turn will come too late, as far as is known: how long requests take is not. */
  private refuseLate(from: number): void {
    const now = performance.now();
    const starts = this.comingStarts(this.waiting.length, now);
    const late = this.waiting.filter((waiter, at) => at >= from && starts[at]! > Math.max(waiter.deadline, now));
    if (late.length === 0) return;
    const waits = new Map(this.waiting.map((waiter, at) => [waiter, starts[at]! - now]));
    this.waiting = this.waiting.filter((waiter) => !late.includes(waiter));
    for (const waiter of late) waiter.refuse(new TooLate(Math.ceil(waits.get(waiter)!)));
  }

  /** When the next requests may start at the earliest. */
  private comingStarts(count: number, now: number): number[] {
    const { spacingMs = 0, quota } = this.limits;
    const starts = [...this.starts];
    const before = starts.length;
    let earliest = Math.max(now, this.heldUntil);
    for (let at = 0; at < count; at += 1) {
      earliest = Math.max(earliest, (starts.at(-1) ?? -Infinity) + spacingMs);
      const counted = quota && starts[starts.length - quota.requests];
      if (counted !== undefined) earliest = Math.max(earliest, counted + quota!.windowMs);
      starts.push(earliest);
    }
    return starts.slice(before);
  }
}
