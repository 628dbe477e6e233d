import type { Id } from '../ids.js';
import type { Accounts } from './ports.js';

/** The owner closes the account: what identifies them is erased, and the ledger stays under the bare id. */
export class CloseAccount {
  constructor(private readonly accounts: Accounts) {}

  async run(accountId: Id<'acc'>): Promise<void> {
    await this.accounts.close(accountId);
  }
}
