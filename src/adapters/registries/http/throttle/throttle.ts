import { setTimeout as sleep } from 'node:timers/promises';
import { SourceError } from '../../../../core/registries/ports.js';

/** What a source allows in any stretch of time of this length. */
export interface Quota {
  requests: number;
  windowMs: number;
}

/** What a register tolerates from all our processes together. Left out: no limit. */
export interface PaceLimits {
  /**
   * What is paced together, where several registers share one source; each register by itself when
   * left out.
   */
  source?: string;
  /** Requests under way at once. */
  concurrency?: number;
  /** Least time between the starts of two requests. */
  spacingMs?: number;
  /** For all callers with the same key, or at the same address. May be used up in one burst. */
  quota?: Quota;
}

/** The limits of one source, by its name. */
export type SourceLimits = PaceLimits & { source: string };

/** No place became free in time: nothing was sent, which says nothing about the register. */
export class ThrottleTimeout extends SourceError {
  constructor(failure: 'timeout' | 'unavailable', message: string, retryAfterMs?: number) {
    super(failure, message, { throttled: true, ...(retryAfterMs !== undefined && { retryAfterMs }) });
  }
}

/** Who may ask a source, and when. */
export abstract class SourceThrottle {
  /**
   * Resolves when the source may be asked, with the function that frees the place; a place that is
   * never freed ends after `holdMs`. Rejects with `ThrottleTimeout` when no place becomes free
   * within `patienceMs`, and with the signal's reason once it aborts.
   */
  abstract acquire(pace: SourceLimits, limits: AcquireLimits, signal: AbortSignal): Promise<() => void>;

  /**
   * Grants no place at this source for this time: it reported that its allowance is used up. Never
   * throws.
   */
  abstract holdOff(pace: SourceLimits, ms: number): void;

  /** When nothing will be asked any more. */
  close?(): void;
}

export interface AcquireLimits {
  patienceMs: number;
  /** Longer than any request. */
  holdMs: number;
}

/** For one process, in the order of arrival. */
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
  /** By `performance.now()`, the last moment at which a place is of use. */
  deadline: number;
  start(): void;
  refuse(error: Error): void;
}

/** No place becomes free in time: `waitMs` until the earliest one. */
class TooLate extends Error {
  constructor(readonly waitMs: number) {
    super(`no free place within ${waitMs} ms`);
  }
}

/**
 * Lets requests through in the order they came, never more or faster than the register tolerates:
 * spacing and quota are kept by the moments at which requests really start, so those who wait for a
 * quota are not released together, and no stretch of the quota's length ever holds more.
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
   * Resolves when the caller may start, with the function that frees its place. Rejects with
   * `TooLate` as soon as it is known that spacing, quota or a hold leave no place within
   * `patienceMs`, and with the signal's reason once it aborts.
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

  /** No request starts for this time, as the source asked. */
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
   * Refuses the callers from this place on that would start too late, as far as is known: how long
   * requests take is not.
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
