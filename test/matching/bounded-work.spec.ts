import { readdirSync, readFileSync } from 'node:fs';
import { compareNames } from '../../src/core/matching/comparing/compare.js';
import { parseName, type NormalisedName, type ParsedName } from '../../src/core/matching/parsing/normalise.js';
import { fold } from '../../src/core/text/fold.js';
import { fc } from '../support/property.js';
import { HOSTILE, LENGTH } from './hostile.js';

/** Reads of a word for each character of the two names. */
const MAX_READS = 300;
const MAX_ALTERNATIVES = 7;

/** A parsed name that counts how often the comparison reads one of its words. */
function counted(raw: string, jurisdiction: string): { name: NormalisedName; reads: () => number } {
  let reads = 0;
  const counting = <T extends ParsedName>(parsed: T): T => ({
    ...parsed,
    tokens: parsed.tokens.map(({ text, ...token }) =>
      Object.defineProperty({ ...token, text }, 'text', {
        enumerable: true,
        get() {
          reads++;
          return text;
        },
      }),
    ),
  });
  const name = parseName(raw, jurisdiction);
  const alternatives = name.alternatives.map(({ kind, parsed }) => ({ kind, parsed: counting(parsed) }));
  return { name: { ...counting(name), alternatives }, reads: () => reads };
}

function expectLittleWork(a: string, b: string, jurisdiction: string): void {
  const [one, other] = [counted(a, jurisdiction), counted(b, jurisdiction)];
  const { confidence } = compareNames(one.name, other.name);
  expect(confidence).toBeGreaterThanOrEqual(0);
  expect(one.reads() + other.reads()).toBeLessThanOrEqual(MAX_READS * (a.length + b.length + 1));
}

const SIGNS = ['(', ')', '[', ']', '+', '*', '\\', '^', '$', '|', '?', '.', '{', '}', '&', '/', '-', "'", '"', ','];
const PIECES = [
  ...SIGNS,
  '👩‍👩‍👧‍👦',
  '🍕',
  '\u0301',
  'A\u0308',
  '㍿',
  '﷽',
  'Ü',
  'Aktie',
  'LLC',
  'Oy',
  'S A',
  'd/b/a',
  '12',
  'XLII',
  'two',
];
const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 4 }));
const words = fc.array(fc.string({ unit: fc.constantFrom('A', 'B', 'C', 'Q', '?'), minLength: 1, maxLength: 6 }), {
  maxLength: 100,
});
const anyName = fc
  .oneof(
    fc.array(piece, { maxLength: 120 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join(' ')),
    words.map((all) => all.join(' ')),
    fc
      .tuple(piece, piece, fc.integer({ min: 1, max: LENGTH }))
      .map(([one, two, times]) => `${one}${two} `.repeat(times)),
  )
  .map((name) => name.slice(0, LENGTH));
const jurisdiction = fc.constantFrom('us-ny', 'gb-eaw', 'fr-idf', 'no-03', 'cz-10', 'ch-zh', 'fi-18', 'ca-bc', '');

describe('the comparison of any two names', () => {
  it(`reads their words at most ${MAX_READS} times for each character, and never throws`, () => {
    fc.assert(
      fc.property(anyName, anyName, jurisdiction, (a, b, code) => {
        expectLittleWork(a, b, code);
        expectLittleWork(a, `${a.slice(0, -1)}?`, code);
      }),
      { numRuns: 1_500 },
    );
    for (const a of Object.values(HOSTILE)) for (const b of Object.values(HOSTILE)) expectLittleWork(a, b, 'us-ny');
  });

  it('never has more words than letters, nor more than seven other readings', () => {
    fc.assert(
      fc.property(anyName, jurisdiction, (name, code) => {
        const { tokens, alternatives } = parseName(name, code);
        expect(tokens.length).toBeLessThanOrEqual(Math.min(fold(name.trim()).length, 1_000) + 1);
        expect(alternatives.length).toBeLessThanOrEqual(MAX_ALTERNATIVES);
      }),
      { numRuns: 1_500 },
    );
  });
});

/** Files that make a pattern at run time, and the constants that it is made of. */
const PATTERNS: Readonly<Record<string, string>> = {
  'src/config/variables.ts': 'names of protocols; a maximum length',
  'src/core/accounts/keys/api-key.ts': 'the shape of a key',
  'src/core/matching/countries/everywhere.ts': 'roads of the table',
  'src/core/matching/parsing/segments.ts': 'words of the tables of countries',
  'src/core/text/text.ts': 'characters that nobody sees',
  'src/modules/batches/read-csv.ts': 'one of three separators',
  'src/modules/discovery/guides/markdown-html.ts': 'accTitle and accDescr',
  'src/modules/http/answers/answer-fields.ts': 'a prefix of ids',
  'src/modules/http/server/body-parsers.ts': 'the grammar of a token',
  'src/registers/fr/register.ts': 'the shape of a SIREN',
  'src/registers/us-co/adapter.ts': 'states and months',
  'packages/sandbox/src/registers/ch/sparql.ts': 'one of its own patterns',
};

describe('a pattern that is made at run time', () => {
  it('is made of constants, and stands only in the files listed with them', () => {
    const sources = ['src', 'packages'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.(?:ts|tsx|mjs|js)$/.test(path) && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
        .map((path) => `${folder}/${path}`),
    );
    expect(sources.length).toBeGreaterThan(500);
    const making = sources.filter((path) => /\bRegExp\(/.test(readFileSync(path, 'utf8')));
    expect(making.toSorted()).toEqual(Object.keys(PATTERNS).toSorted());
  });
});
