import { distance } from 'fastest-levenshtein';
import { DIRECTIONS, isState, rulesOf, STREET_KINDS, UNIT_WORDS } from './address-tables.js';
import { sameHouse } from './house-numbers.js';
import type { ParsedAddress } from './parse-address.js';

/** `true` agrees, `false` differs; `null`: one of the two does not say. */
export type Agreement = boolean | null;

export interface AddressAgreement {
  unit: Agreement;
  street: Agreement;
  locality: Agreement;
  postalCode: Agreement;
  /** Both have a postal code, and they are near: `postalCode` is `null`. */
  isNearCode?: true;
  /** The countries differ; left out if the caller named nothing but the country. */
  isAbroad?: true;
}

/** Compares the caller's address with the register's. A part that the caller left out is `null`. */
export function compareAddresses(one: ParsedAddress, other: ParsedAddress): AddressAgreement {
  if (one.country !== null && other.country !== null && one.country !== other.country) return abroad(one);
  const [given, official] = [readBeside(one, other), readBeside(other, one)];
  const postalCode = comparePostalCodes(given, official);
  const locality = compareLocalities(given, official);
  const street = compareStreets(given, official);
  const unit = compareUnits(given, official);
  const isNearCode = postalCode === null && given.postalCode !== null && official.postalCode !== null;
  return { unit, street, locality, postalCode, ...(isNearCode && { isNearCode }) };
}

/** Every part that was named is another one. */
function abroad(given: ParsedAddress): AddressAgreement {
  const { place, locality, behind, street, house, road, box, postalCode } = given;
  const hasTown = (locality ?? place ?? behind).length > 0;
  const hasStreet = place === undefined && (street.length > 0 || house !== null || road !== null || box !== null);
  const differs = (isNamed: boolean) => (isNamed ? false : null);
  const isAbroad = hasTown || hasStreet || postalCode !== null;
  return {
    unit: null,
    street: differs(hasStreet),
    locality: differs(hasTown),
    postalCode: differs(postalCode !== null),
    ...(isAbroad && { isAbroad }),
  };
}

/** A text that may be a town is one, unless it is the street of the other address. */
function readBeside(address: ParsedAddress, other: ParsedAddress): ParsedAddress {
  const { place, street } = address;
  if (!place || (!other.place && isStreetOf(street, place, other))) return address;
  return { ...address, street: [], house: null, locality: place.length > 0 ? place : undefined };
}

function isStreetOf(words: readonly string[], place: readonly string[], { street, locality }: ParsedAddress): boolean {
  if (words.length === 0 || (locality && locality.length > 0 && alike(place, locality))) return false;
  if (!holdsAt(street, words, 0)) return false;
  const next = street[words.length];
  return next === undefined || (!locality && !STREET_KINDS.has(next));
}

/** Different codes of one district say nothing: they are often confused. */
function comparePostalCodes(given: ParsedAddress, official: ParsedAddress): Agreement {
  const [a, b] = withZeros(given.postalCode, official.postalCode);
  if (a === null || b === null) return null;
  if (a === b) return true;
  const { districtCharacters } = rulesOf(official.country);
  return a.slice(0, districtCharacters) === b.slice(0, districtCharacters) ? null : false;
}

/** Spreadsheets drop the zeros in front: `6106` is 06106 beside a code that begins so. */
function withZeros(a: string | null, b: string | null): readonly [string | null, string | null] {
  if (a === null || b === null || a.length === b.length || !/^\d+$/.test(a + b)) return [a, b];
  const length = Math.max(a.length, b.length);
  const missing = length - Math.min(a.length, b.length);
  const begins = (code: string) => code.length < length || code.startsWith('0'.repeat(missing));
  return begins(a) && begins(b) ? [a.padStart(length, '0'), b.padStart(length, '0')] : [a, b];
}

function compareUnits({ units: a }: ParsedAddress, { units: b }: ParsedAddress): Agreement {
  const both = UNIT_KINDS.filter((kind) => a[kind] !== undefined && b[kind] !== undefined);
  return both.length === 0 ? null : both.every((kind) => a[kind] === b[kind]);
}

const UNIT_KINDS = ['building', 'floor', 'unit'] as const;

/** If one address is a single text without the other's town, its words behind the street are one. */
function compareLocalities(given: ParsedAddress, official: ParsedAddress): Agreement {
  if (given.locality && official.locality) {
    if (given.locality.length === 0 || official.locality.length === 0) return null;
    return alike(given.locality, official.locality) || (given.isCedex || official.isCedex ? null : false);
  }
  const [whole, town] = given.locality ? [official, given.locality] : [given, official.locality];
  if (!town || town.length === 0) return null;
  if (holdsInOrder(whole.street, asInStreets(town, whole))) return true;
  const street = whole === given ? official.street : given.street;
  return leftBeside(whole, street).length > 0 && !given.isCedex && !official.isCedex ? false : null;
}

/**
 * Returns the words of a single text that can only be its town: its parts behind the street, or,
 * before a postal code, the words behind those of the other address's street.
 */
function leftBeside({ behind, street, postalCode, country }: ParsedAddress, other: readonly string[]): string[] {
  if (behind.length > 0) return [...behind];
  const at =
    postalCode === null || other.length === 0 ? -1 : street.findIndex((_, from) => holdsAt(street, other, from));
  const left = at < 0 ? [] : street.slice(at + other.length);
  return left.filter(
    (word) => isName(word) && !UNIT_WORDS.has(word) && !/\d/.test(word) && !isState(word, country ?? ''),
  );
}

function compareStreets(given: ParsedAddress, official: ParsedAddress): Agreement {
  const houses = compareHouses(given, official);
  const names = compareStreetNames(given, official, houses === 'spoken');
  const sameBox = given.box === null || official.box === null ? null : given.box === official.box;
  if (names === null) return houses === false && isOnRoad(given, official) ? false : sameBox;
  if (!names || houses === false) return false;
  return houses === 'spoken' || (houses ?? sameBox ?? (given.house === official.house ? true : null));
}

/** `spoken`: they agree if the first words of one of them are its number. */
function compareHouses({ house: a, spoken: spokenA }: ParsedAddress, { house: b, spoken: spokenB }: ParsedAddress) {
  if (a !== null && b !== null) return sameHouse(a, b);
  const [spoken, digits] = a === null ? [spokenA, b] : [spokenB, a];
  return spoken !== null && digits !== null && sameHouse(spoken.number, digits) ? 'spoken' : null;
}

function isOnRoad(given: ParsedAddress, official: ParsedAddress): boolean {
  return given.road !== null || official.road !== null;
}

function compareStreetNames(given: ParsedAddress, official: ParsedAddress, isSpoken: boolean): Agreement {
  const [a, b] = [streetOf(given, official), streetOf(official, given)];
  if (given.road && official.road) {
    const [systemA, systemB] = [given.road.system, official.road.system];
    const isSame = systemA === null || systemB === null || systemA === systemB;
    return isSame && given.road.number === official.road.number && !disjoint(a.filter(isWay), b.filter(isWay));
  }
  // A named street beside a road that has a number only.
  if (isOnRoad(given, official) && a.some(isName) !== b.some(isName)) return false;
  const spokenIn = ({ house, spoken }: ParsedAddress) => (isSpoken && house === null ? (spoken?.length ?? 0) : 0);
  return compareNames(a.slice(spokenIn(given)), b.slice(spokenIn(official)));
}

/** In a single text, the street ends where the other address's town begins. */
function streetOf(address: ParsedAddress, { locality: town = [] }: ParsedAddress): readonly string[] {
  const { street, locality } = address;
  if (locality || town.length === 0) return street;
  const spelt = asInStreets(town, address);
  const begin = street.findLastIndex((_, at) => holdsAt(street, spelt, at));
  return begin === -1 ? street : street.slice(0, begin);
}

/** One side may lack a building or a town, so the shorter name has to be in the longer. */
function compareNames(a: readonly string[], b: readonly string[]): Agreement {
  const [kindsA, kindsB] = [a.filter((word) => STREET_KINDS.has(word)), b.filter((word) => STREET_KINDS.has(word))];
  const [wordsA, wordsB] = [a.filter(isName), b.filter(isName)];
  if (wordsA.length === 0 || wordsB.length === 0) return null;
  if (a.join('') === b.join('')) return true;
  // `5TH` and `6TH`, `8 MAI` and `11 NOVEMBRE`.
  const [numbersA, numbersB] = [wordsA.map(numberIn), wordsB.map(numberIn)].map((all) =>
    all.filter((each) => each !== ''),
  );
  if (numbersA && numbersB && numbersA.length > 0 && numbersB.length > 0) {
    const [few, many] = numbersA.length <= numbersB.length ? [numbersA, numbersB] : [numbersB, numbersA];
    if (!few.every((number) => many.includes(number))) return false;
  }
  const [short, long] = wordsA.length <= wordsB.length ? [wordsA, wordsB] : [wordsB, wordsA];
  const met = short.filter((word) => long.some((other) => sameWord(word, other))).length / short.length;
  if (met < 0.5) return false;
  if (met < 0.75) return null;
  if (disjoint(a.filter(isWay), b.filter(isWay)) || disjoint(kindsA, kindsB)) return false;
  return true;
}

function isWay(word: string): boolean {
  return DIRECTIONS.has(word);
}

function isName(word: string): boolean {
  return !STREET_KINDS.has(word) && !DIRECTIONS.has(word);
}

function disjoint(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && b.length > 0 && !a.some((word) => b.includes(word));
}

/** The number that is a word of a name, also as an ordinal; empty for other words. */
function numberIn(word: string): string {
  return /^(\d+)(?:ST|ND|RD|TH|E|ER|EME)?$/.exec(word)?.[1] ?? '';
}

function alike(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.every((word) => long.some((other) => sameWord(word, other)));
}

/** A single text spells its town like a street: `GRAND JCT`. */
function asInStreets(town: readonly string[], { country }: ParsedAddress): readonly string[] {
  const { words } = rulesOf(country);
  return town.map((word) => words[word] ?? word);
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
  const number = numberIn(a);
  if (number !== '') return number === numberIn(b);
  return Math.min(a.length, b.length) >= LONG_ENOUGH_FOR_A_SLIP && !/\d/.test(a + b) && distance(a, b) <= 1;
}
