import { AppError } from '../../errors.js';
import type { Id } from '../../ids.js';
import { invalid } from '../../invalid-request.js';
import { Transaction } from '../../ports.js';
import { isApplication, type Caller } from '../account.js';
import { RateLimits, tooMany } from '../../rate-limits/ports.js';
import { OwnerMails } from '../owner-mails.js';
import { Accounts, type Mail, Passwords, SignIns } from '../ports.js';
import { PasswordGuesses } from './password-guesses.js';
import { Injectable } from '../../injectable.js';

type PasswordCaller = Pick<Caller, 'accountId' | 'grantId'>;

/** Per account and hour. */
const MAX_CHANGES = 5;

interface Given {
  currentPassword: string | undefined;
  newPassword: string;
  ip: string;
}

/**
 * Sets the password, signs out everywhere and notifies the owner by mail. Changing a password
 * requires the current one. An application may not set the first one: it could sign in with it
 * after its access was revoked.
 */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly guesses: PasswordGuesses,
    private readonly signIns: SignIns,
    private readonly mails: OwnerMails,
    private readonly rateLimits: RateLimits,
    private readonly transaction: Transaction,
  ) {}

  /** Throws `RATE_LIMIT_EXCEEDED` after too many changes. */
  async run(caller: PasswordCaller, given: Given): Promise<void> {
    const { accountId } = caller;
    const before = await this.accounts.passwordHash(accountId);
    if (before === undefined && isApplication(caller)) {
      throw new AppError('FORBIDDEN', {
        message: 'An application may not set the first password of an account.',
        suggestion: 'Set it at the console, or with an API key that you made yourself.',
      });
    }
    if (before !== undefined) await this.requireCurrent(accountId, given, before);
    const changes = `password changes ${accountId}`;
    const window = await this.rateLimits.count(changes, MAX_CHANGES, 'sliding hour');
    if (!window.within) throw tooMany(window, `The password may be changed ${MAX_CHANGES} times an hour`);
    const hash = await this.passwords.hash(given.newPassword);
    await this.transaction.interactive(async (tx) => {
      // A concurrent change has replaced the password that the caller gave.
      if (!(await this.accounts.setPasswordHash(tx, accountId, hash, before)))
        throw new AppError('INVALID_CREDENTIALS');
      await this.signIns.endSessions(tx, accountId);
    });
    await this.mails.notify('password', await this.accounts.profile(accountId), PASSWORD_CHANGED);
  }

  private async requireCurrent(accountId: Id<'acc'>, { currentPassword, ip }: Given, hash: string): Promise<void> {
    if (currentPassword === undefined) {
      throw invalid('current_password', 'is required: this account has a password');
    }
    const { email } = await this.accounts.profile(accountId);
    if (!(await this.guesses.isRight(currentPassword, hash, { email, ip }))) throw new AppError('INVALID_CREDENTIALS');
  }
}

const PASSWORD_CHANGED: Omit<Mail, 'to'> = {
  subject: 'The password of your Standing account was changed',
  text: [
    'The password of your Standing account was changed, and every browser was signed out.',
    'If this was not you, contact support at once.',
    '',
  ].join('\n'),
};
