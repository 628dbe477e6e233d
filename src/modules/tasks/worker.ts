import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Readiness } from '../../core/health.js';
import { type TaskProcessor, Tasks } from '../../core/tasks/ports.js';
import { BatchProcessor } from '../batches/batch.processor.js';
import { RetrievalProcessor } from '../verification/retrieval.processor.js';
import { CheckProcessor } from '../watches/check.processor.js';
import { DeliveryProcessor } from '../webhooks/delivery.processor.js';
import { ChoreProcessor } from './chore.processor.js';
import { Injectable } from '../../core/injectable.js';

/**
 * Longer than any delivery attempt, so that none is cut off whose receiver may have accepted it.
 */
const GRACE_MS = 10_500;

/** Starts the processors after the application, and stops them before it. */
@Injectable()
export class Worker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private open = false;
  private readonly processors: readonly TaskProcessor[];

  constructor(
    private readonly tasks: Tasks,
    private readonly readiness: Readiness,
    retrieval: RetrievalProcessor,
    delivery: DeliveryProcessor,
    batch: BatchProcessor,
    check: CheckProcessor,
    chore: ChoreProcessor,
  ) {
    this.processors = [retrieval, delivery, batch, check, chore];
  }

  async onApplicationBootstrap(): Promise<void> {
    this.readiness.add({ name: 'worker', check: () => this.check() });
    await this.tasks.start(this.processors);
    this.open = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.open = false;
    for (const processor of this.processors) processor.stop?.();
    await this.tasks.stop(GRACE_MS);
  }

  private async check(): Promise<Record<string, unknown>> {
    if (!this.open) throw new Error('this process takes no entries of the queue');
    return {};
  }
}
