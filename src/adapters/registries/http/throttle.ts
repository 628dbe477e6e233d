import { setTimeout as sleep } from 'node:timers/promises';
import { SourceError } from '../../../core/registries/ports.js';
import { ThrottleWindow, type PaceLimits, type Quota } from './throttle-limits.js';

/** The limits of one source, by its name. */
export type SourceLimits = PaceLimits & { source: string };

/** No turn came in time: proves nothing about the register. */
export class ThrottleTimeout extends SourceError {}

/** Who may ask a source, and when. */
export abstract class SourceThrottle {
  /**
   * Resolves when the source may be asked, with the function that ends the turn; an end that never comes is made up for after `holdMs`.
   * Rejects with `NoTurn` when the turn cannot come within `patienceMs`, and with the signal's reason once it aborts.
   */
  abstract turn(pace: SourceLimits, limits: TurnLimits, signal: AbortSignal): Promise<() => void>;
}

export interface TurnLimits {
  patienceMs: number;
  /** Longer than any request. */
  holdMs: number;
}

/** For one process, in the order of arrival. */
export class InProcessThrottle extends SourceThrottle {
  private readonly paces = new Map<string, ThrottleWindow>();
  private readonly windows = new Map<string, { index: number; taken: number }>();

  constructor(private readonly now: () => number = Date.now) {
    super();
  }

  async turn(pace: SourceLimits, { patienceMs }: TurnLimits, signal: AbortSignal): Promise<() => void> {
    const deadline = performance.now() + patienceMs;
    const end = await this.paceOf(pace).turn(signal);
    try {
      if (pace.quota) await this.withinQuota(pace.source, pace.quota, deadline, signal);
      return end;
    } catch (error) {
      end();
      throw error;
    }
  }

  private paceOf(limits: SourceLimits): ThrottleWindow {
    let pace = this.paces.get(limits.source);
    if (!pace) this.paces.set(limits.source, (pace = new ThrottleWindow(limits)));
    return pace;
  }

  /** Waits for the next window when it comes in time. */
  private async withinQuota(source: string, quota: Quota, deadline: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const waitMs = this.take(source, quota);
      if (waitMs === 0) return;
      if (performance.now() + waitMs > deadline) throw usedUp(waitMs);
      await pause(waitMs, signal);
    }
  }

  /** 0, or the milliseconds until the next window. */
  private take(source: string, { requests, windowMs }: Quota): number {
    const index = Math.floor(this.now() / windowMs);
    const last = this.windows.get(source);
    const taken = last?.index === index ? last.taken : 0;
    if (taken >= requests) return windowMs - (this.now() % windowMs);
    this.windows.set(source, { index, taken: taken + 1 });
    return 0;
  }
}

export function usedUp(retryAfterMs: number): ThrottleTimeout {
  return new ThrottleTimeout('unavailable', 'all requests that the source allows for now have been used', {
    retryAfterMs,
  });
}

/** Rejects with the signal's reason. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw signal.reason as Error;
  });
}
