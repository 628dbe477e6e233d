import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { ReadBilling } from '../../core/billing/read-billing.js';
import { Contract } from '../http/contract.js';
import { idempotencyKey } from '../http/idempotency-key.js';
import { PageQuery, pagination } from '../http/paging.js';
import { CurrentCaller } from '../http/request.js';
import { checkoutAnswer, packageAnswer, transactionAnswer, GET_BILLING, PURCHASE_CREDITS } from './billing.response.js';
import { ServiceFacts } from '../discovery/service-facts.js';
import { AskPurchase } from './ask-purchase.js';
import { PurchaseBody } from './purchase.dto.js';

@Controller('v1/billing')
export class BillingController {
  constructor(
    private readonly readBilling: ReadBilling,
    private readonly askPurchase: AskPurchase,
    private readonly facts: ServiceFacts,
  ) {}

  @Get()
  @Contract({ scope: 'billing', query: PageQuery, doc: GET_BILLING })
  async read(@CurrentCaller() caller: Caller, @Query() page: PageQuery) {
    const { items, total, balance } = await this.readBilling.run(caller.accountId, page);
    return {
      credit_balance: balance,
      packages: this.facts.packages.map(packageAnswer),
      transactions: items.map(transactionAnswer),
      pagination: pagination(page, total),
    };
  }

  @Post('purchase')
  @Contract({ scope: 'billing', body: PurchaseBody, doc: PURCHASE_CREDITS })
  async purchase(
    @CurrentCaller() { accountId }: Caller,
    @Body() body: PurchaseBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { outcome, replayed } = await this.askPurchase.run(accountId, body, idempotencyKey(request));
    if (replayed) void reply.header('idempotency-replayed', 'true');
    return checkoutAnswer(outcome);
  }
}
