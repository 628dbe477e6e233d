import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Accounts, Passwords } from './ports.js';

/** Sets the password, or replaces it when the one before is given. */
export class ChangePassword {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
  ) {}

  async run(accountId: Id<'acc'>, given: { currentPassword: string | undefined; newPassword: string }): Promise<void> {
    const before = await this.accounts.passwordHash(accountId);
    if (before !== undefined) await this.requireCurrent(given.currentPassword, before);
    const hash = await this.passwords.hash(given.newPassword);
    // Who was overtaken by another change no longer knows the current password.
    if (!(await this.accounts.setPasswordHash(accountId, hash, before))) throw new AppError('INVALID_CREDENTIALS');
  }

  private async requireCurrent(currentPassword: string | undefined, hash: string): Promise<void> {
    if (currentPassword === undefined) {
      throw new AppError('VALIDATION_ERROR', {
        message: 'body.current_password is required: this account has a password.',
      });
    }
    if (!(await this.passwords.matches(currentPassword, hash))) throw new AppError('INVALID_CREDENTIALS');
  }
}
