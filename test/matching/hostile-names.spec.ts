import { compareNames } from '../../src/core/matching/comparing/compare.js';
import { nameKey } from '../../src/core/matching/parsing/name-key.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { HOSTILE, LENGTH, repeated } from './hostile.js';
import { fc } from '../support/property.js';

describe('a hostile name', () => {
  it.each(Object.entries(HOSTILE))('keeps its searched and stored text short: %s', (_what, hostile) => {
    const name = parseName(hostile, 'us-ny');
    expect(nameKey(hostile, 'us-ny').length).toBeLessThanOrEqual(400);
    expect(name.key).toBe(nameKey(hostile, 'us-ny'));
    expect(name.words.join(' ').length).toBeLessThanOrEqual(1_000);
    expect(nameQuery(hostile, 'us-ny').words.join(' ').length).toBeLessThanOrEqual(1_000);
  });

  it('has its own key even when it differs only at its end', () => {
    const ends = ['A', 'B', '株'].map((end) => nameKey(repeated('㍿').slice(0, -1) + end, 'us-ny'));
    expect(new Set(ends).size).toBe(3);
    const marks = ['👩', '👨'].map((end) => nameKey(`${repeated('👩').slice(0, -2)}${end}`, 'us-ny'));
    expect(new Set(marks).size).toBe(2);
  });

  it('is compared, and has a short key, whatever its characters', () => {
    const anyName = fc.string({ unit: 'binary', minLength: 1, maxLength: LENGTH });
    fc.assert(
      fc.property(anyName, anyName, (a, b) => {
        expect(compareNames(parseName(a, 'gb-eaw'), parseName(b, 'gb-eaw'))).toBeDefined();
        expect(nameKey(a, 'gb-eaw').length).toBeLessThanOrEqual(400);
      }),
      { numRuns: 200 },
    );
  });
});
