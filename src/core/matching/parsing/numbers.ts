import { COUNTRIES } from '../countries/countries.js';
import type { Reading } from './token.js';

/**
 * Numbers distinguish sister companies, so every spelling of one is parsed into one form: digits
 * (`2`), an ordinal as `2ND`, a number with its letter as `2B`.
 */

export const CARDINALS =
  'ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN';
const ORDINALS =
  'ZEROTH FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH FIFTEENTH SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH';
export const TENS = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY';
const SCALES = { HUNDRED: 100, THOUSAND: 1_000, MILLION: 1_000_000 };

/** Number words of other languages, by country; see `CountryWords.numbers`. */
const NATIONAL_VALUES = new Map(
  COUNTRIES.flatMap(({ country, numbers }): [string, ReadonlyMap<string, string>][] => {
    if (!numbers) return [];
    const { from, words } = numbers;
    return [[country, new Map(words.split(' ').map((word, index) => [word, String(from + index)]))]];
  }),
);

interface Spoken {
  value: number;
  part: 'unit' | 'teen' | 'tens' | 'scale';
  ordinal: boolean;
}

const SPOKEN = new Map<string, Spoken>();
for (const [ordinal, list] of [CARDINALS, ORDINALS].entries())
  list
    .split(' ')
    .forEach((word, value) => SPOKEN.set(word, { value, part: value < 10 ? 'unit' : 'teen', ordinal: ordinal === 1 }));
TENS.split(' ').forEach((word, index) => {
  const value = 20 + 10 * index;
  SPOKEN.set(word, { value, part: 'tens', ordinal: false });
  SPOKEN.set(word.replace(/Y$/, 'IETH'), { value, part: 'tens', ordinal: true });
});
for (const [word, value] of Object.entries(SCALES)) {
  SPOKEN.set(word, { value, part: 'scale', ordinal: false });
  SPOKEN.set(`${word}TH`, { value, part: 'scale', ordinal: true });
}

const DIGITS = /^(\d+)(ST|ND|RD|TH)?$/;
const LETTERED = /^(\d+)([A-Z])$/;
/** `NO.1` without its dot. */
const SIGNED_DIGITS = /^(?:NO|NR|NUM)(\d+)$/;
const NUMBER_SIGNS = new Set(['NO', 'NR', 'NUMBER', 'NUM', 'NOS', 'NUMERO']);

/** Canonical roman numerals, I to MMMCMXCIX. */
const ROMAN = /^(?=.)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;
const ROMAN_VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1_000 };
/** Words, and abbreviations that are more common than the number. */
const RARELY_ROMAN = new Set(
  'MIX DIX LIV DIV CIV XL MI DI CI CC CD CL CM CV CX DC DL DM DX MC MD ML MM MV MCC MCI MCM CCC DCC CDC'.split(' '),
);

export interface NumberReading {
  /** Empty for a merely possible number. */
  value: string;
  /** Number of words it consists of. */
  length: number;
  /** Other possible meanings; see `Token.readings`. */
  readings: readonly Reading[];
}

/**
 * Reads the number at `words[at]`, including a preceding sign such as `NO`; `undefined` when there
 * is none.
 */
export function readNumber(words: readonly string[], at: number, country: string): NumberReading | undefined {
  const word = words[at] ?? '';
  if (NUMBER_SIGNS.has(word) && at + 1 < words.length) {
    const signed = readWritten(words, at + 1) ?? romanAt(words, at + 1, true);
    return signed && { ...signed, value: withoutLeadingZeros(signed.value), length: signed.length + 1 };
  }
  const glued = word.startsWith('N') ? SIGNED_DIGITS.exec(word) : null;
  if (glued) return certain(withoutLeadingZeros(glued[1] ?? ''), 1);
  const read = readWritten(words, at) ?? romanAt(words, at, false);
  if (read) return read;
  const national = NATIONAL_VALUES.get(country)?.get(word);
  return national === undefined ? undefined : possible(national, `${word} is the number in one language only`);
}

function certain(value: string, length: number): NumberReading {
  const cardinal = DIGITS.exec(value);
  const readings: Reading[] =
    cardinal?.[2] === undefined ? [] : [{ text: cardinal[1] ?? '', kind: 'number', doubt: 'an ordinal for a number' }];
  return { value, length, readings };
}

/** `001 LIMITED` and `01 LIMITED` are two companies. */
function zeroless(value: string): Reading {
  return { text: value, kind: 'number', doubt: 'zeros before a number' };
}

function possible(value: string, doubt: string): NumberReading {
  return { value: '', length: 1, readings: [{ text: value, kind: 'number', doubt, isPossible: true }] };
}

function readWritten(words: readonly string[], at: number): NumberReading | undefined {
  const word = words[at] ?? '';
  const first = word.charCodeAt(0);
  if (!(first >= 48 && first <= 57)) return SPOKEN.has(word) ? readSpoken(words, at) : undefined;
  const digits = DIGITS.exec(word);
  if (digits) {
    const [, written = '', suffix] = digits;
    const value = withoutLeadingZeros(written);
    if (suffix !== undefined) return certain(ordinalOf(value), 1);
    return written === value ? certain(value, 1) : { value: written, length: 1, readings: [zeroless(value)] };
  }
  const lettered = LETTERED.exec(word);
  return lettered ? certain(withoutLeadingZeros(lettered[1] ?? '') + (lettered[2] ?? ''), 1) : undefined;
}

/**
 * Reads `TWO HUNDRED FIVE`, `THIRTY FIRST`, and digits spoken in groups: `ONE TWENTY FIVE`, `TWENTY
 * OH SIX`.
 */
function readSpoken(words: readonly string[], from: number): NumberReading | undefined {
  let at = from;
  let groups = '';
  let total = 0;
  let group: number | undefined;
  let last: Spoken | undefined;
  for (; at < words.length; at++) {
    if (words[at] === 'OH' && last && words[at + 1] !== undefined && SPOKEN.get(words[at + 1]!)?.part === 'unit') {
      groups += `${total + (group ?? 0)}0`;
      [total, group, last] = [0, undefined, undefined];
      continue;
    }
    const spoken = SPOKEN.get(words[at] ?? '');
    if (!spoken || last?.ordinal) break;
    if (spoken.part === 'scale') {
      // `HUNDRED` alone is 100.
      if (at === from && spoken.value === 100) group = 1;
      if (group === undefined || group === 0) break;
      if (spoken.value > 100) [total, group] = [total + group * spoken.value, 0];
      else group *= spoken.value;
    } else if (group === undefined || follows(last, spoken)) group = (group ?? 0) + spoken.value;
    else if (startsGroup(last, spoken)) {
      groups += String(total + group);
      [total, group] = [0, spoken.value];
    } else break;
    last = spoken;
  }
  if (at === from || group === undefined) return undefined;
  const value = `${groups}${total + group}`;
  return certain(last?.ordinal ? ordinalOf(value) : value, at - from);
}

/** `TWENTY` `ONE`; `HUNDRED` and any number below it. */
function follows(last: Spoken | undefined, { part }: Spoken): boolean {
  if (last?.part === 'scale') return true;
  return last?.part === 'tens' && part === 'unit';
}

/** A two-digit number after one of one or two digits, as years and house numbers are spoken. */
function startsGroup(last: Spoken | undefined, { part, ordinal }: Spoken): boolean {
  return !ordinal && last !== undefined && last.part !== 'scale' && part !== 'unit';
}

/**
 * A numeral follows a word. A lone letter there may be just a letter, and at the start of a name a
 * numeral may be a word.
 */
function romanAt(words: readonly string[], at: number, signed: boolean): NumberReading | undefined {
  const word = words[at] ?? '';
  if (ROMAN_VALUES[word[0] ?? ''] === undefined || !ROMAN.test(word)) return undefined;
  const value = String(romanValue(word));
  if (signed) return certain(value, 1);
  if (word.length === 1) {
    const numeral = word === 'I' || word === 'V' || word === 'X' || word === 'L' || word === 'C';
    return numeral && at > 0 ? possible(value, 'a single letter for a number') : undefined;
  }
  if (at > 0 && !RARELY_ROMAN.has(word)) return certain(value, 1);
  return possible(value, `${word} may be a word`);
}

export function romanValue(numeral: string): number {
  let total = 0;
  for (let at = 0; at < numeral.length; at++) {
    const value = ROMAN_VALUES[numeral[at] ?? ''] ?? 0;
    total += value < (ROMAN_VALUES[numeral[at + 1] ?? ''] ?? 0) ? -value : value;
  }
  return total;
}

export function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

function ordinalOf(digits: string): string {
  const teen = /1\d$/.test(digits);
  return digits + ((teen ? undefined : { 1: 'ST', 2: 'ND', 3: 'RD' }[digits.at(-1)!]) ?? 'TH');
}
