import { countryPart, type Jurisdiction, type Tier } from './jurisdiction.js';
import type { RegisterRecord } from './record.js';
import type { NumberRule } from './number-rule.js';

/** Static facts about a register, from its folder in `src/registers`. */
export interface RegisterFacts extends Jurisdiction {
  /** Folder in `src/registers`; defaults to the code. Several jurisdictions may share one. */
  readonly folder?: string;
  /** In force only where the operator adds it, with `JURISDICTIONS`. */
  readonly optIn?: true;
  /** Format of its numbers; defaults to any number of up to 40 characters. */
  readonly number?: NumberRule;
  /**
   * The first tier at which it publishes officers and agents of any of its records; left out where
   * it does not. An office is published at quick unless this says otherwise.
   */
  readonly publishes?: Readonly<{ officers?: Tier; agents?: 'deep'; office?: 'deep' | 'never' }>;
  /** It has met neither its live service nor a recorded answer of it. */
  readonly triedAgainst?: 'description';
  /** In GLEIF's list of registration authorities, `RA` and six digits. */
  readonly authority?: string;
  /** For a country without one: the part in whose register this record is, which has one. */
  readonly partOf?: (record: Pick<RegisterRecord, 'id' | 'seat'>) => string;
  /** A well-known business in the register, for the probe; only for a register queried directly. */
  readonly wellKnown?: string;
  /**
   * Why it will never be connected, in words for callers. It is permanent, so do not call it
   * temporary.
   */
  readonly barred?: string;
  /**
   * Credentials the operator has to obtain from the register, and the data they unlock, as in the
   * table of registers: `a key, for deep`.
   */
  readonly needs?: string;
  /** Codes of registers that its code is mistaken for: a no-match names them. */
  readonly mistakenFor?: readonly string[];
  /** Former and trade names that come with a record, in the same table. */
  readonly otherNames?: Readonly<{ former?: string; trade?: string }>;
}

/** `code` is ISO 3166 in lower case: a country, or a region with its country. */
export function register(facts: Omit<RegisterFacts, 'country'>): RegisterFacts {
  return Object.freeze({ ...facts, country: countryPart(facts.code) });
}
