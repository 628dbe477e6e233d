import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { BuyCredits, type OpenedCheckout } from '../../core/billing/buy-credits.js';
import { PACKAGES } from '../../core/billing/packages.js';
import { ReadBilling } from '../../core/billing/read-billing.js';
import { Once } from '../../core/idempotency/once.js';
import { Contract } from '../http/contract.js';
import { fingerprint, idempotencyKey } from '../http/idempotency-key.js';
import { PageQuery, pagination } from '../http/paging.js';
import { From } from '../http/request.js';
import { checkoutAnswer, packageAnswer, transactionAnswer } from './answers.js';
import { PurchaseBody } from './purchase.dto.js';
import { GET_BILLING, PURCHASE_CREDITS } from './billing.doc.js';

@Controller('v1/billing')
export class BillingController {
  constructor(
    private readonly readBilling: ReadBilling,
    private readonly buyCredits: BuyCredits,
    private readonly once: Once,
  ) {}

  @Get()
  @Contract({ query: PageQuery, doc: GET_BILLING })
  async read(@From() caller: Caller, @Query() page: PageQuery) {
    const { items, total, balance } = await this.readBilling.run(caller.accountId, page);
    return {
      credit_balance: balance,
      packages: PACKAGES.map(packageAnswer),
      transactions: items.map(transactionAnswer),
      pagination: pagination(page, total),
    };
  }

  @Post('purchase')
  @Contract({ body: PurchaseBody, doc: PURCHASE_CREDITS })
  async purchase(
    @From() { accountId }: Caller,
    @Body() body: PurchaseBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const key = idempotencyKey(request);
    const { outcome, replayed } = await this.once.run<OpenedCheckout>(
      { accountId, key, fingerprint: fingerprint('POST /v1/billing/purchase', body) },
      (recorder) => this.buyCredits.run(accountId, { packageId: body.package_id, idempotencyKey: key }, recorder),
    );
    if (replayed) void reply.header('idempotency-replayed', 'true');
    return checkoutAnswer(outcome);
  }
}
