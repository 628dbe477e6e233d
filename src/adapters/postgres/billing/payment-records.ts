import { randomUUID } from 'node:crypto';
import type { CheckoutSession, Debt, Order, PaidEvent, Payment, Reversal } from '../../../core/billing/payment.js';
import { priceCents, type CreditPackage } from '../../../core/billing/packages.js';
import { PaymentRecords } from '../../../core/billing/ports.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import { Database } from '../client/database.js';
import type { Statements } from '../client/statements.js';
import type { PaymentReversalRow, PaymentRow } from '../schema/billing.tables.js';
import type { Columns } from '../schema/columns.js';
import { Injectable } from '../../../core/injectable.js';

type PaymentColumns = Columns<PaymentRow, typeof PAYMENT>;

type ReversalColumns = Columns<PaymentReversalRow, typeof REVERSAL>;

const PAYMENT = 'id, account_id, package_id, amount_credits, price_cents, paid_cents, session_id, status, expires_at';
const REVERSAL =
  'reference, payment_ref, reason, gone_before, gone_after, refund_id, status, reinstates, settled_at, credits_due';

@Injectable()
export class PostgresPaymentRecords extends PaymentRecords {
  constructor(private readonly db: Database) {
    super();
  }

  async add(tx: Tx, order: Order, session: CheckoutSession): Promise<void> {
    const { accountId, package: bought } = order;
    await this.db.in(tx).change(
      `insert into payments (id, account_id, package_id, amount_credits, price_cents, session_id, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (session_id) do nothing`,
      [randomUUID(), toUuid(accountId), bought.id, bought.credits, priceCents(bought), session.id, session.expiresAt],
    );
  }

  async find(sessionId: string): Promise<Payment | undefined> {
    const row = await this.db.row<PaymentColumns>(`select ${PAYMENT} from payments where session_id = $1`, [sessionId]);
    return row && toPayment(row);
  }

  async lock(tx: Tx, paymentRef: string): Promise<void> {
    await this.db.in(tx).rows('select pg_advisory_xact_lock(hashtextextended($1, 3))', [paymentRef]);
  }

  async markPaid(
    tx: Tx,
    { sessionId, paymentRef, accountId, packageId, paid }: PaidEvent,
    listed: CreditPackage | undefined,
  ): Promise<Payment | undefined> {
    const on = this.db.in(tx);
    if (listed) await this.addForgotten(on, { sessionId, accountId, bought: listed });
    const row = await on.row<PaymentColumns>(
      `update payments set status = 'paid', payment_ref = $2, paid_cents = $3, paid_at = now() where session_id = $1 and status <> 'paid'
       returning ${PAYMENT}`,
      [sessionId, paymentRef, paid?.inAll],
    );
    if (row) return toPayment(row);
    const paidBefore = await on.row('select from payments where session_id = $1', [sessionId]);
    if (!paidBefore)
      throw new Error(
        `session ${sessionId} was paid for package ${packageId} of ${accountId}, and one of them is unknown`,
      );
    return undefined;
  }

  /** Does nothing if the session is known, or if the account does not exist. */
  private async addForgotten(
    on: Statements,
    { sessionId, accountId, bought }: { sessionId: string; accountId: Id<'acc'>; bought: CreditPackage },
  ): Promise<void> {
    await on.change(
      `insert into payments (id, account_id, package_id, amount_credits, price_cents, session_id)
       select $1, id, $3, $4, $5, $6 from accounts where id = $2 on conflict (session_id) do nothing`,
      [randomUUID(), toUuid(accountId), bought.id, bought.credits, priceCents(bought), sessionId],
    );
  }

  async end(sessionId: string, outcome: 'failed' | 'cancelled'): Promise<void> {
    await this.db.change(`update payments set status = $2 where session_id = $1 and status = 'open'`, [
      sessionId,
      outcome,
    ]);
  }

  async addReversal(tx: Tx, reversal: Reversal): Promise<boolean> {
    const { reference, paymentRef, reason, goneBefore, goneAfter } = reversal;
    const refund = 'refund' in reversal ? reversal.refund : undefined;
    const reinstates = 'reinstates' in reversal ? reversal.reinstates : undefined;
    const sql = `insert into payment_reversals (reference, payment_ref, reason, gone_before, gone_after, refund_id, status, reinstates)
      values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (reference) do nothing`;
    const values = [reference, paymentRef, reason, goneBefore, goneAfter, refund?.id, refund?.state, reinstates];
    return (await this.db.in(tx).change(sql, values)) === 1;
  }

  async unsettled(tx: Tx, paymentRef: string) {
    const row = await this.db
      .in(tx)
      .row<PaymentColumns>(`select ${PAYMENT} from payments where payment_ref = $1`, [paymentRef]);
    if (!row) return undefined;
    const rows = await this.db
      .in(tx)
      .rows<ReversalColumns>(
        `select ${REVERSAL} from payment_reversals where payment_ref = $1 order by reason desc, gone_before, reference`,
        [paymentRef],
      );
    return {
      payment: toPayment(row),
      reversals: rows.filter(({ settled_at }) => settled_at === null).map(toReversal),
      settled: rows.filter(({ settled_at }) => settled_at !== null).map(toReversal),
      creditsDueSoFar: rows.reduce((sum, { credits_due }) => sum + (credits_due ?? 0), 0),
    };
  }

  async settle(tx: Tx, payment: Payment, { reference }: Reversal, { due, taken }: { due: number; taken: number }) {
    await this.db
      .in(tx)
      .change(
        'update payment_reversals set settled_at = now(), credits_due = $2, credits_taken = $3 where reference = $1',
        [reference, due, taken],
      );
    if (due < 0 || taken === due) return;
    await this.db
      .in(tx)
      .change('insert into debts (reference, account_id, payment_id, amount_credits) values ($1, $2, $3, $4)', [
        reference,
        toUuid(payment.accountId),
        payment.id,
        due - taken,
      ]);
  }

  async owed(accountId: Id<'acc'>): Promise<number> {
    const row = await this.db.row<{ owed: number }>(
      `select coalesce(sum(amount_credits - collected_credits - forgiven_credits), 0)::int as owed
         from debts where account_id = $1`,
      [toUuid(accountId)],
    );
    return row?.owed ?? 0;
  }

  async openDebts(tx: Tx, accountId: Id<'acc'>): Promise<Debt[]> {
    // Lock the account before its debts, the same order as when credits are moved.
    await this.db.in(tx).rows('select from accounts where id = $1 for no key update', [toUuid(accountId)]);
    const rows = await this.db.in(tx).rows<PaymentColumns & { reference: string; owed_credits: number }>(
      `select ${PAYMENT.split(', ')
        .map((column) => `p.${column}`)
        .join(', ')}, d.reference, d.amount_credits - d.collected_credits - d.forgiven_credits as owed_credits
        from debts d join payments p on p.id = d.payment_id
        where d.account_id = $1 and d.collected_credits + d.forgiven_credits < d.amount_credits
        order by d.created_at, d.reference`,
      [toUuid(accountId)],
    );
    return rows.map((row) => ({ reference: row.reference, payment: toPayment(row), owedCredits: row.owed_credits }));
  }

  async reduceDebt(tx: Tx, { reference }: Debt, by: { collected: number } | { forgiven: number }): Promise<void> {
    const [column, credits] =
      'collected' in by ? ['collected_credits', by.collected] : ['forgiven_credits', by.forgiven];
    await this.db
      .in(tx)
      .change(`update debts set ${column} = ${column} + $2 where reference = $1`, [reference, credits]);
  }
}

function toPayment(row: PaymentColumns): Payment {
  return {
    id: row.id,
    accountId: fromUuid('acc', row.account_id),
    packageId: row.package_id,
    amountCredits: row.amount_credits,
    priceCents: row.price_cents,
    paidCents: row.paid_cents ?? undefined,
    sessionId: row.session_id,
    status: row.status,
    expiresAt: row.expires_at ?? undefined,
  };
}

function toReversal(row: ReversalColumns): Reversal {
  return {
    reference: row.reference,
    paymentRef: row.payment_ref,
    reason: row.reason,
    goneBefore: row.gone_before,
    goneAfter: row.gone_after,
    ...(row.refund_id && row.status ? { refund: { id: row.refund_id, state: row.status } } : {}),
    ...(row.reinstates ? { reinstates: row.reinstates } : {}),
  } as Reversal;
}
