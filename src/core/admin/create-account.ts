import { AccessPolicy } from '../accounts/access/access-codes.js';
import { makeApiKey, type IssuedKey } from '../accounts/keys/api-key.js';
import { requireEmail } from '../accounts/email-address.js';
import { Accounts, ApiKeys } from '../accounts/ports.js';
import { Ledger } from '../billing/ports.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { Clock, Transaction, type Tx } from '../ports.js';
import { ADMINISTRATION, type Admin, AuditTrail } from './ports.js';
import { Injectable } from '../injectable.js';

export interface AccountToCreate {
  email: string;
  name: string | undefined;
  /** Initial credits; by default the same as for every new account. */
  credits: number | undefined;
  label: string | undefined;
}

export interface CreatedAccount {
  accountId: Id<'acc'>;
  email: string;
  balance: number;
  key: IssuedKey;
}

/**
 * Lets an administrator create an account and its first key without an email: the address counts as
 * verified. Throws `EMAIL_ALREADY_EXISTS`.
 */
@Injectable()
export class CreateAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly keys: ApiKeys,
    private readonly ledger: Ledger,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly policy: AccessPolicy,
  ) {}

  async run(admin: Admin, asked: AccountToCreate): Promise<CreatedAccount> {
    const email = requireEmail(asked.email);
    return this.transaction.interactive(async (tx) => {
      const { id, isNew } = await this.accounts.openFor(tx, email);
      if (!isNew) throw new AppError('EMAIL_ALREADY_EXISTS');
      await this.accounts.markEmailVerified(tx, id);
      if (asked.name !== undefined) await this.accounts.rename(tx, id, asked.name);
      const balance = await this.grant(tx, id, email, asked.credits);
      const { rateLimitPerMinute } = this.policy;
      const made = makeApiKey({ accountId: id, label: asked.label, rateLimitPerMinute, now: this.clock.now() });
      await this.keys.add(tx, made.kept);
      const details = { credit_balance: balance, key_id: made.issued.keyId };
      await this.audit.record(tx, { admin, action: 'create account', subject: id, reason: undefined, details });
      return { accountId: id, email, balance, key: made.issued };
    }, ADMINISTRATION);
  }

  /**
   * The free credits are granted once per address ever, here too. An explicit amount is always
   * granted.
   */
  private async grant(tx: Tx, id: Id<'acc'>, email: string, credits: number | undefined): Promise<number> {
    const unclaimed = await this.accounts.claimFreeCredits(tx, email);
    const amount = credits ?? (unclaimed ? this.policy.freeCredits : 0);
    return amount > 0 ? this.ledger.grant(tx, id, amount, 'Credits for a new account') : 0;
  }
}
