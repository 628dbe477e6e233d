import { readFields } from '../../core/registries/reading.js';
import type { Address, MovedRecord } from '../../core/registries/record.js';
import { text } from '../../adapters/registries/http/fields.js';
import { isTrue, optionalList, part, type Json } from '../../adapters/registries/http/json.js';
import { regionNumbered } from './regions.js';

/** Region number in ARES's own numbering. In ISO 3166-2 it is CZ-10. */
export const PRAGUE = 19;

/**
 * If the subject states no place, uses the seats of the source registers, the primary one first.
 */
export function seatOf(subject: Json): Json | undefined {
  const own = part(subject, 'sidlo');
  if (isInPrague(own) !== undefined) return own;
  const listed = optionalList(subject, 'dalsiUdaje').flatMap((entry) => optionalList(entry, 'sidlo'));
  const primaryFirst = listed.toSorted(
    (a, b) => Number(isTrue(b, 'primarniZaznam')) - Number(isTrue(a, 'primarniZaznam')),
  );
  return primaryFirst.map((entry) => part(entry, 'sidlo')).find((seat) => isInPrague(seat) !== undefined) ?? own;
}

/**
 * Decides by the region, the country or the written address: in Prague, but not in a surrounding
 * district that has its name. `undefined` if all of these are unpublished.
 */
export function isInPrague(seat: Json | undefined): boolean | undefined {
  if (!seat) return undefined;
  const region = text(seat, 'kodKraje');
  if (region !== null) return Number(region) === PRAGUE;
  if (isAbroad(seat)) return false;
  const written = text(seat, 'nazevObce') ?? text(seat, 'textovaAdresa');
  return written === null ? undefined : /(?:^|[\s,])Praha(?!-(?:západ|východ))/.test(written);
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
