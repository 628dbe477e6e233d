import { iso31661, iso31662 } from 'iso-3166';
import { fold } from '../text/fold.js';

/** A country, or a region of one. */
export interface Place {
  /** ISO 3166-1 or 3166-2, lower case: `de`, `us-de`. */
  code: string;
  name: string;
}

/** Names of countries that people and registers write otherwise, as slugs. */
const OTHERWISE_NAMED: Readonly<Record<string, string>> = {
  uk: 'gb',
  'u-k': 'gb',
  britain: 'gb',
  'great-britain': 'gb',
  'u-s': 'us',
  'u-s-a': 'us',
  america: 'us',
  'united-states-of-america': 'us',
  'czech-republic': 'cz',
  holland: 'nl',
  'hong-kong': 'hk',
  'korea-republic-of': 'kr',
  // Assigned by use, not by the standard.
  kosovo: 'xk',
  macau: 'mo',
  'republic-of-ireland': 'ie',
  turkey: 'tr',
  'virgin-islands-british': 'vg',
};

const ENGLISH = new Intl.DisplayNames('en', { type: 'region' });
const COUNTRIES: readonly Place[] = iso31661.map(({ alpha2 }) => ({
  code: alpha2.toLowerCase(),
  name: ENGLISH.of(alpha2) ?? alpha2,
}));
const BY_CODE = new Map(COUNTRIES.map((country) => [country.code, country]));
const CODES_BY_NAME = new Map([
  ...COUNTRIES.map(({ code, name }): [string, string] => [slug(name), code]),
  ...Object.entries(OTHERWISE_NAMED),
]);
const CODES_BY_LETTERS = new Map(
  iso31661.flatMap(({ alpha2, alpha3 }) => [alpha2, alpha3].map((code) => [slug(code), alpha2.toLowerCase()])),
);

/** Lower case without accents, words joined by a hyphen: `Île-de-France` is `ile-de-france`. */
export function slug(text: string): string {
  return fold(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Returns the code of the country with this English name. `undefined`: unknown. */
export function countryCode(words: string): string | undefined {
  return CODES_BY_NAME.get(slug(words));
}

/** Returns the country whose code, of two or three letters, or English name this is. */
export function countryOf(typed: string): Place | undefined {
  const of = slug(typed);
  return BY_CODE.get(CODES_BY_LETTERS.get(of) ?? CODES_BY_NAME.get(of) ?? '');
}

const STATES = { us: regionsOf('us'), ca: regionsOf('ca') };

/**
 * Returns the code of the state or province named by a register of this country. The country's own
 * take precedence, since two letters may be both. `undefined`: unknown.
 */
export function regionCode(words: string, country: string): string | undefined {
  const { us, ca } = STATES;
  const [first, second] = country === 'ca' ? [ca, us] : [us, ca];
  const of = slug(words);
  return first.get(of) ?? second.get(of);
}

/** A region of a country, or of a larger region. */
export interface Region extends Place {
  /** Of the country or region around it: `fr-idf` of Paris. */
  parent: string;
}

/** Names of regions that people write otherwise, as slugs. */
const OTHERWISE_NAMED_REGIONS: Readonly<Record<string, string>> = {
  london: 'gb-eaw',
  prague: 'cz-10',
  'washington-dc': 'us-dc',
  'washington-d-c': 'us-dc',
};

let regions: ReadonlyMap<string, Region | undefined> | undefined;

/** Returns the region with this code, such as `us-de`, or the only one with this name. */
export function regionOf(typed: string): Region | undefined {
  const of = slug(typed);
  return (regions ??= readRegions()).get(OTHERWISE_NAMED_REGIONS[of] ?? of);
}

/** By code and by name. A name of several regions stands for none of them. */
function readRegions(): ReadonlyMap<string, Region | undefined> {
  const places = iso31662.map(({ code, name, parent }): Region => ({
    code: code.toLowerCase(),
    name,
    parent: parent.toLowerCase(),
  }));
  const known = new Map<string, Region | undefined>();
  for (const place of places) known.set(slug(place.name), known.has(slug(place.name)) ? undefined : place);
  for (const place of places) known.set(place.code, place);
  return known;
}

/** Codes by the letters and by the name of each region. */
function regionsOf(country: string): ReadonlyMap<string, string> {
  const prefix = `${country.toUpperCase()}-`;
  return new Map(
    iso31662
      .filter(({ code }) => code.startsWith(prefix))
      .flatMap(({ code, name }) => [slug(code.slice(prefix.length)), slug(name)].map((of) => [of, code.toLowerCase()])),
  );
}
