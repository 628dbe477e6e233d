import { compareNames } from '../../src/core/matching/comparing/compare.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';
import { processorMsOf } from '../support/processor-time.js';
import { fc } from '../support/property.js';
import { HOSTILE, LENGTH } from '../matching/hostile.js';

/**
 * Milliseconds of one core to parse and compare two names. The slowest of these cases take a
 * twentieth.
 */
const MAX_MS = 250;

function msToCompare(one: string, other: string, jurisdiction: string): number {
  return processorMsOf(() => void compareNames(parseName(one, jurisdiction), parseName(other, jurisdiction)), MAX_MS);
}

describe('compareNames on names made to be slow', () => {
  it.each(Object.entries(HOSTILE))('uses bounded processor time: %s', (_what, hostile) => {
    for (const other of [`B${hostile.slice(1)}`, `${hostile.slice(0, -1)}Z`, 'Acorn Ridge LLC']) {
      expect(msToCompare(hostile, other, 'us-ny')).toBeLessThan(MAX_MS);
    }
  });

  it('uses bounded processor time for any characters', () => {
    const anyName = fc.string({ unit: 'binary', minLength: 1, maxLength: LENGTH });
    fc.assert(
      fc.property(anyName, anyName, (a, b) => expect(msToCompare(a, b, 'gb-eaw')).toBeLessThan(MAX_MS)),
      { numRuns: 200 },
    );
  });

  it('compares names of the greatest length in a few milliseconds', () => {
    const letter = (at: number) => String.fromCharCode(97 + (at % 26));
    const nameOf = (word: (at: number) => string) =>
      Array.from({ length: 100 }, (_, at) => word(at))
        .join(' ')
        .slice(0, LENGTH);
    const asked = nameOf((at) => `ac${letter(at)}${letter(at * 7)}`);
    const official = nameOf((at) => `b${letter(at * 3)}c`);
    const compareTwenty = () => {
      for (let times = 0; times < 20; times++) compareNames(parseName(asked, 'us-ny'), parseName(official, 'us-ny'));
    };
    expect(processorMsOf(compareTwenty, 400)).toBeLessThan(400);
  });
});
