import type { Id } from '../ids.js';
import { Injectable } from '../injectable.js';
import { Accounts, OrphanedChecks } from './ports.js';

/** Closes the account: erases what identifies its owner, and keeps the ledger under the bare id. */
@Injectable()
export class CloseAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly checks: OrphanedChecks,
  ) {}

  async run(accountId: Id<'acc'>): Promise<void> {
    await this.accounts.close(accountId, this.checks);
  }
}
