import { Process, Processor } from '@nestjs/bull';
import { RunBatches } from '../../core/batches/run-batches.js';
import type { TaskProcessor } from '../../core/tasks/ports.js';

/** Rounds yield to requests, so two concurrent ones would take twice the time from them. */
const AT_ONCE = 1;

@Processor('batch')
export class BatchProcessor implements TaskProcessor {
  readonly kind = 'batch';
  readonly concurrency = AT_ONCE;

  constructor(private readonly runBatches: RunBatches) {}

  @Process({ concurrency: AT_ONCE })
  process(): Promise<void> {
    return this.runBatches.run();
  }
}
