import type { Id } from '../ids.js';
import type { LedgerEntry } from './ledger-entry.js';
import type { Ledger } from './ports.js';

/** Read at a time: little of a long ledger is ever in memory. */
const PAGE = 500;

/** Every entry of a period, the newest first, each once: what is written meanwhile is left out. */
export class ExportLedger {
  constructor(private readonly ledger: Ledger) {}

  /** `from` and `to`: UTC days, both included. */
  async *run(
    accountId: Id<'acc'>,
    { from, to }: { from: string | undefined; to: string | undefined },
  ): AsyncGenerator<LedgerEntry> {
    let read = 0;
    /** By how much the ledger has grown since the first page: that far everything is pushed back. */
    let grown = 0;
    for (let known: number | undefined; ;) {
      const { items, total } = await this.ledger.page(accountId, { limit: PAGE, offset: read + grown });
      const again = total - (known ?? total);
      known = total;
      grown += again;
      for (const entry of items.slice(again)) {
        read += 1;
        const day = entry.createdAt.toISOString().slice(0, 10);
        if (from !== undefined && day < from) return;
        if (to === undefined || day <= to) yield entry;
      }
      if (items.length < PAGE) return;
    }
  }
}
