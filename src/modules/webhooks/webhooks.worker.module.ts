import { Module } from '@nestjs/common';
import { DestinationLimiter } from '../../core/concurrency/destination-limiter.js';
import { Metrics } from '../../core/metrics/ports.js';
import { Clock } from '../../core/ports.js';
import { Tasks } from '../../core/tasks/ports.js';
import { Tracing } from '../../core/tracing/ports.js';
import { AttemptDelivery } from '../../core/webhooks/attempt-delivery.js';
import { DeliverEvent } from '../../core/webhooks/deliver-event.js';
import { Deliveries, Sender, WebhookSecrets } from '../../core/webhooks/ports.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { wire } from '../http/wire.js';
import { DeliveryProcessor } from './delivery.processor.js';

@Module({
  providers: [
    wire(DestinationLimiter),
    wire(AttemptDelivery, AddressGuard, WebhookSecrets, Sender, Clock, Tracing),
    wire(DeliverEvent, Deliveries, AttemptDelivery, DestinationLimiter, Tasks, Metrics),
    wire(DeliveryProcessor, DeliverEvent),
  ],
  exports: [DeliveryProcessor],
})
export class WebhooksWorkerModule {}
