import { AppError } from '../../errors.js';
import type { Id } from '../../ids.js';
import { Transaction, type Tx } from '../../ports.js';
import type { MovableAccount } from '../account.js';
import { AddressProof } from './address-proof.js';
import { Accounts, OneTimeCodes, type PendingCode } from '../ports.js';
import { Injectable } from '../../injectable.js';

function isOfCode(
  error: AppError,
): error is AppError & { code: 'INVALID_VERIFICATION_CODE' | 'VERIFICATION_CODE_EXPIRED' } {
  return error.code === 'INVALID_VERIFICATION_CODE' || error.code === 'VERIFICATION_CODE_EXPIRED';
}

interface GivenCodes {
  code: string;
  /** Code sent to the account's previous address. */
  currentAddressCode: string | undefined;
  ip: string;
}

/**
 * Confirms the new address of an account with the code sent there and the account's own
 * credentials: the code alone opens no account. A move requested by an application also needs the
 * code sent to the current address. Does nothing when the address is already proved.
 */
@Injectable()
export class ConfirmEmail {
  constructor(
    private readonly proof: AddressProof,
    private readonly accounts: Accounts,
    private readonly codes: OneTimeCodes,
    private readonly transaction: Transaction,
  ) {}

  async run(accountId: Id<'acc'>, given: GivenCodes): Promise<void> {
    try {
      await this.confirm(accountId, given);
    } catch (error) {
      if (!(error instanceof AppError) || !isOfCode(error)) throw error;
      const { code, message, details } = error;
      // A code to request access would open another account and abandon the move.
      throw new AppError(code, { message, nextStep: 'send_new_code', cause: error, ...(details && { details }) });
    }
  }

  private async confirm(accountId: Id<'acc'>, given: GivenCodes): Promise<void> {
    const profile = await this.accounts.profile(accountId);
    const { email, emailVerified } = profile;
    if (emailVerified) return;
    const present = addressToAsk(profile);
    const presentCode = present === undefined ? undefined : await this.checkPresent(accountId, present, given);
    const code = await this.proof.check({ email, movingAccountId: accountId }, given);
    await this.transaction.interactive(async (tx) => {
      const redeemed = (await this.redeem(tx, code)) && (!presentCode || (await this.redeem(tx, presentCode)));
      if (!redeemed || !(await this.accounts.confirmEmail(tx, accountId, email)))
        throw new AppError('INVALID_VERIFICATION_CODE');
    });
  }

  private async checkPresent(accountId: Id<'acc'>, email: string, given: GivenCodes): Promise<PendingCode> {
    const { currentAddressCode: code, ip } = given;
    if (code === undefined) {
      throw new AppError('FORBIDDEN', {
        message: 'An application requested this change, so the code sent to the current address is required too.',
        suggestion: 'Send both codes: code and current_address_code.',
      });
    }
    return this.proof.check({ email, movingAccountId: accountId }, { code, ip });
  }

  private redeem(tx: Tx, { id }: PendingCode): Promise<boolean> {
    return this.codes.redeem(tx, id);
  }
}

/**
 * Returns the address whose owner must approve the move, or `undefined` when the owner requested
 * it.
 */
export function addressToAsk(
  move: Pick<MovableAccount, 'email' | 'provenEmail' | 'movedByApplication'>,
): string | undefined {
  const { email, provenEmail, movedByApplication } = move;
  return movedByApplication && provenEmail !== email ? provenEmail : undefined;
}
