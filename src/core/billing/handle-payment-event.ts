import { Transaction, type Tx } from '../ports.js';
import { findPackage } from './packages.js';
import {
  centsGone,
  creditsGone,
  CURRENCY,
  type PaidEvent,
  type Payment,
  type PaymentEvent,
  type Reversal,
} from './payment.js';
import { Ledger, PaymentRecords } from './ports.js';
import { Injectable } from '../injectable.js';

/** Limits concurrency across all accounts, since each of these transactions begins with a lock. */
const PAYMENTS = 'payments';

/**
 * Handles payment reports, which may arrive repeatedly, late and in any order. A session is
 * credited once. A refund or lost dispute takes back its share of the credits as far as the balance
 * allows; the rest is a debt, collected from the next purchase. If it is reversed, the credits
 * return. A report that arrives before its payment waits for it. Throws when a payment cannot be
 * credited, so that the processor sends it again.
 */
@Injectable()
export class HandlePaymentEvent {
  constructor(
    private readonly records: PaymentRecords,
    private readonly ledger: Ledger,
    private readonly transaction: Transaction,
  ) {}

  async run(notice: PaymentEvent): Promise<void> {
    switch (notice.kind) {
      case 'paid':
        return this.credit(notice);
      case 'reversed':
        return this.reverse(notice.reversal);
      case 'failed':
      case 'cancelled':
        return this.records.end(notice.sessionId, notice.kind);
    }
  }

  /**
   * Credits the package recorded when the session was opened: it may have left the price list
   * since.
   */
  private async credit(notice: PaidEvent): Promise<void> {
    const listed = findPackage(notice.packageId);
    await this.transaction.interactive(async (tx) => {
      await this.records.lock(tx, notice.paymentRef);
      const payment = await this.records.markPaid(tx, notice, listed);
      if (!payment) return;
      requirePaidInFull(payment, notice);
      await this.ledger.purchase(tx, payment, `Purchase: ${listed?.name ?? payment.packageId} package`);
      const gone = await this.takeBackWhatWent(tx, notice.paymentRef);
      await this.collectDebts(tx, payment, payment.amountCredits - gone);
    }, PAYMENTS);
  }

  private async reverse(reversal: Reversal): Promise<void> {
    await this.transaction.interactive(async (tx) => {
      await this.records.lock(tx, reversal.paymentRef);
      if (await this.records.addReversal(tx, reversal)) await this.takeBackWhatWent(tx, reversal.paymentRef);
    }, PAYMENTS);
  }

  /** Returns the total credits due back from the payment so far. */
  private async takeBackWhatWent(tx: Tx, paymentRef: string): Promise<number> {
    const unsettled = await this.records.unsettled(tx, paymentRef);
    if (!unsettled) return 0;
    const { payment, reversals } = unsettled;
    const told = [...unsettled.settled];
    let { creditsDueSoFar: dueSoFar } = unsettled;
    for (const reversal of reversals) {
      told.push(reversal);
      // The total of all reports less what was already due, so that their order does not matter.
      const due = creditsGone(payment, centsGone(told)) - dueSoFar;
      const taken =
        due < 0
          ? -(await this.giveBack(tx, payment, -due, DESCRIPTIONS[reversal.reason]))
          : await this.ledger.clawBack(tx, payment, due, DESCRIPTIONS[reversal.reason]);
      await this.records.settle(tx, payment, reversal, { due, taken });
      dueSoFar += due;
    }
    return dueSoFar;
  }

  /**
   * Forgives what the account still owes of the payment, then restores the rest. Returns the number
   * of restored credits.
   */
  private async giveBack(tx: Tx, payment: Payment, credits: number, description: string): Promise<number> {
    let left = credits;
    for (const debt of await this.records.openDebts(tx, payment.accountId)) {
      const forgiven = Math.min(debt.owedCredits, left);
      if (debt.payment.id !== payment.id || forgiven === 0) continue;
      await this.records.reduceDebt(tx, debt, { forgiven });
      left -= forgiven;
    }
    if (left > 0) await this.ledger.restore(tx, payment, left, description);
    return left;
  }

  /**
   * Collects debts from purchased credits only. Credits granted or refunded since stay with the
   * account.
   */
  private async collectDebts(tx: Tx, { accountId }: Payment, credits: number): Promise<void> {
    let left = credits;
    for (const debt of await this.records.openDebts(tx, accountId)) {
      const collected = await this.ledger.clawBack(tx, debt.payment, Math.min(debt.owedCredits, left), COLLECTED);
      if (collected === 0) continue;
      await this.records.reduceDebt(tx, debt, { collected });
      left -= collected;
    }
  }
}

/**
 * Throws when the amount paid, without taxes, or the currency differs from the session's: this
 * needs a person, and the processor reports it again.
 */
function requirePaidInFull({ sessionId, priceCents }: Payment, { paid }: PaidEvent): void {
  if (!paid || (paid.cents === priceCents && paid.currency === CURRENCY)) return;
  throw new Error(
    `session ${sessionId} was opened for ${priceCents} cents (${CURRENCY}), and ${paid.cents} (${paid.currency}) were paid`,
  );
}

const COLLECTED = 'Collected: credits that were spent before their payment went back';

const DESCRIPTIONS = {
  refund: 'Taken back: the payment was refunded',
  dispute: 'Taken back: the payment was disputed and lost',
  refund_failed: 'Returned: the refund of the payment failed',
  dispute_won: 'Returned: the dispute of the payment was won after all',
} as const;
