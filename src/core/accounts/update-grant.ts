import type { Budget } from '../billing/budget.js';
import type { Budgets } from '../billing/ports.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Transaction } from '../ports.js';
import type { Grant, SignIns } from './ports.js';

/**
 * Gives an application a budget, or lifts the one it has. Another account's grant answers exactly
 * like a missing one.
 */
export class UpdateGrant {
  constructor(
    private readonly signIns: SignIns,
    private readonly budgets: Budgets,
    private readonly transaction: Transaction,
  ) {}

  async run(accountId: Id<'acc'>, grantId: string, budget: Budget | undefined): Promise<Grant> {
    if (await this.find(accountId, grantId)) {
      await this.transaction.interactive((tx) => this.budgets.set(tx, { accountId, grantId }, budget));
    }
    const grant = await this.find(accountId, grantId);
    if (!grant) throw new AppError('NOT_FOUND', { message: 'No grant of this account has this id.' });
    return grant;
  }

  private async find(accountId: Id<'acc'>, grantId: string): Promise<Grant | undefined> {
    return (await this.signIns.grants(accountId)).find(({ id }) => id === grantId);
  }
}
