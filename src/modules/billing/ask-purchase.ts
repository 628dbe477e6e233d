import type { BuyCredits, OpenedCheckout } from '../../core/billing/buy-credits.js';
import type { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import type { Id } from '../../core/ids.js';
import { fingerprint } from '../http/idempotency-key.js';
import type { PurchaseBody } from './purchase.dto.js';

/** A purchase, over any protocol: the same fields, the same key, the same checkout. */
export class AskPurchase {
  constructor(
    private readonly buyCredits: BuyCredits,
    private readonly once: RunIdempotently,
  ) {}

  async run(
    accountId: Id<'acc'>,
    body: PurchaseBody,
    idempotencyKey: string | undefined,
  ): Promise<{ outcome: OpenedCheckout; replayed: boolean }> {
    return this.once.run<OpenedCheckout>(
      { accountId, key: idempotencyKey, fingerprint: () => fingerprint('POST /v1/billing/purchase', body) },
      (recorder) => this.buyCredits.run(accountId, { packageId: body.package_id, idempotencyKey }, recorder),
    );
  }
}
