import { nextCheck, periodMs } from '../../src/core/watches/schedule/schedule.js';
import { PERIODS } from '../../src/core/watches/watch.js';
import { fc } from '../support/property.js';

const beganAt = new Date('2030-01-01T00:00:00Z');
const record = fc.record({ jurisdiction: fc.constantFrom('us-co', 'no-03'), recordId: fc.string({ minLength: 1 }) });
const every = fc.constantFrom(...PERIODS);
const moment = fc.integer({ min: 0, max: 4_000 * 86_400_000 }).map((ms) => new Date(beganAt.getTime() + ms));

describe('nextCheck', () => {
  it('returns a time after now, within one period, and the next exactly one period later', () => {
    fc.assert(
      fc.property(record, every, moment, (of, period, after) => {
        const first = nextCheck(of, period, { beganAt, after });
        expect(first.getTime()).toBeGreaterThan(after.getTime());
        expect(first.getTime() - after.getTime()).toBeLessThanOrEqual(periodMs(period));
        const second = nextCheck(of, period, { beganAt, after: first });
        expect(second.getTime() - first.getTime()).toBe(periodMs(period));
      }),
    );
  });

  it('does not depend on when the watch was made', () => {
    fc.assert(
      fc.property(record, every, moment, moment, (of, period, one, other) => {
        const apart =
          +nextCheck(of, period, { beganAt, after: one }) - +nextCheck(of, period, { beganAt, after: other });
        expect(Math.abs(apart % periodMs(period))).toBe(0);
      }),
    );
  });

  it('spreads the checks over the period', () => {
    const hours = Array.from({ length: 2_400 }, (_, at) =>
      nextCheck({ jurisdiction: 'us-co', recordId: String(at) }, '1d', { beganAt, after: beganAt }).getUTCHours(),
    );
    const fullest = Math.max(...Array.from({ length: 24 }, (_, hour) => hours.filter((one) => one === hour).length));
    expect(fullest).toBeLessThan(160);
  });
});
