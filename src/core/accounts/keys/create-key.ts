import type { Budget } from '../../billing/budget.js';
import { Budgets } from '../../billing/ports.js';
import { ConfirmationThresholds } from '../../confirmations/ports.js';
import type { ConfirmationThreshold } from '../../confirmations/threshold.js';
import { Clock, Transaction } from '../../ports.js';
import { Jurisdictions } from '../../registries/jurisdictions.js';
import { AccessPolicy } from '../access/access-codes.js';
import type { Caller } from '../account.js';
import type { Restrictions } from '../caller-limits.js';
import { makeApiKey, type IssuedKey } from './api-key.js';
import { ApiKeys } from '../ports.js';
import { Injectable } from '../../injectable.js';

export interface KeyWish extends Restrictions {
  label: string | undefined;
  budget: Budget | undefined;
  confirmAbove: ConfirmationThreshold | undefined;
}

/**
 * Creates another key for the account, shown only here. A key created by an application has the
 * scopes of the application, ends with its grant and counts towards that grant's budget.
 */
@Injectable()
export class CreateKey {
  constructor(
    private readonly keys: ApiKeys,
    private readonly budgets: Budgets,
    private readonly thresholds: ConfirmationThresholds,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly policy: AccessPolicy,
    private readonly jurisdictions: Jurisdictions,
  ) {}

  async run(
    { accountId, grantId, scopes }: Caller,
    { label, budget, confirmAbove, ...restrictions }: KeyWish,
  ): Promise<IssuedKey> {
    this.jurisdictions.requireKnown(restrictions.jurisdictions ?? []);
    const { rateLimitPerMinute } = this.policy;
    const made = { accountId, grantId, scopes, label, restrictions, rateLimitPerMinute, now: this.clock.now() };
    const { issued, kept } = makeApiKey(made);
    await this.transaction.interactive(async (tx) => {
      await this.keys.add(tx, kept);
      const holder = { accountId, keyId: kept.id };
      if (budget) await this.budgets.set(tx, holder, budget);
      if (confirmAbove) await this.thresholds.set(tx, holder, confirmAbove);
    });
    return issued;
  }
}
