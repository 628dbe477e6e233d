import type { Checker } from './checker.js';
import type { WorldClock } from './ports.js';

/** So many are claimed at once that two rounds of slow registers end before the claim does. */
const AT_ONCE = 16;
/** A check gives way for so long; then it takes its place among the questions of those who wait. */
const GIVES_WAY_FOR_MS = 10 * 60_000;
const ANY_TIME_MS = 100 * 366 * 86_400_000;

/** Makes the checks that are due now, until none is left. */
export class MakeDueChecks {
  constructor(
    private readonly checker: Checker,
    private readonly world: WorldClock,
  ) {}

  async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const until = await this.world.now();
      const urgentBefore = new Date(until.getTime() - GIVES_WAY_FOR_MS);
      const made = await this.checker.makeRound({ until, withinMs: ANY_TIME_MS, limit: AT_ONCE, urgentBefore });
      if (made === 0) return;
    }
  }
}
