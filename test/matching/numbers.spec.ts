import { compareNames } from '../../src/core/matching/comparing/compare.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';
import { readNumber } from '../../src/core/matching/parsing/numbers.js';
import { fc } from '../support/property.js';

const compared = (a: string, b: string, jurisdiction = 'us-co') =>
  compareNames(parseName(a, jurisdiction), parseName(b, jurisdiction));

describe('the grammar of numbers', () => {
  it.each([
    ['007', '007'],
    ['NO 007', '7'],
    ['12TH', '12TH'],
    ['THIRTEENTH', '13TH'],
    ['SIXTIETH', '60TH'],
    ['THIRTY FIRST', '31ST'],
    ['TWENTY', '20'],
    ['TWO HUNDRED', '200'],
    ['HUNDRED', '100'],
    ['HUNDRED FIVE', '105'],
    ['HUNDREDTH', '100TH'],
    ['TWO HUNDRED FIVE', '205'],
    ['ONE THOUSAND FOUR HUNDRED FIVE', '1405'],
    ['TWO MILLION THREE THOUSAND', '2003000'],
    ['ONE TWENTY FIVE', '125'],
    ['TWENTY OH SIX', '2006'],
    ['NINETEEN EIGHTY FOUR', '1984'],
    ['NO 7', '7'],
    ['NO7', '7'],
    ['2B', '2B'],
  ])('reads %s as %s', (words, value) => {
    const list = words.split(' ');
    expect(readNumber(list, 0, 'us')).toMatchObject({ value, length: list.length });
  });

  it.each(['THOUSAND', 'OH ONE', 'MIXED', 'TENS', 'I'])('reads no number at the start of %s', (words) => {
    expect(readNumber(words.split(' '), 0, 'us')?.value ?? '').toBe('');
  });

  it.each(['MIX', 'XL', 'DIV', 'LIV', 'CIV', 'DI', 'MI', 'C', 'X'])('reads %s after a word as a word', (word) => {
    expect(readNumber(['ACORN', word], 1, 'us')?.value ?? '').toBe('');
  });

  it('does not read CIVIC, VIVID or CIVIL as a numeral', () => {
    for (const word of ['CIVIC', 'VIVID', 'CIVIL', 'MILD', 'IIII', 'VX'])
      expect(readNumber(['ACORN', word], 1, 'us')).toBeUndefined();
  });
});

const UNITS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function spoken(value: number): string {
  if (value < 20) return UNITS[value - 1] ?? '';
  if (value < 100) return [TENS[Math.floor(value / 10) - 2], spoken(value % 10)].filter(Boolean).join(' ');
  if (value < 1_000)
    return [`${spoken(Math.floor(value / 100))} hundred`, spoken(value % 100)].filter(Boolean).join(' ');
  return [`${spoken(Math.floor(value / 1_000))} thousand`, spoken(value % 1_000)].filter(Boolean).join(' ');
}

function roman(value: number): string {
  const signs = [
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const;
  let rest = value;
  return signs
    .map(([of, sign]) => {
      const times = Math.floor(rest / of);
      rest -= times * of;
      return sign.repeat(times);
    })
    .join('');
}

const number = fc.integer({ min: 1, max: 3_999 });
const written = (value: number) => fc.constantFrom(String(value), roman(value), spoken(value), `No. ${value}`);
const numbered = number.chain((value) => fc.tuple(fc.constant(value), written(value)));

describe('the comparison of two names in one series', () => {
  it('stays below 60 for different numbers in any spelling', () => {
    const differ = fc.property(numbered, numbered, ([a, one], [b, other]) => {
      fc.pre(a !== b);
      const { confidence } = compared(`Harkaway Fund ${one} LP`, `Harkaway Fund ${other} LP`);
      expect(confidence).toBeLessThan(60);
    });
    fc.assert(differ, { numRuns: 2_000 });
  });

  it('reaches 60 for the same number in any spelling', () => {
    const twice = number.chain((value) => fc.tuple(written(value), written(value)));
    const agree = fc.property(twice, ([one, other]) => {
      const { confidence } = compared(`Harkaway Fund ${one} LP`, `Harkaway Fund ${other} LP`);
      expect(confidence).toBeGreaterThanOrEqual(60);
    });
    fc.assert(agree, { numRuns: 2_000 });
  });

  it.each([
    ['numerals past 39', 'Marigold Fund XLI LP', 'Marigold Fund XLII LP'],
    ['a numeral and digits', 'Marigold Fund XLI LP', 'Marigold Fund 42 LP'],
    ['a numeral that is a word too', 'Marigold Fund XL LP', 'Marigold Fund XLI LP'],
    ['a letter for a numeral', 'Marigold Fund I LP', 'Marigold Fund II LP'],
    ['ordinals', 'Sixteenth Avenue Marigold LLC', 'Sixtieth Avenue Marigold LLC'],
    ['zeros before a number', '001 Limited', '01 Limited'],
    ['the letter of a number', 'Marigold 2B LLC', 'Marigold 2A LLC'],
    ['a series behind the form', 'Marigold LLC Series 12', 'Marigold LLC Series 11'],
    ['two numbers for one', 'Marigold 7 11 LLC', 'Marigold 711 LLC'],
    ['numerals run into a word', 'Marigoldxcvii LLC', 'Marigoldxcviii LLC'],
    ['the first of two names', 'Marigold 1 LLC dba Bramble', 'Marigold 2 LLC dba Bramble'],
    ['the second of two names', 'Marigold LLC dba Bramble 1', 'Marigold LLC dba Bramble 2'],
  ])('does not match: %s', (_what, a, b) => {
    expect(compared(a, b).confidence).toBeLessThanOrEqual(10);
  });

  it.each([
    ['us-co', '125 Larimer LLC', 'One Twenty Five Larimer LLC'],
    ['us-co', 'Marigold 205 LLC', 'Marigold Two Hundred and Five LLC'],
    ['us-co', 'Marigold Fund 41 LP', 'Marigold Fund XLI LP'],
    ['us-co', '7-Eleven Marigold', 'Seven Eleven Marigold'],
    ['us-co', 'Marigold 711 LLC', 'Marigold Seven Eleven LLC'],
    ['us-co', 'Hundred Marigold LLC', '100 Marigold LLC'],
    ['us-co', 'Hundredth Marigold LLC', '100th Marigold LLC'],
    ['us-co', 'Three Sixty° Marigold LLC', '360 Marigold LLC'],
    ['us-co', '360º Marigold LLC', 'Three Hundred Sixty Marigold LLC'],
    ['fr-idf', 'Quill N°1', 'QUILL 1'],
    ['fr-idf', 'Quill nº 1', 'QUILL NO 1'],
  ])('matches when only the spelling differs (%s): %s, %s', (code, a, b) => {
    expect(compared(a, b, code).confidence).toBeGreaterThanOrEqual(85);
  });

  it.each([
    ['another order', 'us-co', '12 East 34 Marigold LLC', '34 East 12 Marigold LLC'],
    ['a lone X', 'us-co', 'Space X Marigold LLC', 'Space 10 Marigold LLC'],
    ['an ordinal for a number', 'us-co', 'First Marigold LLC', 'One Marigold LLC'],
    ['a Latvian number word', 'lv', 'SIA "Divi Shop Perko"', 'SIA "2 Shop Perko"'],
    ['a Slovak number word', 'sk', 'Tri Shop Pérko s. r. o.', '3 Shop Pérko s. r. o.'],
    ['a Czech number word', 'cz-10', 'Pet Shop Pérko s.r.o.', '5 Shop Pérko s.r.o.'],
    ['a Norwegian number word', 'no-03', 'Fire Safety Fjellrype AS', '4 Safety Fjellrype AS'],
    ['zeros before a number', 'us-co', 'Marigold 01 LLC', 'Marigold 1 LLC'],
    ['a number behind the form', 'us-co', 'Marigold LLC', 'Marigold LLC (No. 6)'],
  ])('goes to review for %s', (_what, code, a, b) => {
    const { confidence, explanation } = compared(a, b, code);
    expect(confidence).toBeGreaterThanOrEqual(60);
    expect(confidence).toBeLessThan(85);
    expect(explanation[0]).toMatch(/^for review: /);
  });
});
