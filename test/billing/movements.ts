import { fc } from '../support/property.js';
import type { Movement } from './ledger-work.js';

export const ACCOUNTS = 4;
const JOBS = 6;
const SESSIONS = 3;
const QUARTER_CENTS = 200;

const account = fc.nat({ max: ACCOUNTS - 1 });
const job = fc.nat({ max: JOBS - 1 });
const session = fc.nat({ max: SESSIONS - 1 });
const credits = fc.integer({ min: 1, max: 60 });
export const movement: fc.Arbitrary<Movement> = fc.oneof(
  fc.record({ kind: fc.constant('grant' as const), account, amount: credits }),
  fc.record({
    kind: fc.constant('adjust' as const),
    account,
    amount: fc.oneof(
      credits,
      credits.map((n) => -n),
    ),
  }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('charge' as const), account, amount: credits, job }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), account, job }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('purchase' as const), account, session }) },
  step('reverse'),
  step('fail'),
);

/** Refunds a quarter of a payment's price, or reports that such a refund failed. */
function step<Kind extends 'reverse' | 'fail'>(kind: Kind) {
  return fc
    .record({ account, session, quarter: fc.nat({ max: 3 }) })
    .map(({ quarter, ...of }) => ({ kind, ...of, from: quarter * QUARTER_CENTS, to: (quarter + 1) * QUARTER_CENTS }));
}
