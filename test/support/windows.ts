import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { InProcessRateLimits } from '../../src/adapters/in-process/rate-limits.js';
import { RateLimits } from '../../src/core/rate-limits/ports.js';

/**
 * Stops the clock of in-process rate limits, so that all requests count in one window, however long
 * a test takes.
 */
export function stopWindows(app: NestFastifyApplication): void {
  const limits = app.get<RateLimits>(RateLimits, { strict: false });
  if (!(limits instanceof InProcessRateLimits)) return;
  const started = new Date();
  Object.assign(limits, { clock: { now: () => started } });
}

const ROOM_MS = 10_000;

/**
 * Waits if the minute is about to end. For windows that Redis counts by its own clock: the next
 * requests fall into one of them.
 */
export async function awayFromTheEndOfAMinute(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < ROOM_MS) await new Promise((resolve) => setTimeout(resolve, leftMs + 100));
}
