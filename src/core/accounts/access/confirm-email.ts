import { AppError } from '../../errors.js';
import type { Id } from '../../ids.js';
import type { Transaction } from '../../ports.js';
import type { AddressProof } from './address-proof.js';
import type { Accounts, OneTimeCodes } from '../ports.js';

/**
 * The owner of an account that moved proves the new address with the code that was sent there, and with the account's own credentials: the code alone
 * opens no account. Nothing happens where the address is proved already.
 */
export class ConfirmEmail {
  constructor(
    private readonly proof: AddressProof,
    private readonly accounts: Accounts,
    private readonly codes: OneTimeCodes,
    private readonly transaction: Transaction,
  ) {}

  async run(accountId: Id<'acc'>, given: { code: string; ip: string }): Promise<void> {
    const { email, emailVerified } = await this.accounts.profile(accountId);
    if (emailVerified) return;
    const code = await this.proof.check({ email, movingAccountId: accountId }, given);
    await this.transaction.interactive(async (tx) => {
      const redeemed = await this.codes.redeem(tx, code.id);
      if (!redeemed || !(await this.accounts.confirmEmail(tx, accountId, email)))
        throw new AppError('INVALID_VERIFICATION_CODE');
    });
  }
}
