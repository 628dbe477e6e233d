import type { Task } from '../tasks/ports.js';
import { Chores } from './chores.js';
import { ScheduleLock } from './ports.js';
import { Injectable } from '../injectable.js';

/** Runs a chore unless it is another process's turn. */
@Injectable()
export class RunChore {
  private readonly stopping = new AbortController();

  constructor(
    private readonly chores: Chores,
    private readonly scheduleLock: ScheduleLock,
  ) {}

  /** Returns whether it ran. */
  async run({ id: name }: Pick<Task, 'id'>): Promise<boolean> {
    const chore = this.chores.all.find((one) => one.name === name);
    if (!chore || this.stopping.signal.aborted) return false;
    // Slightly less than the interval, so that our own next attempt is never refused.
    const isOurs = chore.turns === 'shared' || (await this.scheduleLock.tryAcquire(name, chore.everyMs * 0.9));
    if (isOurs) await chore.run(this.stopping.signal);
    return isOurs;
  }

  /** Running chores stop after their current step. */
  stop(): void {
    this.stopping.abort();
  }
}
