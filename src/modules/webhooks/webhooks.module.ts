import { Module } from '@nestjs/common';
import { CatchUp } from '../../core/webhooks/catch-up.js';
import { ReadDelivery } from '../../core/webhooks/read-delivery.js';
import { Redeliver } from '../../core/webhooks/redeliver.js';
import { SendTestEvent } from '../../core/webhooks/send-test-event.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  controllers: [WebhooksController],
  providers: [ReadDelivery, Redeliver, CatchUp, SendTestEvent],
  exports: [ReadDelivery, Redeliver, SendTestEvent],
})
export class WebhooksModule {}
