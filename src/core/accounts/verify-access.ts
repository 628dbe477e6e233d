import { FREE_CREDITS } from '../billing/packages.js';
import type { Ledger } from '../billing/ports.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Clock, Transaction } from '../ports.js';
import type { AccessPolicy } from './access-codes.js';
import { normaliseEmail } from './account.js';
import { makeApiKey, type IssuedKey } from './api-key.js';
import { codeDigest, sameDigest } from './one-time-code.js';
import type { Accounts, ApiKeys, OneTimeCodes } from './ports.js';

/**
 * The code from the e-mail comes back and becomes an API key. The first time an address does this, its account is opened and gets the
 * free credits, once for all time; an account that merely moved to a new address gets none. A try is used up before the code is looked at, so guessing in parallel gains nothing.
 */
export class VerifyAccess {
  constructor(
    private readonly codes: OneTimeCodes,
    private readonly accounts: Accounts,
    private readonly keys: ApiKeys,
    private readonly ledger: Ledger,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly policy: AccessPolicy,
  ) {}

  async run(given: { email: string; code: string; label: string | undefined }): Promise<IssuedKey> {
    const email = normaliseEmail(given.email);
    const codeId = await this.check(email, given.code);
    return this.transaction.run(async () => {
      if (!(await this.codes.redeem(codeId))) throw new AppError('INVALID_VERIFICATION_CODE');
      const account = await this.accounts.openFor(email);
      if (account.disabled) throw new AppError('ACCOUNT_DISABLED');
      await this.accounts.markEmailVerified(account.id);
      if (account.isNew && (await this.accounts.claimFreeCredits(email))) {
        await this.ledger.grant(account.id, FREE_CREDITS, 'Free credits for a new account');
      }
      return this.issueKey(account.id, given.label);
    });
  }

  private async check(email: string, code: string): Promise<string> {
    const pending = await this.codes.useTry(email);
    if (!pending) throw new AppError('INVALID_VERIFICATION_CODE');
    if (!sameDigest(pending.digest, codeDigest(this.policy.codeSecret, email, code))) {
      throw new AppError('INVALID_VERIFICATION_CODE');
    }
    if (pending.expiresAt <= this.clock.now()) throw new AppError('VERIFICATION_CODE_EXPIRED');
    return pending.id;
  }

  private async issueKey(accountId: Id<'acc'>, label: string | undefined): Promise<IssuedKey> {
    const { rateLimitPerMinute } = this.policy;
    const { issued, kept } = makeApiKey({ accountId, label, rateLimitPerMinute, now: this.clock.now() });
    await this.keys.add(kept);
    return issued;
  }
}
