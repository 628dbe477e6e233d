import type { Ledger } from '../billing/ports.js';
import type { Id } from '../ids.js';
import type { Transaction } from '../ports.js';
import { failed } from '../verification/job.js';
import type { Retrievals } from '../verification/ports.js';
import type { Watches } from './ports.js';
import { watchNotFound } from './watch-not-found.js';

/** Ends a watch. A check that is under way ends with it and is refunded; what was not delivered yet is dropped. */
export class DeleteWatch {
  constructor(
    private readonly watches: Watches,
    private readonly retrievals: Retrievals,
    private readonly ledger: Ledger,
    private readonly transaction: Transaction,
  ) {}

  async run(accountId: Id<'acc'>, id: Id<'wch'> | undefined): Promise<void> {
    if (!id) throw watchNotFound();
    await this.transaction.interactive(async (tx) => {
      const removed = await this.watches.remove(tx, accountId, id);
      if (!removed) throw watchNotFound();
      const { jobId } = removed;
      if (!jobId) return;
      const ended = failed('unavailable', 'The watch was deleted while it was checked.');
      await tx.write([
        this.retrievals.settle(jobId, ended),
        this.ledger.refund(jobId, 'Refund: the watch was deleted'),
      ]);
    }, accountId);
  }
}
