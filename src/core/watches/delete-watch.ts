import type { Caller } from '../accounts/account.js';
import { requireOwn } from '../accounts/caller-limits.js';
import { OrphanedChecks } from '../accounts/ports.js';
import type { Id } from '../ids.js';
import { Transaction } from '../ports.js';
import { Watches } from './ports.js';
import { watchNotFound } from './watch.js';
import { Injectable } from '../injectable.js';

/** Deletes a watch. A check under way ends and is refunded, and undelivered events are dropped. */
@Injectable()
export class DeleteWatch {
  constructor(
    private readonly watches: Watches,
    private readonly orphans: OrphanedChecks,
    private readonly transaction: Transaction,
  ) {}

  async run(
    caller: Pick<Caller, 'accountId' | 'keyId' | 'grantId' | 'limits'>,
    id: Id<'wch'> | undefined,
  ): Promise<void> {
    const { accountId } = caller;
    const watch = id && (await this.watches.find(accountId, id));
    if (!watch) throw watchNotFound();
    requireOwn(caller, watch);
    await this.transaction.interactive(async (tx) => {
      const removed = await this.watches.remove(tx, accountId, watch.id);
      if (!removed) throw watchNotFound();
      const { jobId } = removed;
      if (jobId) await tx.write(this.orphans.end(jobId));
    }, accountId);
  }
}
