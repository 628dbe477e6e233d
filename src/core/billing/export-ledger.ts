import type { Id } from '../ids.js';
import type { LedgerEntry } from './ledger-entry.js';
import { type EntryFilter, Ledger } from './ports.js';
import { Injectable } from '../injectable.js';

/** Entries per read, so that little of a long ledger is in memory. */
const PAGE = 500;

/** Streams every matching entry once, newest first. Entries written meanwhile are left out. */
@Injectable()
export class ExportLedger {
  constructor(private readonly ledger: Ledger) {}

  async *run(accountId: Id<'acc'>, filter: EntryFilter): AsyncGenerator<LedgerEntry> {
    for (let before: Id<'txn'> | undefined; ;) {
      const { items, next } = await this.ledger.list(accountId, { ...filter, before, limit: PAGE });
      yield* items;
      if (next === undefined) return;
      before = next;
    }
  }
}
