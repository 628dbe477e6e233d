import type { Budget } from '../billing/budget.js';
import { Budgets } from '../billing/ports.js';
import { ConfirmationThresholds } from '../confirmations/ports.js';
import type { ConfirmationThreshold } from '../confirmations/threshold.js';
import type { Id } from '../ids.js';
import { Transaction } from '../ports.js';
import { SignIns } from './ports.js';
import { Injectable } from '../injectable.js';

/** The owner's limits on what a client may spend: in total, and without confirmation. */
export interface ClientLimits {
  budget: Budget | undefined;
  confirmAbove: ConfirmationThreshold | undefined;
}

/**
 * Records that the owner allowed a client to act for the account, within limits. A client has one
 * grant, of all its installations: repeated authorizations do not add budgets. Should there be
 * others, they end and their spending carries over. Safe to repeat.
 */
@Injectable()
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
      await this.budgets.set(tx, holder, budget);
      await this.thresholds.set(tx, holder, confirmAbove);
      await this.signIns.endOtherGrants(tx, accountId, clientId, grantId);
    });
  }
}
