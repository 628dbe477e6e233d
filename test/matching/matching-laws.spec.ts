import { compareNames } from '../../src/core/matching/comparing/compare.js';
import { decide } from '../../src/core/matching/decide.js';
import { splitWords } from '../../src/core/text/fold.js';
import { nameKey } from '../../src/core/matching/parsing/name-key.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { fc } from '../support/property.js';

const jurisdiction = fc.constantFrom('us-ny', 'gb-eaw', 'fr-idf', 'no-03', 'cz-10', 'ch-zh', 'fi-18', 'ca-bc', '');
const WORDS =
  'Acorn Ridge & and The Müll Company Co LLC Inc. Ltd S.A. A B 2 II Two No. d/b/a (UK) New York Services Svcs ...'.split(
    ' ',
  );
const businessName = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 9 })
  .map((words) => words.join(' '));
const anyName = fc
  .oneof(businessName, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }))
  .filter((name) => name.trim() !== '');

/** Pieces that the word rules look for, and near misses. */
const PIECES = [
  ...['CO OP', 'CO-OP', 'S', 'ERATIVE', 'UN', 'ACME', 'A', 'U', 'LIMITED', 'INC', 'UK', '1', '000', '22ND'],
  ...[' ', ' ', ' ', '.', '. ', ',', ', ', '-', "'", '&', '+'],
];
const folded = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));

describe('matching of any names', () => {
  it('ignores a sign before the first word', () => {
    fc.assert(
      fc.property(folded, (text) => expect(splitWords(`;${text}`)).toEqual(splitWords(text))),
      { numRuns: 5_000 },
    );
  });

  it('returns an integer from 0 to 100, equal in both directions, with a reason', () => {
    fc.assert(
      fc.property(anyName, anyName, jurisdiction, (a, b, code) => {
        const [nameA, nameB] = [parseName(a, code), parseName(b, code)];
        const { confidence, explanation } = compareNames(nameA, nameB);
        expect(explanation.length).toBeGreaterThan(0);
        expect(Number.isInteger(confidence) && confidence >= 0 && confidence <= 100).toBe(true);
        expect(compareNames(nameB, nameA).confidence).toBe(confidence);
      }),
      // These once counted a tabled abbreviation as a rare word, on one side only.
      {
        numRuns: 1_000,
        examples: [
          ['... Ltd d/b/a', '⪋￮𒈂🫲', 'ca-bc'],
          ['Ltd &', 'ﲆ𖣣𝦥𑰗Ώ𛁔𑦾න𑨗౧𞟰🄮', 'no-03'],
        ],
      },
    );
  });

  it('builds a key that is not empty and ignores case and outer blanks', () => {
    fc.assert(
      fc.property(businessName, jurisdiction, (name, code) => {
        expect(nameKey(name, code)).not.toBe('');
        expect(nameKey(`  ${name.toLowerCase()} `, code)).toBe(nameKey(name.toUpperCase(), code));
      }),
    );
    fc.assert(fc.property(anyName, jurisdiction, (name, code) => nameKey(name, code) !== ''));
  });

  it('matches a name to its own record with full confidence', () => {
    fc.assert(
      fc.property(anyName, jurisdiction, (name, code) => {
        const record = {
          id: '1',
          name: name.trim(),
          aliases: [],
          status: 'active' as const,
          statusDetail: null,
          goodStanding: null,
          entityType: null,
          formationDate: null,
          domestic: null,
          url: null,
        };
        expect(decide(name, code, [record])).toMatchObject({
          kind: 'match',
          match: { confidence: 100, method: 'exact', review: false },
        });
      }),
    );
  });

  it('finds a distinctive word in every name that has words', () => {
    fc.assert(
      fc.property(anyName, jurisdiction, (name, code) => {
        const { words, distinctive } = nameQuery(name, code);
        expect(distinctive.length > 0).toBe(words.length > 0);
        expect(distinctive.every((word) => words.includes(word))).toBe(true);
      }),
    );
  });
});
