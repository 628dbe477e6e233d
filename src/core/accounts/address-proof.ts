import { FREE_CREDITS } from '../billing/packages.js';
import type { Ledger } from '../billing/ports.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Clock } from '../ports.js';
import type { AccessPolicy } from './access-codes.js';
import { codeDigest, sameDigest } from './one-time-code.js';
import type { Accounts, OneTimeCodes } from './ports.js';

/** Takes the code from an e-mail as proof of its address, and opens the account behind it. */
export class AddressProof {
  constructor(
    private readonly codes: OneTimeCodes,
    private readonly accounts: Accounts,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
    private readonly policy: AccessPolicy,
  ) {}

  /** The id of the code, to be redeemed; throws `INVALID_VERIFICATION_CODE` or `VERIFICATION_CODE_EXPIRED`. A try is used up first. */
  async check(email: string, code: string): Promise<string> {
    const pending = await this.codes.useTry(email);
    if (!pending) throw new AppError('INVALID_VERIFICATION_CODE');
    if (!sameDigest(pending.digest, codeDigest(this.policy.codeSecret, email, code))) {
      throw new AppError('INVALID_VERIFICATION_CODE');
    }
    if (pending.expiresAt <= this.clock.now()) throw new AppError('VERIFICATION_CODE_EXPIRED');
    return pending.id;
  }

  /** Redeems the code, inside the surrounding transaction. A new account gets the free credits, once per address for all time. */
  async openAccount(email: string, codeId: string): Promise<Id<'acc'>> {
    if (!(await this.codes.redeem(codeId))) throw new AppError('INVALID_VERIFICATION_CODE');
    const account = await this.accounts.openFor(email);
    if (account.disabled) throw new AppError('ACCOUNT_DISABLED');
    await this.accounts.markEmailVerified(account.id);
    if (account.isNew && (await this.accounts.claimFreeCredits(email))) {
      await this.ledger.grant(account.id, FREE_CREDITS, 'Free credits for a new account');
    }
    return account.id;
  }
}
