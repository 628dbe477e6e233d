import { Process, Processor } from '@nestjs/bull';
import type { Task, TaskProcessor } from '../../core/tasks/ports.js';
import { RunRetrieval } from '../../core/verification/run-retrieval.js';
import { PLACES } from '../../core/concurrency/worker-fair-share.js';

/** Most registers answer sooner; a longer call is released to another worker. */
const HAND_BACK_AFTER_MS = 2_000;

@Processor('retrieval')
export class RetrievalProcessor implements TaskProcessor {
  readonly kind = 'retrieval';
  readonly concurrency = PLACES;

  constructor(private readonly runRetrieval: RunRetrieval) {}

  @Process({ concurrency: PLACES })
  process({ data }: { data: Task }): Promise<void> {
    return this.runRetrieval.run(data);
  }

  stop(): void {
    setTimeout(() => this.runRetrieval.stop(), HAND_BACK_AFTER_MS).unref();
  }
}
