import { Ledger } from '../../billing/ports.js';
import { AppError } from '../../errors.js';
import type { Id } from '../../ids.js';
import type { Tx } from '../../ports.js';
import { networkOf } from '../../rate-limits/network.js';
import { RateLimits, tooMany } from '../../rate-limits/ports.js';
import { AccessPolicy } from './access-codes.js';
import { codeDigest, sameDigest } from './one-time-code.js';
import { Accounts, type CodePurpose, OneTimeCodes, type PendingCode } from '../ports.js';
import { Injectable } from '../../injectable.js';

/**
 * Per address and network, whether the address is known or not: limits the work, and guessing
 * across successive codes.
 */
const WRONG_PER_MINUTE = 30;

/** Accepts the code from an e-mail as proof of its address, and opens the account. */
@Injectable()
export class AddressProof {
  constructor(
    private readonly codes: OneTimeCodes,
    private readonly accounts: Accounts,
    private readonly ledger: Ledger,
    private readonly policy: AccessPolicy,
    private readonly rateLimits: RateLimits,
  ) {}

  /**
   * Returns the matching code, ready to be redeemed; throws `INVALID_VERIFICATION_CODE`,
   * `VERIFICATION_CODE_EXPIRED` or `RATE_LIMIT_EXCEEDED`. A try is counted before the code is
   * compared. The right code is accepted however many wrong ones came from others.
   */
  async check(purpose: CodePurpose, given: { code: string; ip: string }): Promise<PendingCode> {
    const { email } = purpose;
    const network = networkOf(given.ip);
    const pending = await this.codes.useTry(purpose, network);
    const digest = codeDigest(this.policy.codeSecret, email, given.code);
    const meant = pending.filter((code) => sameDigest(code.digest, digest))[0];
    if (!meant) {
      const window = await this.rateLimits.count(`wrong code ${email} ${network}`, WRONG_PER_MINUTE, 'sliding minute');
      if (!window.within)
        throw tooMany(window, `One network may give ${WRONG_PER_MINUTE} wrong codes a minute for one address`);
      throw new AppError('INVALID_VERIFICATION_CODE');
    }
    if (meant.expired) throw new AppError('VERIFICATION_CODE_EXPIRED');
    return meant;
  }

  /**
   * Redeems the code. A new account gets the free credits, once per address ever. A caller who
   * proves an address never gets into another owner's account that only named it.
   */
  async openAccount(tx: Tx, email: string, code: PendingCode): Promise<Id<'acc'>> {
    if (!(await this.codes.redeem(tx, code.id))) throw new AppError('INVALID_VERIFICATION_CODE');
    const account = await this.accounts.openFor(tx, email);
    if (account.isNew && !this.policy.signUp) {
      throw new AppError('FORBIDDEN', {
        message: 'Sign-up is closed: this address has no account.',
        suggestion: 'Ask the operator of this service for an account.',
      });
    }
    if (account.disabled) throw new AppError('ACCOUNT_DISABLED');
    await this.accounts.markEmailVerified(tx, account.id);
    const { freeCredits } = this.policy;
    if (account.isNew && (await this.accounts.claimFreeCredits(tx, email)) && freeCredits > 0) {
      await this.ledger.grant(tx, account.id, freeCredits, 'Free credits for a new account');
    }
    return account.id;
  }
}
