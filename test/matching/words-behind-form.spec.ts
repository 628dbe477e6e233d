import { compareNames } from '../../src/core/matching/comparing/compare.js';
import { decide, rank } from '../../src/core/matching/decide.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';
import { record } from '../support/fakes.js';

const compared = (a: string, b: string, jurisdiction: string) =>
  compareNames(parseName(a, jurisdiction), parseName(b, jurisdiction));

const REGISTERED: Readonly<Record<string, string>> = {
  'us-co': 'IMAGINARY LANTERNS LLC',
  'us-ny': 'IMAGINARY LANTERNS INC.',
  'ca-bc': 'IMAGINARY LANTERNS LTD.',
  'gb-sct': 'IMAGINARY LANTERNS LIMITED',
  'fr-idf': 'IMAGINARY LANTERNS SARL',
  'cz-10': 'Imaginary Lanterns s.r.o.',
  'ch-zh': 'Imaginary Lanterns GmbH',
  'no-03': 'IMAGINARY LANTERNS AS',
  fi: 'IMAGINARY LANTERNS OY',
};
const BEHIND = [
  'Boulder Holdings',
  '- Foo',
  'Umbrellas',
  'Pension Fund',
  'Trust',
  'Colorado',
  '(Scotland)',
  'Far Kingdom Imports Inc',
  'Holding Corp',
  'Series 2',
  '401k Plan',
];
const CASES = Object.entries(REGISTERED).flatMap(([code, official]) =>
  BEHIND.map((words): [string, string, string] => [code, `${official} ${words}`, official]),
);

describe('words behind the legal form', () => {
  it.each(CASES)('need a review when only one name has them, in %s: %s', (code, longer, official) => {
    const { confidence } = compared(longer, official, code);
    expect(confidence).toBeLessThanOrEqual(83);
    expect(compared(official, longer, code).confidence).toBe(confidence);
    const [listed] = rank(longer, code, [record({ id: '1', name: official })]);
    expect(listed).toMatchObject({ confidence });
    const decision = decide(longer, code, [record({ id: '1', name: official })]);
    expect(decision.kind === 'no_match' || decision.match.review).toBe(true);
  });

  it.each([
    ['the name itself', 'IMAGINARY LANTERNS LLC (Imaginary Lanterns)'],
    ['the form', 'IMAGINARY LANTERNS LLC, LLC'],
    ['its initials', 'Imaginary Copper Lanterns LLC (ICL)', 'IMAGINARY COPPER LANTERNS LLC'],
    ['a trade name that is marked as one', 'IMAGINARY LANTERNS LLC dba Umbrella'],
  ])('need none when they repeat or declare: %s', (_what, asked, official = 'IMAGINARY LANTERNS LLC') => {
    expect(compared(asked, official, 'us-co').confidence).toBeGreaterThanOrEqual(85);
    expect(compared(official, asked, 'us-co').confidence).toBeGreaterThanOrEqual(85);
  });

  it('are settled by an address for a division, never for a series or another company', () => {
    const clues = {
      office: {
        line1: '12 Imaginary Street',
        line2: null,
        city: 'Fable Junction',
        region: null,
        postalCode: '80001',
        country: 'US',
      },
    };
    const official = record({ id: '1', name: 'IMAGINARY LANTERNS LLC', clues });
    const evidence = { address: '12 Imaginary Street, Fable Junction, CO 80001' };
    const reviewed = (behind: string) => decide(`Imaginary Lanterns LLC ${behind}`, 'us-co', [official], { evidence });
    expect(reviewed('Lamps Division')).toMatchObject({ match: { review: false } });
    expect(reviewed('Series 2')).toMatchObject({ match: { review: true } });
    expect(reviewed('Far Kingdom Imports Inc')).toMatchObject({ match: { review: true } });
  });
});

describe('the explanation of a review', () => {
  it.each([
    ['us-ny', 'Quillmark Carex LLC', 'QUILLMARK CAVEX LLC'],
    ['us-ny', 'Kristiansund Holdings LLC', 'KRISTIANSAND HOLDINGS LLC'],
    ['us-ny', 'Harrow Const LLC', 'HARROW CONSULTANTS LLC'],
    ['us-ny', 'Brewster A&S&T Inc', 'BREWSTER AUTO SALVAGE TOWING, INC.'],
  ])('gives each reason once (%s): %s, %s', (code, asked, official) => {
    const said = compared(asked, official, code).explanation.map((line) => line.replace('for review: ', ''));
    expect(said).toEqual([...new Set(said)]);
  });
});
