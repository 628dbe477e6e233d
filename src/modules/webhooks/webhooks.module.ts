import { Module } from '@nestjs/common';
import { Jobs } from '../../core/ports.js';
import { CatchUp } from '../../core/webhooks/catch-up.js';
import { Deliveries, Events } from '../../core/webhooks/ports.js';
import { ReadDelivery } from '../../core/webhooks/read-delivery.js';
import { Redeliver } from '../../core/webhooks/redeliver.js';
import { wire } from '../http/wire.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  controllers: [WebhooksController],
  providers: [wire(ReadDelivery, Deliveries), wire(Redeliver, Deliveries, Jobs), wire(CatchUp, Events)],
  exports: [ReadDelivery, Redeliver],
})
export class WebhooksModule {}
