import type { Task } from '../tasks/ports.js';
import type { Chores } from './chores.js';
import type { ScheduleLock } from './ports.js';

/** Does a chore, unless it is another process's turn. */
export class RunChore {
  private readonly stopping = new AbortController();

  constructor(
    private readonly chores: Chores,
    private readonly scheduleLock: ScheduleLock,
  ) {}

  /** Whether it was done now. */
  async run({ id: name }: Pick<Task, 'id'>): Promise<boolean> {
    const chore = this.chores.all.find((one) => one.name === name);
    if (!chore || this.stopping.signal.aborted) return false;
    // A little shorter, so that the next look of this process does not come a moment too early.
    const isOurs = chore.turns === 'shared' || (await this.scheduleLock.tryAcquire(name, chore.everyMs * 0.9));
    if (isOurs) await chore.run(this.stopping.signal);
    return isOurs;
  }

  /** Chores under way end after their present step. */
  stop(): void {
    this.stopping.abort();
  }
}
