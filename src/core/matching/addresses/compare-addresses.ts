import { distance } from 'fastest-levenshtein';
import { DIRECTIONS, rulesOf, STREET_KINDS } from './address-tables.js';
import type { ParsedAddress } from './parse-address.js';

/** `true` agrees, `false` differs; `null`: one of the two does not say. */
export type Agreement = boolean | null;

export interface AddressAgreement {
  unit: Agreement;
  street: Agreement;
  locality: Agreement;
  postalCode: Agreement;
}

const UNKNOWN: AddressAgreement = { unit: null, street: null, locality: null, postalCode: null };
const ELSEWHERE: AddressAgreement = { unit: null, street: false, locality: false, postalCode: false };

export function compareAddresses(given: ParsedAddress, official: ParsedAddress): AddressAgreement {
  if (given.country !== null && official.country !== null && given.country !== official.country) return ELSEWHERE;
  const postalCode = comparePostalCodes(given, official);
  const locality = compareLocalities(given, official) ?? (postalCode === true ? true : null);
  const street = compareStreets(given, official);
  const unit = given.unit === null || official.unit === null ? null : given.unit === official.unit;
  return { ...UNKNOWN, unit, street, locality, postalCode };
}

/** Different codes of one district say nothing: they are often confused. */
function comparePostalCodes(given: ParsedAddress, official: ParsedAddress): Agreement {
  const [a, b] = [given.postalCode, official.postalCode];
  if (a === null || b === null) return null;
  if (a === b) return true;
  const { districtCharacters } = rulesOf(official.country);
  return a.slice(0, districtCharacters) === b.slice(0, districtCharacters) ? null : false;
}

/**
 * If one address is a single text without the other's town, they differ only if the postal codes
 * do.
 */
function compareLocalities(given: ParsedAddress, official: ParsedAddress): Agreement {
  if (given.locality && official.locality) {
    if (given.locality.length === 0 || official.locality.length === 0) return null;
    return alike(given.locality, official.locality);
  }
  const [whole, town] = given.locality ? [official, given.locality] : [given, official.locality];
  if (!town || town.length === 0) return null;
  const words = whole.street.map((word) => (word === 'SAINT' ? 'ST' : word));
  if (holdsInOrder(words, town)) return true;
  return comparePostalCodes(given, official) === false ? false : null;
}

function compareStreets(given: ParsedAddress, official: ParsedAddress): Agreement {
  const names = compareNames(streetOf(given, official), streetOf(official, given));
  const numbers = compareNumbers(given.numbers, official.numbers);
  if (names === null) return numbers === true && isBox(given) ? true : null;
  if (!names || numbers === false) return false;
  return numbers ?? (given.numbers.length === official.numbers.length ? true : null);
}

/** In a single text, the street ends where the other address's town begins. */
function streetOf({ street, locality }: ParsedAddress, { locality: town = [] }: ParsedAddress): readonly string[] {
  if (locality || town.length === 0) return street;
  const begin = street.findLastIndex((_, at) => holdsAt(street, town, at));
  return begin === -1 ? street : street.slice(0, begin);
}

/** One side may lack a building or a town, so the shorter name has to be in the longer. */
function compareNames(a: readonly string[], b: readonly string[]): Agreement {
  const [kindsA, kindsB] = [a.filter((word) => STREET_KINDS.has(word)), b.filter((word) => STREET_KINDS.has(word))];
  const [wordsA, wordsB] = [a.filter(isName), b.filter(isName)];
  if (wordsA.length === 0 || wordsB.length === 0) return null;
  const [short, long] = wordsA.length <= wordsB.length ? [wordsA, wordsB] : [wordsB, wordsA];
  const met = short.filter((word) => long.some((other) => sameWord(word, other))).length / short.length;
  if (met < 0.5) return false;
  if (met < 0.75) return null;
  const [waysA, waysB] = [a.filter((word) => DIRECTIONS.has(word)), b.filter((word) => DIRECTIONS.has(word))];
  if (disjoint(waysA, waysB) || disjoint(kindsA, kindsB)) return false;
  return true;
}

function isName(word: string): boolean {
  return !STREET_KINDS.has(word) && !DIRECTIONS.has(word);
}

function disjoint(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && b.length > 0 && !a.some((word) => b.includes(word));
}

/** `12` matches `12/34`, and `10A` may be written `10`. */
function compareNumbers(a: readonly string[], b: readonly string[]): Agreement {
  if (a.length === 0 || b.length === 0) return null;
  const bare = (numbers: readonly string[]) => numbers.map((number) => number.replace(/(?<=\d)[A-Z]$/, ''));
  return a.some((number) => b.includes(number)) || bare(a).some((number) => bare(b).includes(number));
}

function isBox({ numbers }: ParsedAddress): boolean {
  return numbers.some((number) => number.startsWith('BOX'));
}

function alike(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.every((word) => long.some((other) => sameWord(word, other)));
}

function holdsInOrder(words: readonly string[], town: readonly string[]): boolean {
  return words.some((_, at) => holdsAt(words, town, at));
}

function holdsAt(words: readonly string[], town: readonly string[], at: number): boolean {
  return town.every((word, next) => sameWord(word, words[at + next] ?? ''));
}

const LONG_ENOUGH_FOR_A_SLIP = 5;

function sameWord(a: string, b: string): boolean {
  if (a === b) return true;
  return Math.min(a.length, b.length) >= LONG_ENOUGH_FOR_A_SLIP && !/\d/.test(a + b) && distance(a, b) <= 1;
}
