import type { Budget } from '../billing/budget.js';
import type { Budgets } from '../billing/ports.js';
import type { Id } from '../ids.js';
import type { Transaction } from '../ports.js';
import type { SignIns } from './ports.js';

/**
 * The owner of an account has allowed a client to act for it, up to a budget. The new grant
 * replaces those that the client had: it has one budget, not one for each time that it asked, and
 * what it has spent counts on. Safe to repeat.
 */
export class AllowClient {
  constructor(
    private readonly signIns: SignIns,
    private readonly budgets: Budgets,
    private readonly transaction: Transaction,
  ) {}

  async run(
    { accountId, clientId, grantId }: { accountId: Id<'acc'>; clientId: string; grantId: string },
    budget: Budget | undefined,
  ): Promise<void> {
    await this.transaction.interactive(async (tx) => {
      if (budget) await this.budgets.set(tx, { accountId, grantId }, budget);
      await this.signIns.endOtherGrants(tx, accountId, clientId, grantId);
    });
  }
}
