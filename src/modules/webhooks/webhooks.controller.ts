import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { parseId, type Id } from '../../core/ids.js';
import { CatchUp } from '../../core/webhooks/catch-up.js';
import { Deliveries } from '../../core/webhooks/ports.js';
import { ReadDelivery } from '../../core/webhooks/read-delivery.js';
import { Redeliver } from '../../core/webhooks/redeliver.js';
import { SendTestEvent } from '../../core/webhooks/send-test-event.js';
import { cursorIn } from '../http/answers/paging.js';
import { setPendingHeaders } from '../http/answers/answer-headers.js';
import { CurrentCaller } from '../http/request.js';
import { eventsAnswer } from './events.response.js';
import { deliveriesAnswer, redeliveryAnswer, wholeDeliveryAnswer } from './webhooks.response.js';
import { DeliveriesQuery, EventsQuery, TestEventBody } from './webhooks.dto.js';
import {
  ApiListDeliveries,
  ApiGetDelivery,
  ApiRedeliver,
  ApiSendTestEvent,
  ApiListEvents,
} from './webhooks.openapi.js';

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

  @Get('deliveries')
  @ApiListDeliveries()
  async list(@CurrentCaller() { accountId }: Caller, @Query() { cursor, ...page }: DeliveriesQuery) {
    const wanted = { ...page, before: cursorIn('dlv', cursor) };
    return deliveriesAnswer(await this.deliveries.list(accountId, wanted), page);
  }

  @Get('deliveries/:id')
  @ApiGetDelivery()
  async read(@CurrentCaller() { accountId }: Caller, @Param('id') id: string) {
    return wholeDeliveryAnswer(await this.readDelivery.run(accountId, parseId('dlv', id)));
  }

  @Post('deliveries/:id/redeliver')
  @HttpCode(202)
  @ApiRedeliver()
  async sendAgain(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return onItsWay(reply, await this.redeliver.run(caller, parseId('dlv', id)));
  }

  @Post('test')
  @HttpCode(202)
  @ApiSendTestEvent()
  async test(
    @CurrentCaller() caller: Caller,
    @Body() { webhook_url: address }: TestEventBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return onItsWay(reply, await this.sendTestEvent.run(caller, address));
  }

  @Get('events')
  @ApiListEvents()
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
