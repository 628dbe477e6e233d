import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldKey } from '../../../core/idempotency/ports.js';

const PAUSE_MS = 500;

/**
 * Claims on Idempotency-Keys that could not be released, because the database was out of reach:
 * they are released when it is back.
 */
export class AbandonedClaims {
  private readonly waiting = new Map<string, { held: HeldKey; givenUpAtMs: number }>();
  private isTrying = false;

  /** `release` throws while it cannot; after `lifetimeMs` a claim counts for nothing anyway. */
  constructor(
    private readonly release: (held: HeldKey) => Promise<void>,
    private readonly lifetimeMs: number,
  ) {}

  add(held: HeldKey): void {
    this.waiting.set(held.claim, { held, givenUpAtMs: performance.now() + this.lifetimeMs });
    if (!this.isTrying) void this.tryUntilNoneIsLeft();
  }

  private async tryUntilNoneIsLeft(): Promise<void> {
    this.isTrying = true;
    while (this.waiting.size > 0) {
      // Keeps no process from ending: its claims then run out.
      await sleep(PAUSE_MS, undefined, { ref: false });
      await this.tryAll();
    }
    this.isTrying = false;
  }

  private async tryAll(): Promise<void> {
    for (const [claim, { held, givenUpAtMs }] of this.waiting) {
      try {
        if (performance.now() < givenUpAtMs) await this.release(held);
        this.waiting.delete(claim);
      } catch {
        // The next one would fare alike.
        return;
      }
    }
  }
}
