import { countryCode } from '../../core/registries/places.js';
import { readAgain, readFields } from '../../core/registries/reading.js';
import type { Seat } from '../../core/registries/record.js';
import { required, text } from '../../adapters/registries/http/fields.js';
import { part, type Json } from '../../adapters/registries/http/json.js';
import { officeOf } from './details.js';
import { homeCountryOf } from './overseas.js';
import { OVERSEAS_OWN } from './words.js';

export type HomeNation = 'gb-eaw' | 'gb-sct' | 'gb-nir';

/**
 * Number prefixes of each register. Every other company is registered in Cardiff, including `SE`.
 */
const SCOTTISH = /^(SC|SA|SF|SI|SL|SO|SP|SR|SZ|CS|ES|GS)/i;
const NORTHERN_IRISH = /^(N[A-Z]|R0|EN|GN)/i;
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
  if (stated) return stated;
  const number = required(company, 'company_number');
  if (SCOTTISH.test(number)) return 'gb-sct';
  return NORTHERN_IRISH.test(number) ? 'gb-nir' : 'gb-eaw';
}

/** In a search, the office is called `address`. */
export function officeIn(company: Json): Json | undefined {
  return part(company, 'registered_office_address') ?? part(company, 'address');
}

/**
 * The nation of an overseas company is the one in whose register it is, and its country the one of
 * its seat: left out where the register does not name it.
 */
export function seatOf(company: Json, type: string | null): Seat {
  const stated = officeIn(company);
  const office = officeOf(stated);
  const isAbroad = OVERSEAS_OWN.test(type ?? '');
  const abroad = () => countryCode((stated && text(stated, 'country')) ?? '') ?? homeCountryOf(company);
  return readFields<Seat>({
    place: () => (office && readAgain(office, 'city')) ?? undefined,
    region: () => (office && readAgain(office, 'region')) ?? undefined,
    country: () => (isAbroad ? abroad() : nationOf(company).slice(0, 2)),
    jurisdiction: () => nationOf(company),
  });
}
