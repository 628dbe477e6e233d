import { CARDINALS, readNumber, romanValue, TENS } from '../matching/parsing/numbers.js';

const UNITS = CARDINALS.split(' ');
const TENS_IN_ORDER = TENS.split(' ');
/** Largest first. */
const NUMERALS = 'M CM D CD C XC L XL X IX V IV I'.split(' ').map((sign) => ({ sign, value: romanValue(sign) }));
const LARGEST_OTHERWISE = 3_999;

/**
 * Returns the words with their numbers in other spellings: digits, words, numerals, and as house
 * numbers are spoken. Registers do not recognise equivalent numbers, so each spelling is queried.
 */
export function numbersOtherwise(words: readonly string[], country: string): string[][] {
  const ways = [(value: number) => String(value), spokenOf, inPairs, numeralOf].map((write) => {
    const written: string[] = [];
    for (let at = 0; at < words.length;) {
      const number = readNumber(words, at, country);
      const value = Number(number?.value === '' ? number.readings[0]?.text : number?.value);
      const isWritten = number !== undefined && value > 0 && value <= LARGEST_OTHERWISE;
      const next = isWritten ? write(value).split(' ') : words.slice(at, at + (number?.length ?? 1));
      written.push(...next);
      at += number?.length ?? 1;
    }
    return written;
  });
  const distinct = new Map(ways.map((way) => [way.join(' '), way]));
  distinct.delete(words.join(' '));
  return [...distinct.values()];
}

function spokenOf(value: number): string {
  if (value < 20) return UNITS[value] ?? '';
  if (value < 100) return joined(TENS_IN_ORDER[Math.floor(value / 10) - 2], value % 10);
  if (value < 1_000) return joined(`${UNITS[Math.floor(value / 100)]} HUNDRED`, value % 100);
  return joined(`${spokenOf(Math.floor(value / 1_000))} THOUSAND`, value % 1_000);
}

function joined(first = '', rest = 0): string {
  return rest === 0 ? first : `${first} ${spokenOf(rest)}`;
}

function inPairs(value: number): string {
  const [front, back] = [Math.floor(value / 100), value % 100];
  return front === 0 || back < 10 ? spokenOf(value) : `${spokenOf(front)} ${spokenOf(back)}`;
}

function numeralOf(value: number): string {
  let rest = value;
  let numeral = '';
  for (const { sign, value: of } of NUMERALS) for (; rest >= of; rest -= of) numeral += sign;
  return numeral;
}
