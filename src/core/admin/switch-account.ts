import { AppError } from '../errors.js';
import { SignIns } from '../accounts/ports.js';
import type { Id } from '../ids.js';
import { Transaction } from '../ports.js';
import { ADMINISTRATION, type Admin, AuditTrail, type AdminAccount, AdminAccounts } from './ports.js';
import { Injectable } from '../injectable.js';

/**
 * Lets an administrator disable or enable an account, effective from the next request of its keys.
 */
@Injectable()
export class SwitchAccount {
  constructor(
    private readonly accounts: AdminAccounts,
    private readonly signIns: SignIns,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
  ) {}

  async run(
    admin: Admin,
    accountId: Id<'acc'> | undefined,
    { disabled, reason }: { disabled: boolean; reason: string },
  ): Promise<AdminAccount> {
    const switched = await this.transaction.interactive(async (tx) => {
      if (!accountId || !(await this.accounts.setDisabled(tx, accountId, disabled))) return false;
      if (disabled) await this.signIns.endSessions(tx, accountId);
      const action = disabled ? 'disable account' : 'enable account';
      await this.audit.record(tx, { admin, action, subject: accountId, reason, details: {} });
      return true;
    }, ADMINISTRATION);
    const account = switched && accountId && (await this.accounts.find(accountId));
    if (!account) throw new AppError('NOT_FOUND', { message: 'No account has this id.' });
    return account;
  }
}
