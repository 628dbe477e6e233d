import { PACKAGES } from '../../src/core/billing/packages.js';
import { inCredits, priceVerification } from '../../src/core/billing/pricing.js';

const QUICK = ['quick'] as const;
const BOTH = ['quick', 'deep'] as const;

describe('the price of a verification', () => {
  it.each([
    ['quick', false, BOTH, 'quick', false, 1],
    ['quick', true, BOTH, 'quick', false, 1],
    ['deep', false, BOTH, 'deep', false, 15],
    ['deep', true, BOTH, 'deep', true, 25],
    ['deep', false, QUICK, 'quick', false, 1],
    ['deep', true, QUICK, 'quick', false, 1],
  ] as const)(
    'sells %s with refresh %s where %j is offered as %s, fresh %s, for %i credits',
    (tier, forceRefresh, offered, sold, fresh, amountCredits) => {
      expect(priceVerification({ tier, forceRefresh }, offered)).toMatchObject({ tier: sold, fresh, amountCredits });
    },
  );
});

describe('inCredits', () => {
  it('writes the singular for one credit, and the plural otherwise', () => {
    expect([0, 1, 2, 15].map(inCredits)).toEqual(['0 credits', '1 credit', '2 credits', '15 credits']);
  });
});

describe('the price list', () => {
  it('has the published packages, with the matching price per credit', () => {
    expect(PACKAGES.map(({ id, credits, priceUsd }) => [id, credits, priceUsd])).toEqual([
      ['starter', 100, 8],
      ['pro', 500, 35],
      ['business', 2000, 120],
      ['enterprise', 10000, 500],
    ]);
    for (const { credits, priceUsd, pricePerCreditUsd } of PACKAGES)
      expect(priceUsd / credits).toBeCloseTo(pricePerCreditUsd, 10);
  });
});
