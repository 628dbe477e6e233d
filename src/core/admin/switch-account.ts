import { AppError } from '../errors.js';
import type { SignIns } from '../accounts/ports.js';
import type { Id } from '../ids.js';
import type { Transaction } from '../ports.js';
import { SUPPORT, type Admin, type AuditTrail, type SupportAccount, type Support } from './ports.js';

/**
 * An administrator shuts an account out, or lets it in again; its keys feel it with their next
 * request.
 */
export class SwitchAccount {
  constructor(
    private readonly support: Support,
    private readonly signIns: SignIns,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
  ) {}

  async run(
    admin: Admin,
    accountId: Id<'acc'> | undefined,
    { disabled, reason }: { disabled: boolean; reason: string },
  ): Promise<SupportAccount> {
    const switched = await this.transaction.interactive(async (tx) => {
      if (!accountId || !(await this.support.setDisabled(tx, accountId, disabled))) return false;
      if (disabled) await this.signIns.endSessions(tx, accountId);
      const action = disabled ? 'disable account' : 'enable account';
      await this.audit.record(tx, { admin, action, subject: accountId, reason, details: {} });
      return true;
    }, SUPPORT);
    const account = switched && accountId && (await this.support.findAccount(accountId));
    if (!account) throw new AppError('NOT_FOUND', { message: 'No account has this id.' });
    return account;
  }
}
