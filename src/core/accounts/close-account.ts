import type { Id } from '../ids.js';
import type { WriteSet } from '../ports.js';
import type { Accounts } from './ports.js';

/** Closes the account: erases what identifies its owner, and keeps the ledger under the bare id. */
export class CloseAccount {
  constructor(
    private readonly accounts: Accounts,
    /** Ends a running check of a watch that is deleted with the account. */
    private readonly endCheck: (jobId: Id<'job'>) => WriteSet,
  ) {}

  async run(accountId: Id<'acc'>): Promise<void> {
    await this.accounts.close(accountId, this.endCheck);
  }
}
