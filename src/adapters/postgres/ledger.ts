import { Ledger, type Charge } from '../../core/billing/ports.js';
import type { Payment } from '../../core/billing/payment.js';
import { AppError } from '../../core/errors.js';
import type { Metrics } from '../../core/metrics/ports.js';
import { fromUuid, newId, toUuid, type Id } from '../../core/ids.js';
import { sqlState, type Database } from './database.js';

/** Raised by the ledger's own trigger; its detail is the balance that did not suffice. */
const INSUFFICIENT = 'ST402';

export class PostgresLedger extends Ledger {
  constructor(
    private readonly db: Database,
    private readonly metrics: Metrics,
  ) {
    super();
  }

  async charge(charge: Charge): Promise<number> {
    const { accountId, keyId, jobId, searchId, operation, amountCredits, description } = charge;
    try {
      const row = await this.db.row<{ balance_after: number }>(
        `insert into ledger_entries (id, account_id, type, amount, description, operation, key_id, job_id, search_id)
         values ($1, $2, 'charge', $3, $4, $5, $6, $7, $8) returning balance_after`,
        [
          toUuid(newId('txn')),
          toUuid(accountId),
          -amountCredits,
          description,
          operation,
          keyId ? toUuid(keyId) : null,
          jobId ? toUuid(jobId) : null,
          searchId ? toUuid(searchId) : null,
        ],
      );
      await this.counted('charge', amountCredits);
      return row?.balance_after ?? 0;
    } catch (error) {
      throw asInsufficientCredits(error, amountCredits);
    }
  }

  async grant(accountId: Id<'acc'>, amountCredits: number, description: string): Promise<number> {
    const row = await this.db.row<{ balance_after: number }>(
      `insert into ledger_entries (id, account_id, type, amount, description)
       values ($1, $2, 'grant', $3, $4) returning balance_after`,
      [toUuid(newId('txn')), toUuid(accountId), amountCredits, description],
    );
    return row?.balance_after ?? 0;
  }

  async purchase(payment: Payment, description: string): Promise<number> {
    const { id, accountId, packageId, amountCredits } = payment;
    const row = await this.db.row<{ balance_after: number }>(
      `insert into ledger_entries (id, account_id, type, amount, description, package_id, payment_id)
       values ($1, $2, 'purchase', $3, $4, $5, $6) returning balance_after`,
      [toUuid(newId('txn')), toUuid(accountId), amountCredits, description, packageId, id],
    );
    await this.counted('purchase', amountCredits);
    return row?.balance_after ?? 0;
  }

  async adjust(
    accountId: Id<'acc'>,
    amountCredits: number,
    description: string,
  ): Promise<{ id: Id<'txn'>; balance: number }> {
    try {
      const row = await this.db.row<{ id: string; balance_after: number }>(
        `insert into ledger_entries (id, account_id, type, amount, description)
         values ($1, $2, 'adjustment', $3, $4) returning id, balance_after`,
        [toUuid(newId('txn')), toUuid(accountId), amountCredits, description],
      );
      if (!row) throw new Error('an insert returned no entry');
      return { id: fromUuid('txn', row.id), balance: row.balance_after };
    } catch (error) {
      throw asInsufficientCredits(error, -amountCredits);
    }
  }

  async takeBack(payment: Payment, amountCredits: number, description: string): Promise<number> {
    return this.db.run(async () => {
      const account = await this.db.row<{ credit_balance: number }>(
        'select credit_balance from accounts where id = $1 for update',
        [toUuid(payment.accountId)],
      );
      const taken = Math.min(amountCredits, account?.credit_balance ?? 0);
      if (taken <= 0) return 0;
      await this.db.change(
        `insert into ledger_entries (id, account_id, type, amount, description, package_id, payment_id)
         values ($1, $2, 'adjustment', $3, $4, $5, $6)`,
        [toUuid(newId('txn')), toUuid(payment.accountId), -taken, description, payment.packageId, payment.id],
      );
      return taken;
    });
  }

  async refundJob(
    jobId: Id<'job'>,
    description: string,
  ): Promise<{ amountCredits: number; balance: number } | undefined> {
    // The lock on the account makes rivals wait until this refund can be seen; the unique index is there should anything slip by. It leaves alone
    // who only refers to the account, as a search does that is still adding its jobs.
    return this.db.run(async () => {
      const id = toUuid(jobId);
      await this.db.rows(
        `select from accounts where id = (select account_id from ledger_entries where job_id = $1 and type = 'charge') for no key update`,
        [id],
      );
      const row = await this.db.row<{ amount: number; balance_after: number }>(
        `insert into ledger_entries (id, account_id, type, amount, description, operation, key_id, job_id, search_id)
         select $2, account_id, 'refund', -amount, $3, operation, key_id, job_id, search_id from ledger_entries charge
          where job_id = $1 and type = 'charge'
            and not exists (select from ledger_entries where job_id = $1 and type = 'refund')
         returning amount, balance_after`,
        [id, toUuid(newId('txn')), description],
      );
      if (row) await this.counted('refund', row.amount);
      return row && { amountCredits: row.amount, balance: row.balance_after };
    });
  }

  async balance(accountId: Id<'acc'>): Promise<number> {
    const row = await this.db.row<{ credit_balance: number }>('select credit_balance from accounts where id = $1', [
      toUuid(accountId),
    ]);
    return row?.credit_balance ?? 0;
  }

  /** What is rolled back was never moved. */
  private counted(type: 'charge' | 'refund' | 'purchase', amountCredits: number): Promise<void> {
    return this.db.afterCommit(async () => this.metrics.count('credits_total', { type }, amountCredits));
  }
}

function asInsufficientCredits(error: unknown, required: number): unknown {
  if (sqlState(error) !== INSUFFICIENT) return error;
  const available = Number((error as { detail?: string }).detail ?? 0);
  return new AppError('INSUFFICIENT_CREDITS', {
    message: `This request costs ${required} credits, and ${available} are left.`,
    details: { required, available },
    cause: error,
  });
}
