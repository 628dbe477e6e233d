import { insufficientCredits, type ChargeLimit } from '../../../core/billing/budget.js';
import type { Charge, CreditsLeft, Spender } from '../../../core/billing/charge.js';
import { Ledger, type Refund, type EntriesWanted, type EntryList } from '../../../core/billing/ports.js';
import type { Payment } from '../../../core/billing/payment.js';
import { Metrics } from '../../../core/metrics/ports.js';
import { fromUuid, newUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import { Database } from '../client/database.js';
import type { QueuedWriteOf } from '../client/pending-writes.js';
import { sqlState } from '../client/sql-state.js';
import { ReadLoader } from '../client/read-loader.js';
import type { LedgerEntry } from '../../../core/billing/ledger-entry.js';
import type { UsageRow } from '../../../core/billing/usage.js';
import type { Page, Paged } from '../../../core/page.js';
import { toKnownRecord, toPlainAnswer } from '../client/record-columns.js';
import { refundRow } from './row-refunds.js';
import { readEntries, readEntry, readLimits, readPage, readUsage } from './ledger-queries.js';
import { Injectable } from '../../../core/injectable.js';

/** Raised by the ledger's trigger. Its detail is the insufficient balance. */
const INSUFFICIENT = 'ST402';

@Injectable()
export class PostgresLedger extends Ledger {
  private readonly balances: ReadLoader<Id<'acc'>, number>;

  constructor(
    private readonly db: Database,
    private readonly metrics: Metrics,
  ) {
    super();
    this.balances = new ReadLoader((accountIds) => this.readBalances(accountIds));
  }

  charge(charge: Charge): QueuedWriteOf<'charges.insert', CreditsLeft> {
    const { accountId, keyId, grantId, jobId, searchId, entityId, operation, amountCredits, description } = charge;
    const { watchId, batchRow, record } = charge;
    const plain = record && toPlainAnswer(record, charge);
    return {
      kind: 'charges.insert',
      row: {
        id: record ? toUuid(record.id) : newUuid(),
        account_id: toUuid(accountId),
        amount: amountCredits,
        description,
        operation,
        key_id: keyId && toUuid(keyId),
        grant_id: grantId,
        job_id: jobId && toUuid(jobId),
        search_id: searchId && toUuid(searchId),
        entity_id: entityId && toUuid(entityId),
        entity_name: charge.entityName,
        jurisdiction: charge.jurisdiction,
        reference: charge.reference,
        watch_id: watchId && toUuid(watchId),
        batch_id: batchRow && toUuid(batchRow.batchId),
        batch_line: batchRow?.line,
        ...(plain ? { recorded: plain } : { tier: charge.tier, via: charge.via, ...(record && toKnownRecord(record)) }),
      },
      result: ({ balance, budgets }) => ({
        balance,
        budget: budgets.length > 0 ? Math.min(...budgets) : undefined,
      }),
      onCommitted: () => this.count('charge', amountCredits),
    };
  }

  async beginPricedRead(tx: Tx, accountId: Id<'acc'>, page: string): Promise<boolean> {
    const begun = await this.db.in(tx).change(
      `insert into priced_reads as r (account_id, page) values ($1, $2)
       on conflict (account_id, page) do update set charged_at = now() where r.charged_at <= now() - interval '60 seconds'`,
      [toUuid(accountId), page],
    );
    return begun === 1;
  }

  async grant(tx: Tx, accountId: Id<'acc'>, amountCredits: number, description: string): Promise<number> {
    const row = await this.db.in(tx).row<{ balance_after: number }>(
      `insert into ledger_entries (id, account_id, type, amount, description)
       values ($1, $2, 'grant', $3, $4) returning balance_after`,
      [newUuid(), toUuid(accountId), amountCredits, description],
    );
    return row?.balance_after ?? 0;
  }

  async purchase(tx: Tx, payment: Payment, description: string): Promise<number> {
    const { id, accountId, packageId, amountCredits } = payment;
    const row = await this.db.in(tx).row<{ balance_after: number }>(
      `insert into ledger_entries (id, account_id, type, amount, description, package_id, payment_id)
       values ($1, $2, 'purchase', $3, $4, $5, $6) returning balance_after`,
      [newUuid(), toUuid(accountId), amountCredits, description, packageId, id],
    );
    tx.afterCommit(() => this.count('purchase', amountCredits));
    return row?.balance_after ?? 0;
  }

  async adjust(
    tx: Tx,
    accountId: Id<'acc'>,
    amountCredits: number,
    description: string,
  ): Promise<{ id: Id<'txn'>; balance: number }> {
    try {
      const row = await this.db.in(tx).row<{ id: string; balance_after: number }>(
        `insert into ledger_entries (id, account_id, type, amount, description)
         values ($1, $2, 'adjustment', $3, $4) returning id, balance_after`,
        [newUuid(), toUuid(accountId), amountCredits, description],
      );
      if (!row) throw new Error('an insert returned no entry');
      return { id: fromUuid('txn', row.id), balance: row.balance_after };
    } catch (error) {
      throw asInsufficientCredits(error, -amountCredits);
    }
  }

  async restore(
    tx: Tx,
    { id, accountId, packageId }: Payment,
    amountCredits: number,
    description: string,
  ): Promise<void> {
    await this.db.in(tx).change(
      `insert into ledger_entries (id, account_id, type, amount, description, package_id, payment_id)
       values ($1, $2, 'adjustment', $3, $4, $5, $6)`,
      [newUuid(), toUuid(accountId), amountCredits, description, packageId, id],
    );
  }

  async clawBack(tx: Tx, payment: Payment, amountCredits: number, description: string): Promise<number> {
    const account = await this.db
      .in(tx)
      .row<{ credit_balance: number }>('select credit_balance from accounts where id = $1 for no key update', [
        toUuid(payment.accountId),
      ]);
    const taken = Math.min(amountCredits, account?.credit_balance ?? 0);
    if (taken <= 0) return 0;
    await this.db.in(tx).change(
      `insert into ledger_entries (id, account_id, type, amount, description, package_id, payment_id)
         values ($1, $2, 'adjustment', $3, $4, $5, $6)`,
      [newUuid(), toUuid(payment.accountId), -taken, description, payment.packageId, payment.id],
    );
    return taken;
  }

  refund(jobId: Id<'job'>, description: string): QueuedWriteOf<'refunds.insert', Refund> {
    return {
      kind: 'refunds.insert',
      row: { id: newUuid(), job_id: toUuid(jobId), description },
      result: ({ amount, balance }) => ({ amountCredits: amount, balance }),
      onReported: async ({ amount }) => this.count('refund', amount),
    };
  }

  async refundRow(
    tx: Tx,
    { batchId, line }: NonNullable<Charge['batchRow']>,
    description: string,
  ): Promise<Refund | 'not charged' | 'refunded before'> {
    const refund = await refundRow(this.db.in(tx), [toUuid(batchId), line], description);
    if (typeof refund !== 'string') tx.afterCommit(() => this.count('refund', refund.amountCredits));
    return refund;
  }

  async balance(accountId: Id<'acc'>): Promise<number> {
    return (await this.balances.load(accountId)) ?? 0;
  }

  limits(spender: Spender): Promise<ChargeLimit[]> {
    return readLimits(this.db, spender);
  }

  page(accountId: Id<'acc'>, page: Page): Promise<Paged<LedgerEntry> & { balance: number }> {
    return this.db.reading((from) => readPage(from, accountId, page));
  }

  entry(accountId: Id<'acc'>, id: Id<'txn'>): Promise<LedgerEntry | undefined> {
    return this.db.reading((from) => readEntry(from, accountId, id));
  }

  list(accountId: Id<'acc'>, wanted: EntriesWanted): Promise<EntryList> {
    return this.db.reading((from) => readEntries(from, accountId, wanted));
  }

  usage(accountId: Id<'acc'>, period: { from: string; to: string }): Promise<UsageRow[]> {
    return this.db.reading((from) => readUsage(from, accountId, period));
  }

  private async readBalances(accountIds: readonly Id<'acc'>[]): Promise<ReadonlyMap<number, number>> {
    const ids = [...new Set(accountIds)];
    const rows = await this.db.rows<{ place: number; credit_balance: number }>(
      `select q.place::integer - 1 as place, a.credit_balance
         from unnest($1::uuid[]) with ordinality as q (id, place) join accounts a on a.id = q.id`,
      [ids.map(toUuid)],
    );
    const balances = new Map(rows.map(({ place, credit_balance }) => [ids[place], credit_balance]));
    return new Map(accountIds.map((id, place) => [place, balances.get(id) ?? 0]));
  }

  private count(type: 'charge' | 'refund' | 'purchase', amountCredits: number): void {
    this.metrics.count('credits_total', { type }, amountCredits);
  }
}

function asInsufficientCredits(error: unknown, required: number): unknown {
  if (sqlState(error) !== INSUFFICIENT) return error;
  const available = Number((error as { detail?: string }).detail ?? 0);
  return insufficientCredits(required, { limitedBy: 'balance', available }, error);
}
