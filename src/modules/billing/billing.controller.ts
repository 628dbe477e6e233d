import { Readable } from 'node:stream';
import { Body, Controller, Get, Post, Query, Req, StreamableFile } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import { invalidAny, type NameOf } from '../../core/invalid-request.js';
import type { Caller } from '../../core/accounts/account.js';
import { BuyCredits } from '../../core/billing/buy-credits.js';
import { ExportLedger } from '../../core/billing/export-ledger.js';
import { ReadBilling } from '../../core/billing/read-billing.js';
import { idempotencyKey, CurrentCaller } from '../http/request.js';
import { ServiceFacts } from '../settings/service-facts.js';
import { RequireScope } from '../auth/access.decorators.js';
import { Operation, jsonOrCsv } from '../openapi/operation.decorator.js';
import { NOTHING_SOLD } from '../openapi/error-cases.js';
import { billingAnswer, checkoutAnswer, BillingShape, CheckoutShape } from './billing.response.js';
import { BillingQuery, PurchaseBody, purchaseRequest } from './billing.dto.js';
import { ledgerCsv, LEDGER_COLUMNS } from './ledger-csv.js';

const ONLY_IN_CSV = (nameOf: NameOf) =>
  `${nameOf('from')} and ${nameOf('to')} can only be used with ${nameOf('format')}=csv.`;

@ApiTags('Billing')
@Controller('v1/billing')
export class BillingController {
  constructor(
    private readonly readBilling: ReadBilling,
    private readonly exportLedger: ExportLedger,
    private readonly buyCredits: BuyCredits,
    private readonly facts: ServiceFacts,
  ) {}

  @Get()
  @RequireScope('billing')
  @Operation({
    id: 'getBilling',
    summary: 'Read the balance, the packages and the ledger',
    description: 'Transactions are listed newest first; format=csv streams them all. Scope billing.',
    answers: { 200: jsonOrCsv(BillingShape, LEDGER_COLUMNS) },
  })
  async read(@CurrentCaller() caller: Caller, @Query() { format, from, to, ...page }: BillingQuery) {
    if (format === 'csv') {
      return new StreamableFile(Readable.from(ledgerCsv(this.exportLedger.run(caller.accountId, { from, to }))), {
        type: 'text/csv; charset=utf-8; header=present',
        disposition: 'attachment; filename="standing-ledger.csv"',
      });
    }
    const ranged = Object.entries({ from, to }).flatMap(([field, day]) => (day === undefined ? [] : [field]));
    if (ranged.length > 0) throw invalidAny(ranged, ONLY_IN_CSV);
    return billingAnswer(await this.readBilling.run(caller.accountId, page), this.facts.packages, page);
  }

  @Post('purchase')
  @RequireScope('billing')
  @Operation({
    id: 'purchaseCredits',
    summary: 'Buy credits',
    description: 'Opens a checkout; the credits arrive once it is paid. Scope billing.',
    answers: { 201: CheckoutShape },
    repeatable: true,
    errors: [NOTHING_SOLD, 'PAYMENT_FAILED'],
  })
  async purchase(@CurrentCaller() { accountId }: Caller, @Body() body: PurchaseBody, @Req() request: FastifyRequest) {
    const asked = purchaseRequest(body, idempotencyKey(request));
    const { outcome, replayed } = await this.buyCredits.run(accountId, ...asked);
    request.context.replayed = replayed;
    return checkoutAnswer(outcome);
  }
}
