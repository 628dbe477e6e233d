import { publishedSeat } from '../../adapters/registries/http/fields.js';
import { regionOf } from '../../core/registries/places.js';
import type { Seat } from '../../core/registries/record.js';

type Read = () => string | null;

/** `canton`: its two letters. `null` if neither the town nor the canton is published. */
export function seatIn(town: Read, canton: Read): Seat | null {
  const known = () => regionOf(codeOf(canton() ?? ''));
  return publishedSeat({
    place: () => town() ?? undefined,
    region: () => known()?.name,
    country: () => known()?.parent ?? (town() === null ? undefined : 'ch'),
    jurisdiction: () => known()?.code,
  });
}

/** ISO 3166-2, of the two letters of a canton. */
export function codeOf(canton: string): string {
  return `ch-${canton.toLowerCase()}`;
}
