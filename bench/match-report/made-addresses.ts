import type { Address } from '../../src/core/registries/record.js';
import { chancesOf } from './chances.js';
import type { LabelledPair } from './labelled-pairs.js';

/** The address a caller gives, and the one in the register. */
export interface AddressPair {
  given: string;
  official: string | Address;
}

interface Place {
  number: number;
  street: number;
  kind: number;
  town: number;
  code: number;
  unit: number | undefined;
}

const STREETS = ['Lantern', 'Heron', 'Copper Beech', 'Saint Elmo', 'Quarry', 'Old Ferry', 'Marigold', 'Whistler'];
const MORE_STREETS = ['Bellwether', 'Cinder', 'Tanner', 'North Gate', 'Juniper', 'Foxglove', 'Harbour', 'Millrace'];
const KINDS = [
  ['STREET', 'St'],
  ['AVENUE', 'Ave.'],
  ['ROAD', 'Rd'],
  ['LANE', 'Ln'],
  ['DRIVE', 'Dr'],
] as const;
const TOWNS = [
  'Fableton',
  'Nowhere',
  'Upper Quill',
  'Port Imagine',
  'Saint Storybook',
  'Lake Rumour',
  'Tallow',
  'Wick',
];
const ALL_STREETS = [...STREETS, ...MORE_STREETS];

/**
 * Share of the same businesses whose address differs between caller and register: they moved, or
 * the caller knows another office.
 */
const MOVED = 0.12;
/** Shares of different businesses with nearly one name that are in one building, street or town. */
const ONE_BUILDING = 0.03;
const ONE_STREET = 0.06;
const ONE_TOWN = 0.35;

/**
 * Makes fictional addresses for a labelled pair of names, as registers and as people write them. A
 * pair always gets the same ones. The rates above are assumptions, not measurements.
 */
export function madeAddresses({ nameA, nameB, same, jurisdiction }: LabelledPair, round = 0): AddressPair {
  const chance = chancesOf(`${round} ${nameA} ${nameB} ${jurisdiction}`);
  const official = placeBy(chance);
  const given = same ? (chance() < MOVED ? placeBy(chance) : official) : strangerTo(official, chance);
  const country = jurisdiction.slice(0, 2);
  return { given: asTyped(given, country, chance), official: asRegistered(official, country) };
}

function strangerTo(official: Place, chance: () => number): Place {
  const kind = chance();
  const other = placeBy(chance);
  if (kind < ONE_BUILDING) return { ...official, unit: other.unit };
  if (kind < ONE_STREET) return { ...official, number: other.number, unit: other.unit };
  return kind < ONE_TOWN ? { ...other, town: official.town } : other;
}

function placeBy(chance: () => number): Place {
  const upTo = (most: number) => Math.floor(chance() * most);
  const town = upTo(TOWNS.length);
  return {
    number: 1 + upTo(900),
    street: upTo(ALL_STREETS.length),
    kind: upTo(KINDS.length),
    town,
    code: upTo(40),
    unit: chance() < 0.3 ? 100 + upTo(400) : undefined,
  };
}

function asRegistered(place: Place, country: string): Address {
  return {
    line1: `${place.number} ${ALL_STREETS[place.street]} ${KINDS[place.kind]![0]}`.toUpperCase(),
    line2: place.unit === undefined ? null : `SUITE ${place.unit}`,
    city: TOWNS[place.town]!.toUpperCase(),
    region: null,
    postalCode: codeOf(place, country),
    country: null,
  };
}

/**
 * Returns an address as people type it: abbreviated, without the suite or the code, with a wrong
 * letter, or only the town.
 */
function asTyped(place: Place, country: string, chance: () => number): string {
  const kinds = KINDS[place.kind]!;
  const name = chance() < 0.06 ? slipped(ALL_STREETS[place.street]!, chance) : ALL_STREETS[place.street]!;
  const street = `${place.number} ${name} ${chance() < 0.6 ? kinds[1] : kinds[0].toLowerCase()}`;
  const unit = place.unit !== undefined && chance() < 0.5 ? `, Ste ${place.unit}` : '';
  const how = chance();
  if (how < 0.06) return TOWNS[place.town]!;
  if (how < 0.18) return `${street}${unit}, ${TOWNS[place.town]!}`;
  return `${street}${unit}, ${townAndCode(place, country)}`;
}

function townAndCode(place: Place, country: string): string {
  const [name, code] = [TOWNS[place.town]!, codeOf(place, country)];
  if (country === 'gb') return `${name}, ${code}`;
  return country === 'us' || country === '' ? `${name}, NY ${code}` : `${code} ${name}`;
}

function codeOf({ town, code }: Place, country: string): string {
  if (country === 'gb') return `${'ABCDEFGH'[town]}B${1 + (code % 9)} ${1 + (code % 8)}XY`;
  return `${10 + town}${100 + code}`;
}

function slipped(name: string, chance: () => number): string {
  const at = 1 + Math.floor(chance() * (name.length - 2));
  return `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`;
}
