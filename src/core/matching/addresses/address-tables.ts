import { COUNTRIES, ofAll } from '../countries/countries.js';
import type { AddressRules } from '../countries/country-words.js';
import { EVERYWHERE } from '../countries/everywhere.js';

/** By ISO 3166-1 code in capitals, as in addresses. */
const RULES = new Map(COUNTRIES.map(({ country, address }) => [country.toUpperCase(), address]));

export function rulesOf(country: string | null): AddressRules {
  return (country === null ? undefined : RULES.get(country)) ?? EVERYWHERE.address;
}

const STATES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  COUNTRIES.flatMap(({ country, places = '', address }): [string, ReadonlySet<string>][] => {
    if (address?.regions === undefined) return [];
    const named = `${places}|${address.regions}`.split('|').map((place) => place.trim().split('='));
    return [[country.toUpperCase(), new Set(named.filter(([, code]) => code?.length === 2).flat())]];
  }),
);

/** Returns whether a part of an address is a state or a province of the country, or its code. */
export function isState(part: string, country: string): boolean {
  return STATES.get(country)?.has(part) === true;
}

/** Further names of countries, folded; ISO 3166-1 names are added below. */
const OTHER_NAMES = COUNTRIES.flatMap(({ country, otherNames = [] }): [string, string][] =>
  otherNames.map((name) => [name, country.toUpperCase()]),
);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...[...LETTERS].flatMap((first) =>
    [...LETTERS].flatMap((second): [string, string][] => {
      const code = first + second;
      const name = ENGLISH_NAMES.of(code);
      // Skip former codes, which have the same name.
      const isCurrent = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
      return name === undefined || !isCurrent ? [] : [[name.toUpperCase(), code]];
    }),
  ),
  ...OTHER_NAMES,
  ['DEUTSCHLAND', 'DE'],
]);

/** Returns the code of a country under any of its names, or `null`. */
export function countryOf(folded: string): string | null {
  const name = folded.trim();
  if (/^[A-Z]{2}$/.test(name)) return name === 'UK' ? 'GB' : name;
  return BY_NAME.get(name) ?? null;
}

/** Words for a kind of street, in the tables' spelling. */
export const STREET_KINDS: ReadonlySet<string> = new Set(
  ofAll(({ streetKinds }) => streetKinds).flatMap((kinds) => kinds.split(' ')),
);
export const DIRECTIONS: ReadonlySet<string> = new Set(['N', 'S', 'E', 'W', 'NE', 'NW', 'SE', 'SW']);
/** Classes of the numbers within a house. */
const UNIT_CLASSES = {
  unit: `SUITE SUITES STE APT APTS APARTMENT APARTMENTS UNIT UNITS FLAT FLATS ROOM ROOMS RM SPACE SPACES SPC OFFICE OFFICES OFC TRAILER TRLR LOT SLIP STOP SIDE
PIER HANGAR HNGR DEPARTMENT DEPT PENTHOUSE PH PMB MAILBOX MAILSTOP BAY STALL STUDIO SHOP STORE WAREHOUSE WHSE DOOR PLOT CUBICLE DESK
BUREAU APPT APP APPARTEMENT PORTE BOITE BTE LEILIGHET LEIL ASUNTO AS HUONE BYT KANCELAR DVERE WOHNUNG WHG BURO BUERO TOP INTERNO`,
  building: `BUILDING BUILDINGS BLDG BLD BLOCK BLK TOWER TWR WING ANNEX HALL ESCALIER ESC BATIMENT BAT RAPPU PORRAS OPPGANG BUDOVA BLOK HALA GEBAUDE HAUS SCALA PALAZZINA`,
  floor: 'FLOOR FLOORS FL FLR LEVEL LVL ETAGE ETASJE ETASJEN ETG KERROS KRS PATRO POSCHODI STOCK STOCKWERK OG PIANO',
} as const;

export type UnitClass = keyof typeof UNIT_CLASSES;

/** Words before the number of a unit, by class; of floors also behind it. */
export const UNIT_WORDS: ReadonlyMap<string, UnitClass> = new Map(
  (Object.keys(UNIT_CLASSES) as UnitClass[]).flatMap((kind) =>
    UNIT_CLASSES[kind].split(/\s+/).map((word): [string, UnitClass] => [word, kind]),
  ),
);
export const MONTHS: ReadonlySet<string> = new Set(
  ofAll(({ months }) => months).flatMap((months) => months.split(' ')),
);
