import type { Id } from '../ids.js';
import type { Page, Paged } from '../page.js';
import type { LedgerEntry } from './ledger-entry.js';
import { Ledger, PaymentRecords } from './ports.js';
import { Injectable } from '../injectable.js';

/** An account's balance, its debt to be taken from the next purchase, and a page of entries. */
export interface Bill extends Paged<LedgerEntry> {
  balance: number;
  owedCredits: number;
}

@Injectable()
export class ReadBilling {
  constructor(
    private readonly ledger: Ledger,
    private readonly payments: PaymentRecords,
  ) {}

  async run(accountId: Id<'acc'>, page: Page): Promise<Bill> {
    const [entries, owedCredits] = await Promise.all([
      this.ledger.page(accountId, page),
      this.payments.owed(accountId),
    ]);
    return { ...entries, owedCredits };
  }
}
