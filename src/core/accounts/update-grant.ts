import type { Budget } from '../billing/budget.js';
import { Budgets } from '../billing/ports.js';
import { ConfirmationThresholds } from '../confirmations/ports.js';
import type { ConfirmationThreshold } from '../confirmations/threshold.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { Transaction } from '../ports.js';
import { type Grant, SignIns } from './ports.js';
import { Injectable } from '../injectable.js';

/** Omitted fields stay as they are; `null` lifts a limit. */
export interface GrantChange {
  budget?: Budget | null | undefined;
  confirmAbove?: ConfirmationThreshold | null | undefined;
}

/** Changes the limits of an application. Another account's grant is reported as not found. */
@Injectable()
export class UpdateGrant {
  constructor(
    private readonly signIns: SignIns,
    private readonly budgets: Budgets,
    private readonly thresholds: ConfirmationThresholds,
    private readonly transaction: Transaction,
  ) {}

  async run(accountId: Id<'acc'>, grantId: string, { budget, confirmAbove }: GrantChange): Promise<Grant> {
    if (await this.find(accountId, grantId)) {
      await this.transaction.interactive(async (tx) => {
        const holder = { accountId, grantId };
        if (budget !== undefined) await this.budgets.set(tx, holder, budget ?? undefined);
        if (confirmAbove !== undefined) await this.thresholds.set(tx, holder, confirmAbove ?? undefined);
      });
    }
    const grant = await this.find(accountId, grantId);
    if (!grant) throw new AppError('NOT_FOUND', { message: 'No grant of this account has this id.' });
    return grant;
  }

  private async find(accountId: Id<'acc'>, grantId: string): Promise<Grant | undefined> {
    return (await this.signIns.grants(accountId)).find(({ id }) => id === grantId);
  }
}
