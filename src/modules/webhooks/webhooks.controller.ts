import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { Caller } from '../../core/accounts/account.js';
import { parseId } from '../../core/ids.js';
import { CatchUp } from '../../core/webhooks/catch-up.js';
import { Deliveries } from '../../core/webhooks/ports.js';
import { ReadDelivery } from '../../core/webhooks/read-delivery.js';
import { Redeliver } from '../../core/webhooks/redeliver.js';
import { Contract } from '../http/contract.js';
import { PageQuery } from '../http/answers/paging.js';
import { CurrentCaller } from '../http/request.js';
import {
  deliveriesAnswer,
  eventsAnswer,
  redeliveryAnswer,
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
    return deliveriesAnswer(await this.deliveries.list(accountId, page), page);
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
    return redeliveryAnswer(await this.redeliver.run(accountId, parseId('dlv', id)));
  }

  @Get('events')
  @Contract({ query: EventsQuery, doc: LIST_EVENTS })
  async events(@CurrentCaller() { accountId }: Caller, @Query() { after, limit }: EventsQuery) {
    const found = await this.catchUp.run(accountId, after ? parseId('evt', after) : undefined, limit);
    return eventsAnswer(found, after);
  }
}
