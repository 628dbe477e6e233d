import { type Task, Tasks } from '../../tasks/ports.js';
import { Checker } from '../checks/checker.js';
import { WatchClock } from '../ports.js';
import { Injectable } from '../../injectable.js';

/** Few enough that slow registers do not delay the others for long. */
export const CHECKS_A_ROUND = 16;
/** A check yields for this long; then it queues with the questions of waiting callers. */
const GIVES_WAY_FOR_MS = 10 * 60_000;
const ANY_TIME_MS = 100 * 366 * 86_400_000;

/** Makes a round of due checks. A full round is followed by another. */
@Injectable()
export class MakeDueChecks {
  constructor(
    private readonly checker: Checker,
    private readonly clock: WatchClock,
    private readonly tasks: Tasks,
  ) {}

  /** The task only names one of them; the round takes those that have been due the longest. */
  async run({ id, claimNumber }: Task): Promise<void> {
    const { isSandbox: sandbox } = this.clock;
    const until = await this.clock.now();
    const urgentBefore = new Date(until.getTime() - GIVES_WAY_FOR_MS);
    const round = { until, withinMs: ANY_TIME_MS, limit: CHECKS_A_ROUND, urgentBefore, sandbox };
    const made = await this.checker.makeRound(round);
    if (made >= CHECKS_A_ROUND) await this.tasks.enqueue({ kind: 'check', id, claimNumber: claimNumber + 1 });
  }
}
