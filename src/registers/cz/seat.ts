import { readFields } from '../../core/registries/reading.js';
import type { Address, MovedRecord, Seat } from '../../core/registries/record.js';
import { text, publishedSeat } from '../../adapters/registries/http/fields.js';
import { isTrue, optionalList, part, type Json } from '../../adapters/registries/http/json.js';
import { regionNumbered } from './regions.js';

const PRAGUE = 'cz-10';
/** In Prague, but not in a surrounding district that has its name. */
const IN_PRAGUE = /(?:^|[\s,])Praha(?!-(?:západ|východ))/;
/** The last part of an address in one text, behind the postal code. */
const TOWN = /(?:^|,)\s*(?:\d{3} ?\d{2}\s+)?([^,]+)$/;

/**
 * If the subject states no place, uses the seats of the source registers, the primary one first.
 */
export function seatIn(subject: Json): Json | undefined {
  const own = part(subject, 'sidlo');
  if (regionOf(own) !== undefined) return own;
  const listed = optionalList(subject, 'dalsiUdaje').flatMap((entry) => optionalList(entry, 'sidlo'));
  const primaryFirst = listed.toSorted(
    (a, b) => Number(isTrue(b, 'primarniZaznam')) - Number(isTrue(a, 'primarniZaznam')),
  );
  return primaryFirst.map((entry) => part(entry, 'sidlo')).find((seat) => regionOf(seat) !== undefined) ?? own;
}

/**
 * Returns the region by its number, the country or the written address, in ISO 3166-2. `null`:
 * abroad, or unknown which. `undefined` if all of these are unpublished.
 */
export function regionOf(seat: Json | undefined): string | null | undefined {
  if (!seat) return undefined;
  const number = text(seat, 'kodKraje');
  if (number !== null) return regionNumbered(number) ?? null;
  if (isAbroad(seat)) return null;
  const written = text(seat, 'nazevObce') ?? text(seat, 'textovaAdresa');
  if (written === null) return undefined;
  return IN_PRAGUE.test(written) ? PRAGUE : null;
}

/** `null` if neither its place nor its country is published. */
export function seatOf(subject: Json): Seat | null {
  const found = seatIn(subject);
  if (!found) return null;
  const region = () => regionOf(found) ?? undefined;
  const place = () => text(found, 'nazevObce') ?? townIn(found);
  return publishedSeat({
    place,
    region: () => text(found, 'nazevKraje') ?? undefined,
    country: () => text(found, 'kodStatu')?.toLowerCase() ?? ((region() ?? place()) === undefined ? undefined : 'cz'),
    jurisdiction: region,
  });
}

/** Of an address in one text. Abroad, the country may be the last part of it. */
function townIn(seat: Json): string | undefined {
  return isAbroad(seat) ? undefined : TOWN.exec(text(seat, 'textovaAdresa') ?? '')?.[1];
}

export function movedOf(seat: Json | undefined, id: string): MovedRecord {
  const place = seat && (text(seat, 'nazevObce') ?? text(seat, 'textovaAdresa') ?? text(seat, 'nazevStatu'));
  const movedTo = seat && regionNumbered(text(seat, 'kodKraje'));
  return { id, movedTo, ...(place !== undefined && place !== null && { place }) };
}

export function isAbroad(seat: Json): boolean {
  return (text(seat, 'kodStatu') ?? 'CZ') !== 'CZ';
}

export function addressOf(seat: Json | undefined): Address | null {
  if (!seat) return null;
  return readFields<Address>({
    line1: () => streetOf(seat) || text(seat, 'textovaAdresa'),
    line2: () => null,
    city: () => text(seat, 'nazevObce'),
    region: () => text(seat, 'nazevKraje'),
    postalCode: () => text(seat, 'psc'),
    country: () => text(seat, 'kodStatu'),
  });
}

function streetOf(seat: Json): string {
  const number = [text(seat, 'cisloDomovni'), text(seat, 'cisloOrientacni')]
    .filter((given) => given !== null)
    .join('/');
  return [text(seat, 'nazevUlice') ?? text(seat, 'nazevCastiObce'), number].filter(Boolean).join(' ');
}
