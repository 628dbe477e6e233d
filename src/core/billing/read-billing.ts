import type { Id } from '../ids.js';
import type { Page, Paged } from '../page.js';
import type { LedgerEntry } from './ledger-entry.js';
import type { LedgerQueries } from './ports.js';

/** The balance, and a page of what led to it. */
export class ReadBilling {
  constructor(private readonly statement: LedgerQueries) {}

  async run(accountId: Id<'acc'>, page: Page): Promise<Paged<LedgerEntry> & { balance: number }> {
    return this.statement.page(accountId, page);
  }
}
