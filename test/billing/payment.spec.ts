import { PACKAGES, priceCents } from '../../src/core/billing/packages.js';
import { creditsGone, type Payment } from '../../src/core/billing/payment.js';
import { summarise, type UsageRow } from '../../src/core/billing/usage.js';
import { newId } from '../../src/core/ids.js';
import { fc } from '../support/property.js';

const payments = fc.constantFrom(...PACKAGES).map((bought): Payment => ({
  id: 'p',
  accountId: newId('acc'),
  packageId: bought.id,
  amountCredits: bought.credits,
  priceCents: priceCents(bought),
  paidCents: undefined,
  sessionId: 's',
  status: 'paid',
  expiresAt: undefined,
}));

describe('creditsGone', () => {
  it('sums to exactly what was bought, however the refund is split', () => {
    fc.assert(
      fc.property(
        payments,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
        (payment, cuts) => {
          const bounds = [0, ...cuts.map((cut) => Math.round(cut * payment.priceCents)), payment.priceCents].toSorted(
            (a, b) => a - b,
          );
          const credits = bounds
            .slice(1)
            .map((gone, i) => creditsGone(payment, gone) - creditsGone(payment, bounds[i] ?? 0));
          expect(credits.every((share) => share >= 0)).toBe(true);
          expect(credits.reduce((sum, share) => sum + share, 0)).toBe(payment.amountCredits);
        },
      ),
    );
  });

  it('never exceeds what was bought when more money is refunded than paid', () => {
    fc.assert(
      fc.property(payments, (payment) => {
        expect(creditsGone(payment, payment.priceCents * 2)).toBe(payment.amountCredits);
        expect(creditsGone(payment, -payment.priceCents)).toBe(0);
      }),
    );
  });
});

describe('a usage summary', () => {
  it('has the same totals by operation, day, key and application', () => {
    const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
    const keys = [undefined, newId('key'), newId('key')];
    const row: fc.Arbitrary<UsageRow> = fc.record({
      date: fc.constantFrom(...days),
      operation: fc.constantFrom('verify_quick', 'search', 'history'),
      keyId: fc.constantFrom(...keys),
      grantId: fc.constantFrom(undefined, 'one', 'two'),
      requests: fc.nat({ max: 99 }),
      creditsCharged: fc.nat({ max: 999 }),
      creditsRefunded: fc.nat({ max: 999 }),
    });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const { totals, byOperation, byDay, byKey, byGrant } = summarise(rows, days);
        for (const seen of [byOperation, byDay, byKey, byGrant]) {
          expect(seen.reduce((sum, { requests }) => sum + requests, 0)).toBe(totals.requests);
          expect(seen.reduce((sum, { creditsCharged }) => sum + creditsCharged, 0)).toBe(totals.creditsCharged);
          expect(seen.reduce((sum, { creditsRefunded }) => sum + creditsRefunded, 0)).toBe(totals.creditsRefunded);
        }
        expect(byDay.map(({ date }) => date)).toEqual(days);
      }),
    );
  });
});
