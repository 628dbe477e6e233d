import { setTimeout as sleep } from 'node:timers/promises';
import { SourceError } from '../../../../core/registries/ports.js';

/** The requests a source allows in any period of this length. */
export interface Quota {
  requests: number;
  windowMs: number;
}

/**
 * The load that a register tolerates from all our processes together. A missing value means no
 * limit.
 */
export interface PaceLimits {
  /** Name of a source that several registers share. Default: each register is paced by itself. */
  source?: string;
  concurrency?: number;
  /** Minimum time between the starts of two requests. */
  spacingMs?: number;
  /** Shared by all callers with the same key or address. May be used up in one burst. */
  quota?: Quota;
}

export type SourceLimits = PaceLimits & { source: string };

/** No slot became free in time. Nothing was sent, so it says nothing about the register. */
export class ThrottleTimeout extends SourceError {
  constructor(failure: 'timeout' | 'unavailable', message: string, retryAfterMs?: number) {
    super(failure, message, { throttled: true, ...(retryAfterMs !== undefined && { retryAfterMs }) });
  }
}

export abstract class SourceThrottle {
  /**
   * Resolves when the source may be called, to the function that frees the slot. A slot that is
   * never freed expires after `holdMs`. Rejects with `ThrottleTimeout` if no slot becomes free
   * within `patienceMs`, and with the signal's reason once it aborts.
   */
  abstract acquire(pace: SourceLimits, limits: AcquireLimits, signal: AbortSignal): Promise<() => void>;

  /**
   * Grants no slots at this source for this time, because it reported that its quota is used up.
   * Never throws.
   */
  abstract holdOff(pace: SourceLimits, ms: number): void;

  /** Call it once no more requests will be made. */
  close?(): void;
}

export interface AcquireLimits {
  patienceMs: number;
  /** Longer than any request. */
  holdMs: number;
}

/** For one process. First come, first served. */
export class InProcessThrottle extends SourceThrottle {
  private readonly windows = new Map<string, ThrottleWindow>();

  async acquire(pace: SourceLimits, { patienceMs }: AcquireLimits, signal: AbortSignal): Promise<() => void> {
    try {
      return await this.windowOf(pace).acquire(signal, patienceMs);
    } catch (error) {
      throw error instanceof TooLate ? usedUp(error.waitMs) : error;
    }
  }

  holdOff(pace: SourceLimits, ms: number): void {
    this.windowOf(pace).holdOff(ms);
  }

  private windowOf(limits: SourceLimits): ThrottleWindow {
    let window = this.windows.get(limits.source);
    if (!window) this.windows.set(limits.source, (window = new ThrottleWindow(limits)));
    return window;
  }
}

export function usedUp(retryAfterMs: number): ThrottleTimeout {
  return new ThrottleTimeout('unavailable', 'all requests that the source allows for now have been used', retryAfterMs);
}

/** Rejects with the signal's reason. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw signal.reason as Error;
  });
}

interface Waiter {
  /** The last moment at which a slot is of use, by `performance.now()`. */
  deadline: number;
  start(): void;
  refuse(error: Error): void;
}

/** No slot becomes free in time. `waitMs` is the time until the earliest one. */
class TooLate extends Error {
  constructor(readonly waitMs: number) {
    super(`no free place within ${waitMs} ms`);
  }
}

/**
 * Lets requests through in order of arrival, never more or faster than the register tolerates.
 * Spacing and quota are measured by actual start times, so requests that waited for a quota are not
 * released all at once, and no period of the quota's length contains more than the quota.
 */
export class ThrottleWindow {
  private waiting: Waiter[] = [];
  private running = 0;
  /** Start times of the last requests, the newest last. As many as the quota counts. */
  private starts: number[] = [];
  private heldUntil = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limits: Omit<PaceLimits, 'source'>) {}

  /**
   * Resolves when the caller may start, to the function that frees its slot. Rejects with `TooLate`
   * as soon as spacing, quota or a hold are known to leave no slot within `patienceMs`, and with
   * the signal's reason once it aborts.
   */
  acquire(signal: AbortSignal, patienceMs = Infinity): Promise<() => void> {
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

  /**
   * Refuses the waiting callers from this index on that would start too late. Only an estimate,
   * because the duration of requests is unknown.
   */
  private refuseLate(from: number): void {
    const now = performance.now();
    const starts = this.comingStarts(this.waiting.length, now);
    const late = this.waiting.filter((waiter, at) => at >= from && starts[at]! > Math.max(waiter.deadline, now));
    if (late.length === 0) return;
    const waits = new Map(this.waiting.map((waiter, at) => [waiter, starts[at]! - now]));
    this.waiting = this.waiting.filter((waiter) => !late.includes(waiter));
    for (const waiter of late) waiter.refuse(new TooLate(Math.ceil(waits.get(waiter)!)));
  }

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
