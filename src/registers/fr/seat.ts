import { readFields } from '../../core/registries/reading.js';
import type { Address, MovedRecord, Seat } from '../../core/registries/record.js';
import { text as cell, type Row, publishedSeat } from '../../adapters/registries/http/fields.js';
import { part, type Json } from '../../adapters/registries/http/json.js';
import { countryNamed } from './countries.js';
import { NOT_PUBLISHED } from './names.js';
import { regionName, regionNumbered } from './regions.js';

/** Like `text` of a cell, but `null` for masked values. */
export function text(row: Row, column: string): string | null {
  const value = cell(row, column);
  return value === null || NOT_PUBLISHED.test(value) ? null : value;
}

/** In another region, or abroad, where there are no regions. Nowhere else for a whole country. */
export function isElsewhere(unit: Json, here: string | undefined): boolean {
  const office = part(unit, 'siege');
  if (!office || here === undefined) return false;
  const region = text(office, 'region');
  return region === null ? isAbroad(office) : region !== here;
}

/** Published without a region: it may be in any. */
export function withholdsSeat(unit: Json, here: string | undefined): boolean {
  const office = part(unit, 'siege');
  return here !== undefined && office !== undefined && !isElsewhere(unit, here) && text(office, 'region') === null;
}

export function movedOf(unit: Json, id: string): MovedRecord {
  const office = part(unit, 'siege') ?? {};
  const place = text(office, 'libelle_commune') ?? text(office, 'libelle_pays_etranger');
  return { id, movedTo: regionNumbered(text(office, 'region')), ...(place !== null && { place }) };
}

/** `null` if neither its town nor its region nor its country is published. */
export function seatOf(office: Json): Seat | null {
  return publishedSeat({
    place: () => text(office, 'libelle_commune') ?? text(office, 'libelle_commune_etranger') ?? undefined,
    region: () => regionName(text(office, 'region')),
    country: () => countryOf(office),
    jurisdiction: () => regionNumbered(text(office, 'region')),
  });
}

/** `null` if nothing of it is published. */
export function addressOf(office: Json): Address | null {
  const street = () =>
    ['numero_voie', 'indice_repetition', 'type_voie', 'libelle_voie'].map((column) => text(office, column));
  const address = readFields<Address>({
    line1: () =>
      street()
        .filter((given) => given !== null)
        .join(' ') || text(office, 'adresse'),
    line2: () => text(office, 'complement_adresse'),
    city: () => text(office, 'libelle_commune') ?? text(office, 'libelle_commune_etranger'),
    region: () => regionName(text(office, 'region')) ?? null,
    postalCode: () => text(office, 'code_postal'),
    country: () => countryOf(office)?.toUpperCase() ?? text(office, 'libelle_pays_etranger'),
  });
  return Object.values(address).every((value) => value === null) ? null : address;
}

function isAbroad(office: Json): boolean {
  return text(office, 'code_pays_etranger') !== null;
}

/** A seat in the country has a region or a town, and no foreign country. */
function countryOf(office: Json): string | undefined {
  if (isAbroad(office)) return countryNamed(text(office, 'libelle_pays_etranger'));
  return (text(office, 'region') ?? text(office, 'libelle_commune')) === null ? undefined : 'fr';
}
