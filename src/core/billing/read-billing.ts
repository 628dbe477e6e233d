import type { Id } from '../ids.js';
import type { Page, Paged } from '../page.js';
import type { LedgerEntry } from './ledger-entry.js';
import type { Ledger } from './ports.js';

/** The balance, and a page of what led to it. */
export class ReadBilling {
  constructor(private readonly ledger: Ledger) {}

  async run(accountId: Id<'acc'>, page: Page): Promise<Paged<LedgerEntry> & { balance: number }> {
    return this.ledger.page(accountId, page);
  }
}
