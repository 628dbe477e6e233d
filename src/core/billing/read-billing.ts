import type { Id } from '../ids.js';
import type { Page, Paged } from '../page.js';
import type { LedgerEntry } from './ledger-entry.js';
import type { Ledger, PaymentRecords } from './ports.js';

/** An account's balance, what of its next purchase is owed already, and a page of its entries. */
export interface Bill extends Paged<LedgerEntry> {
  balance: number;
  owedCredits: number;
}

/** The balance, and a page of what led to it. */
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
