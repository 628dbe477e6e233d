import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { parseId, type Id } from '../../core/ids.js';
import { CatchUp } from '../../core/webhooks/catch-up.js';
import { Deliveries } from '../../core/webhooks/ports.js';
import { ReadDelivery } from '../../core/webhooks/read-delivery.js';
import { Redeliver } from '../../core/webhooks/redeliver.js';
import { SendTestEvent } from '../../core/webhooks/send-test-event.js';
import { DELIVERY_ATTEMPTS } from '../../core/webhooks/deliver-event.js';
import { cursorIn } from '../http/answers/paging.js';
import { setPendingHeaders } from '../http/answers/answer-headers.js';
import { CurrentCaller } from '../http/request.js';
import { Operation } from '../openapi/operation.decorator.js';
import { eventsAnswer, EventsShape } from './events.response.js';
import {
  deliveriesAnswer,
  redeliveryAnswer,
  wholeDeliveryAnswer,
  DeliveriesShape,
  WholeDeliveryShape,
  RedeliveryShape,
} from './webhooks.response.js';
import { DeliveriesQuery, EventsQuery, TestEventBody } from './webhooks.dto.js';

/** Most receivers respond by then. */
const DELIVERY_TAKES_SECONDS = 2;

@ApiTags('Webhooks')
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly readDelivery: ReadDelivery,
    private readonly redeliver: Redeliver,
    private readonly sendTestEvent: SendTestEvent,
    private readonly catchUp: CatchUp,
  ) {}

  @Post('test')
  @Operation({
    id: 'sendTestEvent',
    summary: 'Test a receiver',
    description: `Sends \`webhook.test\` to an address: signed, in up to ${DELIVERY_ATTEMPTS} attempts, listed with the deliveries, and in the feed. Free.`,
    answers: { 202: RedeliveryShape },
  })
  async test(
    @CurrentCaller() caller: Caller,
    @Body() { webhook_url: address }: TestEventBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return onItsWay(reply, await this.sendTestEvent.run(caller, address));
  }

  @Get('deliveries')
  @Operation({
    id: 'listDeliveries',
    summary: 'List webhook deliveries',
    description: 'Newest first, with their attempts. Free.',
    answers: { 200: DeliveriesShape },
  })
  async list(@CurrentCaller() { accountId }: Caller, @Query() { cursor, ...page }: DeliveriesQuery) {
    const wanted = { ...page, before: cursorIn('dlv', cursor) };
    return deliveriesAnswer(await this.deliveries.list(accountId, wanted), page);
  }

  @Get('deliveries/:id')
  @Operation({
    id: 'getDelivery',
    summary: 'Read a delivery in full',
    description: 'With body and headers as sent. Free.',
    answers: { 200: WholeDeliveryShape },
  })
  async read(@CurrentCaller() { accountId }: Caller, @Param('id') id: string) {
    return wholeDeliveryAnswer(await this.readDelivery.run(accountId, parseId('dlv', id)));
  }

  @Post('deliveries/:id/redeliver')
  @Operation({
    id: 'redeliver',
    summary: 'Redeliver an event',
    description: `Creates a new delivery of up to ${DELIVERY_ATTEMPTS} attempts with the same webhook-id.`,
    answers: { 202: RedeliveryShape },
    errors: ['FORBIDDEN'],
  })
  async sendAgain(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return onItsWay(reply, await this.redeliver.run(caller, parseId('dlv', id)));
  }

  @Get('events')
  @Operation({
    id: 'listEvents',
    summary: 'List events',
    description:
      'Every event in order, for receivers that were unavailable: store next_cursor and continue from there.',
    answers: { 200: EventsShape },
  })
  async events(
    @CurrentCaller() { accountId }: Caller,
    @Query() { after, limit }: EventsQuery,
    // An explicit type, because the compiler infers the event kinds in an order that varies between
    // runs.
  ): Promise<ReturnType<typeof eventsAnswer>> {
    const found = await this.catchUp.run(accountId, after ? parseId('evt', after) : undefined, limit);
    return eventsAnswer(found, after);
  }
}

function onItsWay(reply: FastifyReply, id: Id<'dlv'>) {
  setPendingHeaders(reply, `/v1/webhooks/deliveries/${id}`, DELIVERY_TAKES_SECONDS);
  return redeliveryAnswer(id);
}
