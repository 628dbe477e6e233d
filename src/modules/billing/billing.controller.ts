import { Controller, Get, Query } from '@nestjs/common';
import type { Caller } from '../../core/accounts/account.js';
import { PACKAGES } from '../../core/billing/packages.js';
import { ReadBilling } from '../../core/billing/read-billing.js';
import { Contract } from '../http/contract.js';
import { PageQuery, pagination } from '../http/paging.js';
import { From } from '../http/request.js';
import { packageAnswer, transactionAnswer } from './answers.js';

@Controller('v1/billing')
export class BillingController {
  constructor(private readonly readBilling: ReadBilling) {}

  @Get()
  @Contract({ query: PageQuery })
  async read(@From() { accountId }: Caller, @Query() page: PageQuery) {
    const { items, total, balance } = await this.readBilling.run(accountId, page);
    return {
      credit_balance: balance,
      packages: PACKAGES.map(packageAnswer),
      transactions: items.map(transactionAnswer),
      pagination: pagination(page, total),
    };
  }
}
