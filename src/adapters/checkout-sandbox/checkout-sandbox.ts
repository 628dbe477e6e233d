import { createHmac } from 'node:crypto';
import type { CheckoutSession, Order } from '../../core/billing/payment.js';
import { Payments } from '../../core/billing/ports.js';
import type { Clock, ServiceAddress } from '../../core/ports.js';

const OPEN_FOR_MS = 24 * 3_600_000;

/**
 * Used when no payment processor is configured. The checkout page is our own, and no money moves.
 */
export class CheckoutSandbox extends Payments {
  constructor(
    /** Makes this installation's session ids impossible to guess. */
    private readonly secret: string,
    private readonly address: ServiceAddress,
    private readonly clock: Clock,
  ) {
    super();
  }

  get checkoutOrigin(): string {
    return new URL(this.address.of('/')).origin;
  }

  async openSession({ key }: Order): Promise<CheckoutSession> {
    const id = `test_${createHmac('sha256', this.secret).update(`checkout ${key}`).digest('base64url')}`;
    const expiresAt = new Date(this.clock.now().getTime() + OPEN_FOR_MS);
    return { id, url: this.address.of(`/checkout/test/${id}`), expiresAt };
  }
}
