import type { AddressRules } from '../countries/country-words.js';
import { ENGLISH_STREETS } from '../countries/everywhere.js';
import { countryOf, isState, STREET_KINDS, UNIT_WORDS } from './address-tables.js';
import { parseStreet } from './parse-street.js';
import { isTown, townWords } from './towns.js';

/**
 * Returns the words of a text that names no street: a town, or a town with its state. `undefined`
 * for other addresses, empty for a state or a country alone. A street without a number and without
 * a word for a street is read as a place, too; `compareAddresses` decides by the other address.
 */
export function placeIn(folded: string, rules: AddressRules, country: string): string[] | undefined {
  if (folded.trim().length > 2 && countryOf(folded) !== null) return [];
  const { named, isNamedByState } = withoutState(folded, country);
  const { street, house, road, box, units } = parseStreet(named, rules);
  if (road !== null || box !== null || Object.keys(units).length > 0) return undefined;
  const words = localityWords(named, country);
  // `PRAHA 1`, `PARIS 8E`.
  if (house !== null && !(DISTRICT.test(house) && isTown(words, country))) return undefined;
  return !isNamedByState && namesStreet(street, rules) ? undefined : words;
}

const DISTRICT = /^\d{1,2}E?$/;

/**
 * Returns the words of the parts behind the street of a text: its town, perhaps beside a district or
 * a county. Empty if it has no such parts, or no street.
 */
export function placesBehind(folded: string, rules: AddressRules, country: string): string[] {
  const { named } = withoutState(folded, country);
  const parts = named.split(/[,;\n]/).filter((part) => /[A-Z0-9]/.test(part));
  const at = parts.findIndex((part) => /\d/.test(part) || namesStreet(parseStreet(part, rules).street, rules));
  if (at < 0) return [];
  return parts.slice(at + 1).flatMap((part, index, others) => {
    const words = localityWords(part, country);
    const isStreet = namesStreet(parseStreet(part, rules).street, rules) && (named === folded || others[index + 1]);
    const isPlace = !/\d/.test(part) && !isStreet && !words.some((word) => UNIT_WORDS.has(word));
    return isPlace && countryOf(part) === null ? words : [];
  });
}

/**
 * Returns whether one of the words is for a street, in English for every country. `ST` in front is
 * Saint.
 */
export function namesStreet(words: readonly string[], { streetWord }: AddressRules): boolean {
  return words.some((written, at) => {
    const word = ENGLISH_STREETS[written] ?? written;
    return (STREET_KINDS.has(word) && (word !== 'ST' || at > 0)) || streetWord?.test(written) === true;
  });
}

/** A single part before a state is a town, even if it ends like a street: `MIAMI GARDENS, FL`. */
function withoutState(folded: string, country: string): { named: string; isNamedByState: boolean } {
  const parts = folded.split(/[,;\n]/).flatMap((part) => (/[A-Z]/.test(part) ? [part.trim()] : []));
  const last = parts.at(-1) ?? '';
  if (isState(last, country) && !(parts.length === 1 && isTown(localityWords(last, country), country)))
    return { named: parts.slice(0, -1).join(', '), isNamedByState: parts.length <= 2 };
  const at = last.lastIndexOf(' ');
  const named = isState(last.slice(at + 1), country) ? [...parts.slice(0, -1), last.slice(0, at)].join(', ') : folded;
  return { named, isNamedByState: false };
}

/** Drops numbered districts and optional words: `PARIS 8E ARRONDISSEMENT`, `PRAHA 1`, `CEDEX`. */
export function localityWords(folded: string, country: string): string[] {
  const words = folded
    .replace(/[.']/g, '')
    .split(/[^A-Z0-9]+/)
    .filter((word) => !/^$|^\d+(?:E|ER|EME)?$|^(?:CEDEX|ARRONDISSEMENT|CITY|OF|TOWN)$/.test(word));
  return townWords(words, country);
}
