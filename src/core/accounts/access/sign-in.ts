import { AppError } from '../../errors.js';
import type { Id } from '../../ids.js';
import { networkOf } from '../../rate-limits/network.js';
import { type RateLimits, tooMany } from '../../rate-limits/ports.js';
import type { Transaction } from '../../ports.js';
import { requireEmail } from '../email-address.js';
import type { AddressProof } from './address-proof.js';
import type { Accounts, Passwords } from '../ports.js';

/** Per address and minute. */
const PASSWORD_TRIES = 5;
/** Per network and hour, across all addresses. */
const WRONG_PASSWORDS_OF_NETWORK = 20;

export class SignIn {
  constructor(
    private readonly proof: AddressProof,
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly rateLimits: RateLimits,
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
    const network = `wrong password ${networkOf(given.ip)}`;
    // Counted before the slow comparison, so that a burst hits the limit. A correct password is
    // uncounted.
    const wrong = await this.rateLimits.count(network, WRONG_PASSWORDS_OF_NETWORK, 'hour');
    if (!wrong.within)
      throw tooMany(wrong, `One network may give ${WRONG_PASSWORDS_OF_NETWORK} wrong passwords an hour`);
    const window = await this.rateLimits.count(`password ${email}`, PASSWORD_TRIES);
    if (!window.within) throw tooMany(window, `One address may be tried with ${PASSWORD_TRIES} passwords a minute`);
    const id = await this.accounts.idOf(email);
    const hash = id && (await this.accounts.passwordHash(id));
    if (!(await this.passwords.matches(given.password, hash)) || !id) {
      throw new AppError('INVALID_CREDENTIALS', { message: 'The address or the password is wrong.' });
    }
    await this.rateLimits.giveBack(network, 'hour');
    const standing = await this.accounts.status(id);
    if (standing?.state !== 'open') throw new AppError('ACCOUNT_DISABLED');
    return id;
  }
}
