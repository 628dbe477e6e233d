import type { Task, Tasks } from '../../tasks/ports.js';
import type { Checker } from '../checks/checker.js';
import type { WatchClock } from '../ports.js';

/** Few enough that slow registers keep none of them waiting for long. */
export const CHECKS_A_ROUND = 16;
/** A check yields for this long; then it queues with the questions of waiting callers. */
const GIVES_WAY_FOR_MS = 10 * 60_000;
const ANY_TIME_MS = 100 * 366 * 86_400_000;

/** Makes a round of the checks that are due now. A full one is followed by another. */
export class MakeDueChecks {
  constructor(
    private readonly checker: Checker,
    private readonly clock: WatchClock,
    private readonly tasks: Tasks,
  ) {}

  /** The task names one of them: which are made is decided by how long they have been due. */
  async run({ id, claimNumber }: Task): Promise<void> {
    const { isSandbox: sandbox } = this.clock;
    const until = await this.clock.now();
    const urgentBefore = new Date(until.getTime() - GIVES_WAY_FOR_MS);
    const round = { until, withinMs: ANY_TIME_MS, limit: CHECKS_A_ROUND, urgentBefore, sandbox };
    const made = await this.checker.makeRound(round);
    if (made >= CHECKS_A_ROUND) await this.tasks.enqueue({ kind: 'check', id, claimNumber: claimNumber + 1 });
  }
}
