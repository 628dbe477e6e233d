import { Module } from '@nestjs/common';
import { DestinationLimiter } from '../../core/concurrency/destination-limiter.js';
import { AttemptDelivery } from '../../core/webhooks/attempt-delivery.js';
import { DeliverEvent } from '../../core/webhooks/deliver-event.js';
import { wire } from '../http/wire.js';
import { DeliveryProcessor } from './delivery.processor.js';

@Module({
  providers: [wire(DestinationLimiter), AttemptDelivery, DeliverEvent, DeliveryProcessor],
  exports: [DeliveryProcessor],
})
export class WebhooksWorkerModule {}
