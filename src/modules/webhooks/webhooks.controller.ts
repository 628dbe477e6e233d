import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { Caller } from '../../core/accounts/account.js';
import { parseId } from '../../core/ids.js';
import { CatchUp } from '../../core/webhooks/catch-up.js';
import { Deliveries } from '../../core/webhooks/ports.js';
import { ReadDelivery } from '../../core/webhooks/read-delivery.js';
import { Redeliver } from '../../core/webhooks/redeliver.js';
import { Contract } from '../http/contract.js';
import { PageQuery, pagination } from '../http/paging.js';
import { CurrentCaller } from '../http/request.js';
import {
  deliveryAnswer,
  eventAnswer,
  wholeDeliveryAnswer,
  GET_DELIVERY,
  LIST_DELIVERIES,
  LIST_EVENTS,
  REDELIVER,
} from './webhooks.response.js';
import { EventsQuery } from './webhooks.dto.js';

@Controller('v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly readDelivery: ReadDelivery,
    private readonly redeliver: Redeliver,
    private readonly catchUp: CatchUp,
  ) {}

  @Get('deliveries')
  @Contract({ query: PageQuery, doc: LIST_DELIVERIES })
  async list(@CurrentCaller() { accountId }: Caller, @Query() page: PageQuery) {
    const { items, total } = await this.deliveries.list(accountId, page);
    return { deliveries: items.map(deliveryAnswer), pagination: pagination(page, total) };
  }

  @Get('deliveries/:id')
  @Contract({ doc: GET_DELIVERY })
  async read(@CurrentCaller() { accountId }: Caller, @Param('id') id: string) {
    return wholeDeliveryAnswer(await this.readDelivery.run(accountId, parseId('dlv', id)));
  }

  @Post('deliveries/:id/redeliver')
  @HttpCode(202)
  @Contract({ doc: REDELIVER })
  async sendAgain(@CurrentCaller() { accountId }: Caller, @Param('id') id: string) {
    return { delivery_id: await this.redeliver.run(accountId, parseId('dlv', id)) };
  }

  @Get('events')
  @Contract({ query: EventsQuery, doc: LIST_EVENTS })
  async events(@CurrentCaller() { accountId }: Caller, @Query() { after, limit }: EventsQuery) {
    const { events, hasMore } = await this.catchUp.run(accountId, after ? parseId('evt', after) : undefined, limit);
    const cursor = events.at(-1)?.id ?? after;
    return { events: events.map(eventAnswer), ...(cursor ? { next_cursor: cursor } : {}), has_more: hasMore };
  }
}
