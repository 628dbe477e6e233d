import { Module } from '@nestjs/common';
import { Clock } from '../../core/ports.js';
import { Tasks } from '../../core/tasks/ports.js';
import { CatchUp } from '../../core/webhooks/catch-up.js';
import { Events } from '../../core/webhooks/ports.js';
import { ReadDelivery } from '../../core/webhooks/read-delivery.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { Redeliver } from '../../core/webhooks/redeliver.js';
import { SendTestEvent } from '../../core/webhooks/send-test-event.js';
import { testBody } from './webhooks.response.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  controllers: [WebhooksController],
  providers: [
    ReadDelivery,
    Redeliver,
    CatchUp,
    {
      provide: SendTestEvent,
      useFactory: (events: Events, addressGuard: AddressGuard, tasks: Tasks, clock: Clock) =>
        new SendTestEvent(events, addressGuard, tasks, clock, testBody),
      inject: [Events, AddressGuard, Tasks, Clock],
    },
  ],
  exports: [ReadDelivery, Redeliver, SendTestEvent],
})
export class WebhooksModule {}
