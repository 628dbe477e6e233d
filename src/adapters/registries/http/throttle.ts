import { setTimeout as sleep } from 'node:timers/promises';
import { SourceError } from '../../../core/registries/ports.js';
import { ThrottleWindow, TooLate, type PaceLimits } from './throttle-limits.js';

/** The limits of one source, by its name. */
export type SourceLimits = PaceLimits & { source: string };

/** No turn came in time: nothing was asked, which proves nothing about the register. */
export class ThrottleTimeout extends SourceError {
  constructor(failure: 'timeout' | 'unavailable', message: string, retryAfterMs?: number) {
    super(failure, message, { ownPace: true, ...(retryAfterMs !== undefined && { retryAfterMs }) });
  }
}

/** Who may ask a source, and when. */
export abstract class SourceThrottle {
  /**
   * Resolves when the source may be asked, with the function that ends the turn; an end that never comes is made up for after `holdMs`.
   * Rejects with `ThrottleTimeout` when the turn cannot come within `patienceMs`, and with the signal's reason once it aborts.
   */
  abstract turn(pace: SourceLimits, limits: TurnLimits, signal: AbortSignal): Promise<() => void>;

  /** Gives no turn at this source for so long: it said that what it allows is used up. Never throws. */
  abstract holdOff(pace: SourceLimits, ms: number): void;
}

export interface TurnLimits {
  patienceMs: number;
  /** Longer than any request. */
  holdMs: number;
}

/** For one process, in the order of arrival. */
export class InProcessThrottle extends SourceThrottle {
  private readonly windows = new Map<string, ThrottleWindow>();

  async turn(pace: SourceLimits, { patienceMs }: TurnLimits, signal: AbortSignal): Promise<() => void> {
    try {
      return await this.windowOf(pace).turn(signal, patienceMs);
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
