import { letters, spellings, writings } from '../../src/adapters/registries/socrata/soql.js';
import { fc } from '../support/property.js';

const word = fc.stringMatching(/^[A-Z]{4,14}$/);

/** Returns whether one of the pieces would find a name that contains this word. */
function foundBy(pieces: readonly string[], name: string): boolean {
  return pieces.some((piece) => new RegExp(piece.replaceAll('%', '.*').replaceAll('_', '.')).test(name));
}

describe('spellings', () => {
  it('finds every word with one letter wrong, missing, extra or swapped', () => {
    fc.assert(
      fc.property(
        word,
        fc.nat(),
        fc.constantFrom('A', 'Q', 'Z'),
        fc.constantFrom(8, 12),
        (original, seed, letter, longest) => {
          const at = seed % original.length;
          const [before, after] = [original.slice(0, at), original.slice(at + 1)];
          const swapped = after === '' ? original : `${before}${after[0]}${original[at]}${after.slice(1)}`;
          const typos = [
            `${before}${letter}${after}`,
            `${before}${after}`,
            `${before}${letter}${original.slice(at)}`,
            swapped,
          ];
          for (const typo of typos) expect([typo, foundBy(spellings(original, longest), typo)]).toEqual([typo, true]);
        },
      ),
    );
  });

  it('keeps numbers as they are: another number is another business', () => {
    expect(spellings('2024')).toEqual(['2024']);
    expect(spellings('UNIT7')).toEqual(['UNIT7']);
  });

  it('finds short words that are written with points or spaces', () => {
    for (const name of ['A.B.C.', 'A B C', 'A. B. C.', 'ABC']) expect(foundBy(spellings('ABC'), name)).toBe(true);
  });

  it('does not find a word with two typos', () => {
    expect(foundBy(spellings('LANTERN'), 'LXNTXRN')).toBe(false);
  });
});

describe('writings', () => {
  it.each([
    ['KINGS', "KING'S"],
    ['OFABLE', "O'FABLE"],
    ['DARTAGNAN', "D'ARTAGNAN"],
    ['AJ', 'A.J.'],
    ['AJ', 'A. J.'],
  ])('finds %s where %s is written', (asked, written) => {
    expect(foundBy(writings(asked), written)).toBe(true);
  });

  it.each(['A', '24', 'B7S'])('returns only %s itself when there is no other way to write it', (asked) => {
    expect(writings(asked)).toEqual([asked]);
  });
});

describe('letters', () => {
  it('removes every wildcard and escape from the typed text', () => {
    expect(letters('50%_OFF\\')).toBe('50OFF');
  });
});
