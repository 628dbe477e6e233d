import type { Id } from '../ids.js';
import type { WriteSet } from '../ports.js';
import type { Accounts } from './ports.js';

/**
 * The owner closes the account: what identifies them is erased, and the ledger stays under the bare
 * id.
 */
export class CloseAccount {
  constructor(
    private readonly accounts: Accounts,
    /** Ends a check of a watch that goes with the account. */
    private readonly endCheck: (jobId: Id<'job'>) => WriteSet,
  ) {}

  async run(accountId: Id<'acc'>): Promise<void> {
    await this.accounts.close(accountId, this.endCheck);
  }
}
