import { AppError } from '../../errors.js';
import { invalid } from '../../invalid-request.js';
import type { Id } from '../../ids.js';
import type { Transaction } from '../../ports.js';
import type { Accounts, Passwords, SignIns } from '../ports.js';

/** Sets the password, or replaces it when the one before is given, and signs out everywhere. */
export class ChangePassword {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly signIns: SignIns,
    private readonly transaction: Transaction,
  ) {}

  async run(accountId: Id<'acc'>, given: { currentPassword: string | undefined; newPassword: string }): Promise<void> {
    const before = await this.accounts.passwordHash(accountId);
    if (before !== undefined) await this.requireCurrent(given.currentPassword, before);
    const hash = await this.passwords.hash(given.newPassword);
    await this.transaction.interactive(async (tx) => {
      // After another change in between, the current password is no longer the one that was given.
      if (!(await this.accounts.setPasswordHash(tx, accountId, hash, before)))
        throw new AppError('INVALID_CREDENTIALS');
      await this.signIns.endSessions(tx, accountId);
    });
  }

  private async requireCurrent(currentPassword: string | undefined, hash: string): Promise<void> {
    if (currentPassword === undefined) {
      throw invalid('body', 'current_password', 'is required: this account has a password');
    }
    if (!(await this.passwords.matches(currentPassword, hash))) throw new AppError('INVALID_CREDENTIALS');
  }
}
