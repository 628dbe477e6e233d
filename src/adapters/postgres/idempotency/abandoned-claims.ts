import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldKey } from '../../../core/idempotency/ports.js';

const PAUSE_MS = 500;

/**
 * Claims on Idempotency-Keys that could not be released because the database was unreachable. They
 * are released once it is back.
 */
export class AbandonedClaims {
  private readonly waiting = new Map<string, { held: HeldKey; givenUpAtMs: number }>();
  private isTrying = false;

  /** `release` throws while it cannot succeed. After `lifetimeMs` a claim has expired anyway. */
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
      // Does not keep the process alive. If it exits, its claims expire.
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
        // The remaining ones would fail too.
        return;
      }
    }
  }
}
