import { Ledger } from '../billing/ports.js';
import { invalid } from '../invalid-request.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { Transaction, type Tx } from '../ports.js';
import { ADMINISTRATION, type Admin, AuditTrail, AdminAccounts } from './ports.js';
import { Injectable } from '../injectable.js';

/** Lets an administrator add or remove credits; the balance never falls below zero. */
@Injectable()
export class AdjustCredits {
  constructor(
    private readonly accounts: AdminAccounts,
    private readonly ledger: Ledger,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
  ) {}

  async run(
    admin: Admin,
    accountId: Id<'acc'> | undefined,
    { amount, reason }: { amount: number; reason: string },
  ): Promise<{ id: Id<'txn'>; balance: number }> {
    const account = accountId && (await this.accounts.find(accountId));
    if (!account) throw new AppError('NOT_FOUND', { message: 'No account has this id.' });
    return this.transaction.interactive(async (tx) => {
      const entry = await this.adjust(tx, account.profile.id, amount);
      const details = { amount, credit_balance: entry.balance, transaction_id: entry.id };
      await this.audit.record(tx, { admin, action: 'adjust credits', subject: account.profile.id, reason, details });
      return entry;
    }, ADMINISTRATION);
  }

  private async adjust(tx: Tx, accountId: Id<'acc'>, amount: number): Promise<{ id: Id<'txn'>; balance: number }> {
    try {
      return await this.ledger.adjust(tx, accountId, amount, 'Adjustment by support');
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'INSUFFICIENT_CREDITS')) throw error;
      throw invalid('amount', 'would take the balance below zero', {
        details: { available: error.details?.['available'] },
        cause: error,
      });
    }
  }
}
