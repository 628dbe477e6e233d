import type { Budget } from '../billing/budget.js';
import type { Budgets } from '../billing/ports.js';
import type { ConfirmationThresholds } from '../confirmations/ports.js';
import type { ConfirmationThreshold } from '../confirmations/threshold.js';
import type { Id } from '../ids.js';
import type { Transaction } from '../ports.js';
import type { SignIns } from './ports.js';

/** What the owner allows a client to spend, in all and without being asked. */
export interface ClientLimits {
  budget: Budget | undefined;
  confirmAbove: ConfirmationThreshold | undefined;
}

/**
 * The owner of an account has allowed a client to act for it, within limits. The new grant
 * replaces those that the client had: it has one budget, not one for each time that it asked, and
 * what it has spent counts on. Safe to repeat.
 */
export class AllowClient {
  constructor(
    private readonly signIns: SignIns,
    private readonly budgets: Budgets,
    private readonly thresholds: ConfirmationThresholds,
    private readonly transaction: Transaction,
  ) {}

  async run(
    { accountId, clientId, grantId }: { accountId: Id<'acc'>; clientId: string; grantId: string },
    { budget, confirmAbove }: ClientLimits,
  ): Promise<void> {
    await this.transaction.interactive(async (tx) => {
      const holder = { accountId, grantId };
      if (budget) await this.budgets.set(tx, holder, budget);
      if (confirmAbove) await this.thresholds.set(tx, holder, confirmAbove);
      await this.signIns.endOtherGrants(tx, accountId, clientId, grantId);
    });
  }
}
