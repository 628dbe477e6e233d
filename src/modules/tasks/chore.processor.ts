import { Process, Processor } from '@nestjs/bull';
import { RunChore } from '../../core/maintenance/run-chore.js';
import type { Task, TaskProcessor } from '../../core/tasks/ports.js';

/** More than there are chores, so that a long one delays no other. */
const AT_ONCE = 16;
/** The rest is reserved for chores that this process itself finds due. */
const FROM_QUEUE = AT_ONCE / 2;

@Processor('chore')
export class ChoreProcessor implements TaskProcessor {
  readonly kind = 'chore';
  readonly concurrency = AT_ONCE;

  constructor(private readonly runChore: RunChore) {}

  @Process({ concurrency: FROM_QUEUE })
  async process({ data }: { data: Task }): Promise<void> {
    await this.runChore.run(data);
  }

  stop(): void {
    this.runChore.stop();
  }
}
