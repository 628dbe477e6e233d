import { countryCode } from '../../core/registries/places.js';
import { readAgain } from '../../core/registries/reading.js';
import type { Seat } from '../../core/registries/record.js';
import { required, text, publishedSeat } from '../../adapters/registries/http/fields.js';
import { part, type Json } from '../../adapters/registries/http/json.js';
import { officeOf } from './details.js';
import { homeCountryOf } from './overseas.js';
import { nationNumbered, type HomeNation } from './register.js';
import { OVERSEAS_OWN } from './words.js';

const PROFILE_NATIONS: Readonly<Record<string, HomeNation>> = {
  'england-wales': 'gb-eaw',
  england: 'gb-eaw',
  wales: 'gb-eaw',
  scotland: 'gb-sct',
  'northern-ireland': 'gb-nir',
};

/** The nation in whose register a company is. */
export function nationOf(company: Json): HomeNation {
  const stated = PROFILE_NATIONS[text(company, 'jurisdiction') ?? ''];
  return stated ?? nationNumbered(required(company, 'company_number'));
}

/** In a search, the office is called `address`. */
export function officeIn(company: Json): Json | undefined {
  return part(company, 'registered_office_address') ?? part(company, 'address');
}

/**
 * The seat of an overseas company is in its own country, which is left out where the register does
 * not name it.
 */
export function seatOf(company: Json, type: string | null): Seat | null {
  const stated = officeIn(company);
  const office = officeOf(stated);
  const isAbroad = OVERSEAS_OWN.test(type ?? '');
  const abroad = () => countryCode((stated && text(stated, 'country')) ?? '') ?? homeCountryOf(company);
  return publishedSeat({
    place: () => (office && readAgain(office, 'city')) ?? undefined,
    region: () => (office && readAgain(office, 'region')) ?? undefined,
    country: () => (isAbroad ? abroad() : nationOf(company).slice(0, 2)),
    jurisdiction: () => (isAbroad ? undefined : nationOf(company)),
  });
}
