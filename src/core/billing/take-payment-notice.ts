import type { Log, Transaction } from '../ports.js';
import { findPackage } from './packages.js';
import { creditsGone, type PaymentNotice, type Reversal } from './payment.js';
import type { Ledger, PaymentRecords } from './ports.js';

/**
 * The processor tells what became of a payment, as often, as late and in whatever order it likes. A session is credited once. Money that went
 * back takes its share of the credits with it, as far as they are still there; the rest is a debt. What is told too early waits for its payment.
 */
export class TakePaymentNotice {
  constructor(
    private readonly records: PaymentRecords,
    private readonly ledger: Ledger,
    private readonly transaction: Transaction,
    private readonly log: Log,
  ) {}

  async run(notice: PaymentNotice): Promise<void> {
    switch (notice.kind) {
      case 'paid':
        return this.credit(notice);
      case 'reversed':
        return this.reverse(notice.reversal);
      case 'failed':
        return this.records.end(notice.sessionId, 'failed');
    }
  }

  private async credit(notice: Extract<PaymentNotice, { kind: 'paid' }>): Promise<void> {
    const bought = findPackage(notice.packageId);
    if (!bought) {
      this.log.error('a payment names a package that is not on sale', { sessionId: notice.sessionId });
      return;
    }
    await this.transaction.run(async () => {
      await this.records.lock(notice.paymentRef);
      const payment = await this.records.markPaid(notice, bought);
      if (!payment) return;
      await this.ledger.purchase(payment, `Purchase: ${bought.name} package`);
      await this.takeBackWhatWent(notice.paymentRef);
    });
  }

  private async reverse(reversal: Reversal): Promise<void> {
    await this.transaction.run(async () => {
      await this.records.lock(reversal.paymentRef);
      if (await this.records.addReversal(reversal)) await this.takeBackWhatWent(reversal.paymentRef);
    });
  }

  private async takeBackWhatWent(paymentRef: string): Promise<void> {
    const unsettled = await this.records.unsettled(paymentRef);
    if (!unsettled) return;
    const { payment, reversals } = unsettled;
    let left = payment.amountCredits - unsettled.creditsDueSoFar;
    for (const reversal of reversals) {
      const due = Math.min(creditsGone(payment, reversal), left);
      const taken = await this.ledger.takeBack(payment, due, DESCRIPTIONS[reversal.reason]);
      await this.records.settle(payment, reversal, { due, taken });
      left -= due;
    }
  }
}

const DESCRIPTIONS = {
  refund: 'Taken back: the payment was refunded',
  dispute: 'Taken back: the payment was disputed and lost',
} as const;
