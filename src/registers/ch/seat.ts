import { regionOf } from '../../core/registries/places.js';
import { readFields } from '../../core/registries/reading.js';
import type { Seat } from '../../core/registries/record.js';

type Read = () => string | null;

/** `canton`: its two letters. `null` if neither the town nor the canton is published. */
export function seatIn(town: Read, canton: Read): Seat | null {
  const known = () => regionOf(codeOf(canton() ?? ''));
  const seat = readFields<Seat>({
    place: () => town() ?? undefined,
    region: () => known()?.name,
    country: () => known()?.parent,
    jurisdiction: () => known()?.code,
  });
  return Object.keys(seat).length === 0 ? null : seat;
}

/** ISO 3166-2, of the two letters of a canton. */
export function codeOf(canton: string): string {
  return `ch-${canton.toLowerCase()}`;
}
