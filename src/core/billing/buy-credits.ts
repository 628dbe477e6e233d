import { createHash, randomUUID } from 'node:crypto';
import { AppError } from '../errors.js';
import type { OutcomeRecorder } from '../idempotency/run-idempotently.js';
import type { Id } from '../ids.js';
import type { Transaction } from '../ports.js';
import { findPackage } from './packages.js';
import type { CheckoutSession } from './payment.js';
import type { PaymentRecords, Payments } from './ports.js';

/** As it is sent and replayed: the date as text. */
export interface OpenedCheckout {
  checkoutUrl: string;
  sessionId: string;
  packageId: string;
  expiresAt: string;
}

/** Opens a checkout for a package. The credits come when the processor says that it was paid. */
export class BuyCredits {
  constructor(
    private readonly payments: Payments,
    private readonly records: PaymentRecords,
    private readonly transaction: Transaction,
  ) {}

  async run(
    accountId: Id<'acc'>,
    asked: { packageId: string; idempotencyKey: string | undefined },
    recorder: OutcomeRecorder<OpenedCheckout>,
  ): Promise<OpenedCheckout> {
    const bought = findPackage(asked.packageId);
    if (!bought) throw new AppError('VALIDATION_ERROR', { message: 'body.package_id is not a package on sale.' });
    const order = { accountId, package: bought, key: orderKey(accountId, asked) };
    const session = await this.payments.openSession(order);
    const opened = openedCheckout(session, bought.id);
    await this.transaction.interactive(async (tx) => {
      await this.records.add(tx, order, session);
      await tx.write(recorder.record(opened));
    });
    return opened;
  }
}

/** The same for a repeated request, so that a session whose answer was lost is found again instead of opened twice. */
function orderKey(accountId: Id<'acc'>, asked: { packageId: string; idempotencyKey: string | undefined }): string {
  const { packageId, idempotencyKey = randomUUID() } = asked;
  return createHash('sha256')
    .update(JSON.stringify([accountId, packageId, idempotencyKey]))
    .digest('hex');
}

function openedCheckout({ id, url, expiresAt }: CheckoutSession, packageId: string): OpenedCheckout {
  return { checkoutUrl: url, sessionId: id, packageId, expiresAt: expiresAt.toISOString() };
}
