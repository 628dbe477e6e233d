import type { Budget } from '../../billing/budget.js';
import { Budgets } from '../../billing/ports.js';
import { AppError } from '../../errors.js';
import type { Id } from '../../ids.js';
import { ConfirmationThresholds } from '../../confirmations/ports.js';
import type { ConfirmationThreshold } from '../../confirmations/threshold.js';
import { Transaction } from '../../ports.js';
import { Jurisdictions } from '../../registries/jurisdictions.js';
import type { Tier } from '../../registries/jurisdiction.js';
import type { ListedKey } from '../account.js';
import { ApiKeys } from '../ports.js';
import { Injectable } from '../../injectable.js';

/** Omitted fields stay as they are; `null` lifts a limit. */
export interface KeyChange {
  label?: string;
  budget?: Budget | null;
  confirmAbove?: ConfirmationThreshold | null;
  jurisdictions?: string[] | null;
  tiers?: Tier[] | null;
}

/** Changes the label and the limits of a key. Another account's key is reported as not found. */
@Injectable()
export class UpdateKey {
  constructor(
    private readonly keys: ApiKeys,
    private readonly budgets: Budgets,
    private readonly thresholds: ConfirmationThresholds,
    private readonly transaction: Transaction,
    private readonly jurisdictions: Jurisdictions,
  ) {}

  async run(
    accountId: Id<'acc'>,
    keyId: Id<'key'> | undefined,
    { budget, confirmAbove, ...change }: KeyChange,
  ): Promise<ListedKey> {
    this.jurisdictions.requireKnown(change.jurisdictions ?? []);
    const changed =
      keyId &&
      (await this.transaction.interactive(async (tx) => {
        if (!(await this.keys.change(tx, accountId, keyId, change))) return undefined;
        const holder = { accountId, keyId };
        if (budget !== undefined) await this.budgets.set(tx, holder, budget ?? undefined);
        if (confirmAbove !== undefined) await this.thresholds.set(tx, holder, confirmAbove ?? undefined);
        return keyId;
      }));
    const key = changed && (await this.keys.of(accountId)).find(({ id }) => id === changed);
    if (!key) throw new AppError('NOT_FOUND', { message: 'This account has no key with this id.' });
    return key;
  }
}
