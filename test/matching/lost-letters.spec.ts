import { compareNames } from '../../src/core/matching/comparing/compare.js';
import { isDamagedForm } from '../../src/core/matching/comparing/lost-letters.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';
import { fc } from '../support/property.js';

const SIGNS = ['(', ')', '[', ']', '+', '*', '\\', '^', '$', '|', '.', '{', '}'];

describe('isDamagedForm', () => {
  it.each([
    ['Z?RICH', 'ZURICH'],
    ['Z??RICH', 'ZURICH'],
    ['Z?RICH', 'ZUERICH'],
    ['K?MM?RLING', 'KAMMERLING'],
    ['C?FE?', 'CAFES'],
  ])('recognises %s as %s', (damaged, whole) => {
    expect(isDamagedForm(damaged, whole)).toBe(true);
  });

  it.each([
    ['ZURICH', 'ZURICH'],
    ['Z?RICH', 'ZRICH'],
    ['Z?RICH', 'ZABCRICH'],
    ['??????????', 'ZURICH'],
    ['?A?B?C?D?E?F?G?', 'XAXBXCXDXEXFXGX'],
    ['A?+', 'AB'],
    ['(A?)', 'AB'],
  ])('does not take %s for %s', (damaged, whole) => {
    expect(isDamagedForm(damaged, whole)).toBe(false);
  });

  it('reads signs beside a lost letter as themselves', () => {
    for (const sign of SIGNS) {
      expect(isDamagedForm(`AB${sign}?D`, `AB${sign}CD`)).toBe(true);
      expect(isDamagedForm(`AB${sign}?D`, 'ABBCD')).toBe(false);
      for (const name of [`Acorn${sign}?idge LLC`, `Ac${sign}?${sign}rn? Ridge`, `${sign}?`]) {
        const compared = compareNames(parseName(name, 'us-ny'), parseName('Acorn Ridge LLC', 'us-ny'));
        expect(compared.confidence).toBeLessThan(85);
      }
    }
  });

  it('takes at most ten steps for each letter, whatever the words', () => {
    const word = fc.string({ unit: fc.constantFrom('A', 'B', '?', '?', ...SIGNS.slice(0, 5)), maxLength: 400 });
    const few = fc
      .tuple(fc.constantFrom('A', 'AB'), fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 6 }))
      .map(([part, times, lost]) => `${part.repeat(times)}${'?A'.repeat(lost)}${part.repeat(times)}`);
    fc.assert(
      fc.property(fc.oneof(word, few), fc.oneof(word, few), (damaged, whole) => {
        let steps = 0;
        isDamagedForm(damaged, whole, () => steps++);
        expect(steps).toBeLessThanOrEqual(10 * (damaged.length + whole.length) + 10);
      }),
      { numRuns: 2_000 },
    );
  });
});
