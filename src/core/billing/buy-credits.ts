import { createHash, randomUUID } from 'node:crypto';
import { invalid } from '../invalid-request.js';
import {
  type Idempotency,
  type OutcomeRecorder,
  type Replayable,
  RunIdempotently,
} from '../idempotency/run-idempotently.js';
import type { Id } from '../ids.js';
import { Transaction } from '../ports.js';
import { findPackage, type PackageId } from './packages.js';
import type { CheckoutSession } from './payment.js';
import { PaymentRecords, Payments } from './ports.js';
import { Injectable } from '../injectable.js';

/** In the form that is sent and replayed: the date is text. */
export interface OpenedCheckout {
  checkoutUrl: string;
  sessionId: string;
  packageId: PackageId;
  expiresAt: string;
}

/** Opens a checkout for a package. The credits arrive when the processor reports the payment. */
@Injectable()
export class BuyCredits {
  constructor(
    private readonly payments: Payments,
    private readonly records: PaymentRecords,
    private readonly transaction: Transaction,
    private readonly runIdempotently: RunIdempotently,
  ) {}

  async run(accountId: Id<'acc'>, packageId: string, idempotency: Idempotency): Promise<Replayable<OpenedCheckout>> {
    const key = orderKey(accountId, packageId, idempotency.key);
    return this.runIdempotently.run<OpenedCheckout>({ accountId, ...idempotency }, (recorder) =>
      this.open({ accountId, packageId, key }, recorder),
    );
  }

  private async open(
    { accountId, packageId, key }: { accountId: Id<'acc'>; packageId: string; key: string },
    recorder: OutcomeRecorder<OpenedCheckout>,
  ): Promise<OpenedCheckout> {
    const bought = findPackage(packageId);
    if (!bought) throw invalid('package_id', 'is not a package on sale');
    const order = { accountId, package: bought, key };
    const session = await this.payments.openSession(order);
    const opened = openedCheckout(session, bought.id);
    await this.transaction.interactive(async (tx) => {
      await this.records.add(tx, order, session);
      await tx.write(recorder.record(opened));
    });
    return opened;
  }
}

/**
 * Stable across repeated requests, so that a session whose response was lost is found again instead
 * of opened twice.
 */
function orderKey(accountId: Id<'acc'>, packageId: string, idempotencyKey: string = randomUUID()): string {
  return createHash('sha256')
    .update(JSON.stringify([accountId, packageId, idempotencyKey]))
    .digest('hex');
}

function openedCheckout({ id, url, expiresAt }: CheckoutSession, packageId: PackageId): OpenedCheckout {
  return { checkoutUrl: url, sessionId: id, packageId, expiresAt: expiresAt.toISOString() };
}
