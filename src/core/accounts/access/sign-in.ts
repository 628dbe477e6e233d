import { AppError } from '../../errors.js';
import type { Id } from '../../ids.js';
import { Transaction } from '../../ports.js';
import { requireEmail } from '../email-address.js';
import { AddressProof } from './address-proof.js';
import { PasswordGuesses } from './password-guesses.js';
import { Accounts } from '../ports.js';
import { Injectable } from '../../injectable.js';

@Injectable()
export class SignIn {
  constructor(
    private readonly proof: AddressProof,
    private readonly accounts: Accounts,
    private readonly guesses: PasswordGuesses,
    private readonly transaction: Transaction,
  ) {}

  /** Opens an account for a new address. */
  async withCode(given: { email: string; code: string; ip: string }): Promise<Id<'acc'>> {
    const email = requireEmail(given.email);
    const code = await this.proof.check({ email, movingAccountId: undefined }, given);
    return this.transaction.interactive((tx) => this.proof.openAccount(tx, email, code));
  }

  /**
   * Throws the same `INVALID_CREDENTIALS` for an unknown address, an account without a password,
   * and a wrong password.
   */
  async withPassword(given: { email: string; password: string; ip: string }): Promise<Id<'acc'>> {
    const email = requireEmail(given.email);
    const id = await this.accounts.idOf(email);
    const hash = id && (await this.accounts.passwordHash(id));
    if (!(await this.guesses.isRight(given.password, hash, { email, ip: given.ip })) || !id) {
      throw new AppError('INVALID_CREDENTIALS', { message: 'The address or the password is wrong.' });
    }
    const standing = await this.accounts.status(id);
    if (standing?.state !== 'open') throw new AppError('ACCOUNT_DISABLED');
    return id;
  }
}
