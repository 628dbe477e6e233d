import { randomUUID } from 'node:crypto';
import { PACKAGES } from '../../src/core/billing/packages.js';
import type { Payments } from '../../src/core/billing/ports.js';
import { newId } from '../../src/core/ids.js';

export function itKeepsThePromisesOfPayments(open: () => Payments): void {
  const order = (key: string = randomUUID()) => ({ accountId: newId('acc'), package: PACKAGES[0]!, key });

  it('opens a session with a payment URL and an expiry', async () => {
    const session = await open().openSession(order());
    expect(URL.canParse(session.url)).toBe(true);
    expect(session.url).toContain(session.id);
    expect(session.expiresAt.getTime()).toBeGreaterThan(Date.now() + 3_600_000);
  });

  it('opens one session for a repeated order, and another for another order', async () => {
    const repeated = order();
    const payments = open();
    const [first, again, other] = [
      await payments.openSession(repeated),
      await payments.openSession(repeated),
      await payments.openSession(order()),
    ];
    expect([again.id, again.url]).toEqual([first.id, first.url]);
    expect(other.id).not.toBe(first.id);
  });
}
