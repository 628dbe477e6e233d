import type { Id } from '../ids.js';
import type { Accounts } from './ports.js';

/** The owner leaves: what names them is erased, what was bought and spent stays on record under the bare id. */
export class CloseAccount {
  constructor(private readonly accounts: Accounts) {}

  async run(accountId: Id<'acc'>): Promise<void> {
    await this.accounts.close(accountId);
  }
}
