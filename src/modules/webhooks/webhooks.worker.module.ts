import { Module } from '@nestjs/common';
import { DestinationLimiter } from '../../core/concurrency/destination-limiter.js';
import { AttemptDelivery } from '../../core/webhooks/attempt-delivery.js';
import { DeliverEvent } from '../../core/webhooks/deliver-event.js';
import { DeliveryProcessor } from './delivery.processor.js';

@Module({
  providers: [
    { provide: DestinationLimiter, useFactory: () => new DestinationLimiter() },
    AttemptDelivery,
    DeliverEvent,
    DeliveryProcessor,
  ],
  exports: [DeliveryProcessor],
})
export class WebhooksWorkerModule {}
