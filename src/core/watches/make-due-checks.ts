import type { Checker } from './checker.js';
import type { WatchChecks, WorldClock } from './ports.js';
import type { Resumer } from './resumer.js';

/** So many are claimed at once that two rounds of slow registers end before the claim does. */
const AT_ONCE = 16;
const ANY_TIME_MS = 100 * 366 * 86_400_000;

/** Makes the checks that are due now, until none is left. */
export class MakeDueChecks {
  constructor(
    private readonly checks: WatchChecks,
    private readonly checker: Checker,
    private readonly resumer: Resumer,
    private readonly world: WorldClock,
  ) {}

  async run(stopping: AbortSignal): Promise<void> {
    await this.resumer.resumeAll();
    while (!stopping.aborted) {
      const until = await this.world.now();
      await this.checks.takeUpEditions(this.world.isSandbox, until);
      const made = await this.checker.makeRound({ until, withinMs: ANY_TIME_MS, limit: AT_ONCE });
      if (made === 0) return;
    }
  }
}
