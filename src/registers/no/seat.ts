import { readFields } from '../../core/registries/reading.js';
import type { Address, MovedRecord, Seat } from '../../core/registries/record.js';
import { required, text, publishedSeat } from '../../adapters/registries/http/fields.js';
import { eachText, part, type Json } from '../../adapters/registries/http/json.js';
import { countyName, countyOf } from './counties.js';

/**
 * A unit without a business address has no known seat. Missing fields are reported first. `here`: a
 * municipality; `undefined` for the whole country, where every unit belongs.
 */
export function isHere(unit: Json, here: string | undefined): boolean {
  required(unit, 'navn');
  if (here === undefined) return true;
  const office = part(unit, 'forretningsadresse');
  return office !== undefined && text(office, 'kommunenummer') === here;
}

/** Has neither a municipality nor a country: some units publish only a postal address. */
export function hasNoSeat(office: Json | undefined): boolean {
  return !office || (text(office, 'kommunenummer') === null && (text(office, 'landkode') ?? 'NO') === 'NO');
}

export function movedOf(office: Json | undefined, id: string): MovedRecord {
  const place = office && (text(office, 'kommune') ?? text(office, 'poststed') ?? text(office, 'land'));
  const movedTo = office && countyOf(text(office, 'kommunenummer'));
  return { id, movedTo, ...(place !== undefined && place !== null && { place }) };
}

/** The business address. `null` for a unit that has none, such as a deleted one. */
export function seatOf(unit: Json): Seat | null {
  const office = part(unit, 'forretningsadresse');
  if (!office) return null;
  const municipality = () => text(office, 'kommunenummer');
  return publishedSeat({
    place: () => text(office, 'kommune') ?? text(office, 'poststed') ?? undefined,
    region: () => countyName(municipality()),
    country: () => text(office, 'landkode')?.toLowerCase() ?? (municipality() === null ? undefined : 'no'),
    jurisdiction: () => countyOf(municipality()),
  });
}

/** `null` if only the municipality's number is left. */
export function addressOf(office: Json | undefined): Address | null {
  if (!office) return null;
  const [first, ...others] = eachText(office, 'adresse', (list, place) => () => text(list, place));
  const address = readFields<Address>({
    line1: () => first?.() ?? null,
    line2: () => others.map((line) => line()).join(', ') || null,
    city: () => text(office, 'poststed'),
    region: () => text(office, 'kommune'),
    postalCode: () => text(office, 'postnummer'),
    country: () => text(office, 'landkode'),
  });
  return Object.values(address).every((value) => value === null) ? null : address;
}
