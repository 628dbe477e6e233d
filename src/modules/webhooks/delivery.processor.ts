import { Process, Processor } from '@nestjs/bull';
import type { Task, TaskProcessor } from '../../core/tasks/ports.js';
import { DeliverEvent } from '../../core/webhooks/deliver-event.js';

/** Far more than one destination may take: most of a delivery's time is waiting. */
const AT_ONCE = 256;
/** The rest is reserved for deliveries of jobs that end in this process. */
const FROM_QUEUE = AT_ONCE / 2;

@Processor('delivery')
export class DeliveryProcessor implements TaskProcessor {
  readonly kind = 'delivery';
  readonly concurrency = AT_ONCE;

  constructor(private readonly deliverEvent: DeliverEvent) {}

  @Process({ concurrency: FROM_QUEUE })
  process({ data }: { data: Task }): Promise<void> {
    return this.deliverEvent.run(data);
  }

  stop(): void {
    this.deliverEvent.stop();
  }
}
