import { AppError } from '../../errors.js';
import { invalid } from '../../invalid-request.js';
import type { Transaction } from '../../ports.js';
import { isApplication, type Caller } from '../account.js';
import { addressesOf, type OwnerMails } from '../owner-mails.js';
import type { Accounts, Mail, Passwords, SignIns } from '../ports.js';

type PasswordCaller = Pick<Caller, 'accountId' | 'grantId'>;

/**
 * Sets the password, signs out everywhere and notifies the owner by mail. Changing a password
 * requires the current one. An application may not set the first one: it could sign in with it
 * after its access was revoked.
 */
export class ChangePassword {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly signIns: SignIns,
    private readonly mails: OwnerMails,
    private readonly transaction: Transaction,
  ) {}

  async run(
    caller: PasswordCaller,
    given: { currentPassword: string | undefined; newPassword: string },
  ): Promise<void> {
    const { accountId } = caller;
    const before = await this.accounts.passwordHash(accountId);
    if (before === undefined && isApplication(caller)) {
      throw new AppError('FORBIDDEN', {
        message: 'An application may not set the first password of an account.',
        suggestion: 'Set it at the console, or with an API key that you made yourself.',
      });
    }
    if (before !== undefined) await this.requireCurrent(given.currentPassword, before);
    const hash = await this.passwords.hash(given.newPassword);
    await this.transaction.interactive(async (tx) => {
      // A concurrent change has replaced the password that the caller gave.
      if (!(await this.accounts.setPasswordHash(tx, accountId, hash, before)))
        throw new AppError('INVALID_CREDENTIALS');
      await this.signIns.endSessions(tx, accountId);
    });
    const owner = await this.accounts.profile(accountId);
    await this.mails.send(accountId, addressesOf(owner).map(passwordChanged));
  }

  private async requireCurrent(currentPassword: string | undefined, hash: string): Promise<void> {
    if (currentPassword === undefined) {
      throw invalid('body', 'current_password', 'is required: this account has a password');
    }
    if (!(await this.passwords.matches(currentPassword, hash))) throw new AppError('INVALID_CREDENTIALS');
  }
}

function passwordChanged(to: string): Mail {
  return {
    to,
    subject: 'The password of your Standing account was changed',
    text: [
      'The password of your Standing account was changed, and every browser was signed out.',
      'If this was not you, contact support at once.',
      '',
    ].join('\n'),
  };
}
