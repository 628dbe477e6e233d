import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Readiness } from '../../core/health.js';
import type { Jobs } from '../../core/ports.js';
import type { RunRetrieval } from '../../core/verification/run-retrieval.js';
import type { DeliverEvent } from '../../core/webhooks/deliver-event.js';
import type { DeliveryProcessor } from './delivery.processor.js';
import type { RetrievalProcessor } from './retrieval.processor.js';

/** Most registers answer sooner; a longer call is released to another worker. */
const HAND_BACK_AFTER_MS = 2_000;
/**
 * Longer than any attempt to deliver a webhook, so that none is cut off whose receiver may have
 * taken it.
 */
const GRACE_MS = 10_500;

/**
 * Opens the queue to its processors when the application has started, and closes it before the
 * application ends.
 */
export class Worker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private open = false;

  constructor(
    private readonly jobs: Jobs,
    private readonly retrievalProcessor: RetrievalProcessor,
    private readonly deliveryProcessor: DeliveryProcessor,
    private readonly runRetrieval: RunRetrieval,
    private readonly deliverEvent: DeliverEvent,
    private readonly readiness: Readiness,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.readiness.add({ name: 'worker', check: () => this.check() });
    await this.jobs.start([this.retrievalProcessor, this.deliveryProcessor]);
    this.open = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.open = false;
    this.deliverEvent.stop();
    const handBack = setTimeout(() => this.runRetrieval.stop(), HAND_BACK_AFTER_MS);
    await this.jobs.stop(GRACE_MS);
    clearTimeout(handBack);
  }

  private async check(): Promise<Record<string, unknown>> {
    if (!this.open) throw new Error('this process takes no entries of the queue');
    return {};
  }
}
