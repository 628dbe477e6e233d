import { COUNTRIES, ofAll } from '../countries/countries.js';
import type { AddressRules } from '../countries/country-words.js';
import { EVERYWHERE } from '../countries/everywhere.js';

/** By ISO 3166-1 in capitals, as addresses have it. */
const RULES = new Map(COUNTRIES.map(({ country, address }) => [country.toUpperCase(), address]));

export function rulesOf(country: string | null): AddressRules {
  return (country === null ? undefined : RULES.get(country)) ?? EVERYWHERE.address;
}

/** A country by what else it is called, folded; ISO 3166-1 names are known anyway. */
const OTHER_NAMES = COUNTRIES.flatMap(({ country, otherNames = [] }): [string, string][] =>
  otherNames.map((name) => [name, country.toUpperCase()]),
);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Every country by its English name, in capitals. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...[...LETTERS].flatMap((first) =>
    [...LETTERS].flatMap((second): [string, string][] => {
      const code = first + second;
      const name = ENGLISH_NAMES.of(code);
      // Some codes are former ones, of the same name.
      const isCurrent = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
      return name === undefined || !isCurrent ? [] : [[name.toUpperCase(), code]];
    }),
  ),
  ...OTHER_NAMES,
  ['DEUTSCHLAND', 'DE'],
]);

/** Its code, however it is named; `null` for what is no country. */
export function countryOf(folded: string): string | null {
  const name = folded.trim();
  if (/^[A-Z]{2}$/.test(name)) return name === 'UK' ? 'GB' : name;
  return BY_NAME.get(name) ?? null;
}

/** What tells a kind of way, in the spellings that the tables bring it to. */
export const STREET_KINDS: ReadonlySet<string> = new Set(
  ofAll(({ streetKinds }) => streetKinds).flatMap((kinds) => kinds.split(' ')),
);
export const DIRECTIONS: ReadonlySet<string> = new Set(['N', 'S', 'E', 'W', 'NE', 'NW', 'SE', 'SW']);
/** What stands before the number of a unit. */
export const UNIT_WORDS: ReadonlySet<string> = new Set(
  'SUITE STE APT APARTMENT UNIT FLAT ROOM RM FLOOR BUREAU APPT APPARTEMENT ETAGE LEVEL LOT'.split(' '),
);
