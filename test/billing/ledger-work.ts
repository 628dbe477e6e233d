import { PostgresAccounts } from '../../src/adapters/postgres/accounts/accounts.js';
import type { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { PostgresPaymentRecords } from '../../src/adapters/postgres/billing/payment-records.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { PACKAGES } from '../../src/core/billing/packages.js';
import { HandlePaymentEvent } from '../../src/core/billing/handle-payment-event.js';
import { AppError } from '../../src/core/errors.js';
import { fromUuid, type Id } from '../../src/core/ids.js';
import { BARE_DIGESTS, REMEMBERS_NOBODY } from '../support/fakes.js';

/**
 * One ledger movement of account number `account`. Jobs and sessions are numbered within their
 * account.
 */
export type Movement =
  | { kind: 'grant'; account: number; amount: number }
  | { kind: 'adjust'; account: number; amount: number }
  | { kind: 'charge'; account: number; amount: number; job: number }
  | { kind: 'refund'; account: number; job: number }
  | { kind: 'purchase'; account: number; session: number }
  | { kind: 'reverse'; account: number; session: number; from: number; to: number }
  /** The refund from `from` to `to` failed. This may arrive before the refund itself. */
  | { kind: 'fail'; account: number; session: number; from: number; to: number };

/** Ids of this run, which no other run shares. */
const jobOf = (run: string, { account, job }: { account: number; job: number }): Id<'job'> =>
  fromUuid('job', `${run}-0000-7000-8000-${hex(account, 4)}${hex(job, 8)}`);
export const sessionOf = (run: string, { account, session }: { account: number; session: number }): string =>
  `cs_${run}_${account}_${session}`;
const emailOf = (run: string, account: number): string => `${run}-${account}@example.com`;

/**
 * Carries out movements with the service's own code. A lack of credits is an outcome, not an error.
 */
export class LedgerWork {
  private readonly ledger: PostgresLedger;
  private readonly accounts: PostgresAccounts;
  private readonly handlePaymentEvent: HandlePaymentEvent;
  private readonly accountIds = new Map<number, Id<'acc'>>();

  constructor(
    private readonly db: Database,
    private readonly run: string,
  ) {
    this.ledger = new PostgresLedger(db, new PrometheusMetrics());
    this.accounts = new PostgresAccounts(db, REMEMBERS_NOBODY, BARE_DIGESTS);
    this.handlePaymentEvent = new HandlePaymentEvent(new PostgresPaymentRecords(db), this.ledger, db);
  }

  async accountId(account: number): Promise<Id<'acc'>> {
    const known = this.accountIds.get(account);
    if (known) return known;
    const opened = await this.db.interactive(async (tx) => {
      const { id } = await this.accounts.openFor(tx, emailOf(this.run, account));
      await this.accounts.markEmailVerified(tx, id);
      return id;
    });
    this.accountIds.set(account, opened);
    return opened;
  }

  /** Returns `false` if the credits were insufficient or the job was already charged. */
  async carryOut(movement: Movement): Promise<boolean> {
    try {
      await this.move(await this.accountId(movement.account), movement);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'INSUFFICIENT_CREDITS') return false;
      if (error instanceof Error && error.message.includes('ledger_entries_one_charge_per_job')) return false;
      throw error;
    }
  }

  private async move(accountId: Id<'acc'>, movement: Movement): Promise<unknown> {
    switch (movement.kind) {
      case 'grant':
        return this.db.interactive((tx) => this.ledger.grant(tx, accountId, movement.amount, 'granted'));
      case 'adjust':
        return this.db.interactive((tx) => this.ledger.adjust(tx, accountId, movement.amount, 'adjusted'));
      case 'charge': {
        const jobId = jobOf(this.run, movement);
        const { amount: amountCredits } = movement;
        const about = { operation: 'verify_quick' as const, description: 'charged' };
        return this.db.commit([this.ledger.charge({ accountId, jobId, amountCredits, ...about })]);
      }
      case 'refund':
        return this.db.commit([this.ledger.refund(jobOf(this.run, movement), 'refunded')]);
      case 'purchase': {
        const sessionId = sessionOf(this.run, movement);
        const [{ id: packageId } = { id: '' }] = PACKAGES;
        return this.handlePaymentEvent.run({
          kind: 'paid',
          sessionId,
          paymentRef: `pi_${sessionId}`,
          accountId,
          packageId,
          paid: undefined,
        });
      }
      case 'reverse': {
        const { from: goneBefore, to: goneAfter } = movement;
        const paymentRef = `pi_${sessionOf(this.run, movement)}`;
        const reference = `${paymentRef}:${goneBefore}:${goneAfter}`;
        return this.handlePaymentEvent.run({
          kind: 'reversed',
          reversal: { reference, paymentRef, reason: 'refund', goneBefore, goneAfter },
        });
      }
      case 'fail': {
        const { from, to } = movement;
        const paymentRef = `pi_${sessionOf(this.run, movement)}`;
        const id = `re_${paymentRef}_${from}`;
        const amounts = { goneBefore: to - from, goneAfter: 0 };
        return this.handlePaymentEvent.run({
          kind: 'reversed',
          reversal: {
            reference: `${id}:failed`,
            paymentRef,
            reason: 'refund_failed',
            ...amounts,
            refund: { id, state: 'failed' },
          },
        });
      }
    }
  }
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
