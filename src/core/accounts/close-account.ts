import type { Ledger } from '../billing/ports.js';
import type { Id } from '../ids.js';
import type { Retrievals } from '../verification/ports.js';
import { endOfOrphan } from '../watches/check-settlement.js';
import type { Accounts } from './ports.js';

/** The owner closes the account: what identifies them is erased, and the ledger stays under the bare id. */
export class CloseAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly retrievals: Retrievals,
    private readonly ledger: Ledger,
  ) {}

  async run(accountId: Id<'acc'>): Promise<void> {
    await this.accounts.close(accountId, (jobId) => endOfOrphan(jobId, this.retrievals, this.ledger));
  }
}
