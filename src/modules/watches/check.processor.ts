import { Process, Processor } from '@nestjs/bull';
import type { Task, TaskProcessor } from '../../core/tasks/ports.js';
import { MakeDueChecks } from '../../core/watches/schedule/make-due-checks.js';

/** A round already queries several registers concurrently. */
const AT_ONCE = 1;

@Processor('check')
export class CheckProcessor implements TaskProcessor {
  readonly kind = 'check';
  readonly concurrency = AT_ONCE;

  constructor(private readonly makeDueChecks: MakeDueChecks) {}

  @Process({ concurrency: AT_ONCE })
  process({ data }: { data: Task }): Promise<void> {
    return this.makeDueChecks.run(data);
  }
}
