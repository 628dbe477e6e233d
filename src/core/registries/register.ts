import type { Jurisdiction } from './jurisdiction.js';
import type { NumberRule } from './number-rule.js';

/** What is known of a register before it is asked, said in its folder of `src/registers`. */
export interface RegisterFacts extends Jurisdiction {
  /** Of `src/registers`; called by the code when left out. Several jurisdictions may share one. */
  readonly folder?: string;
  /** The form of its numbers; any number of up to 40 characters when left out. */
  readonly number?: NumberRule;
  /** In GLEIF's list of registration authorities, `RA` and six digits. */
  readonly authority?: string;
  /** A business that everybody knows to be in it, for the probe; of a register that is asked. */
  readonly wellKnown?: string;
  /**
   * Why it will not be connected, in words for callers. It will not pass, so nothing calls it
   * temporary.
   */
  readonly barred?: string;
  /**
   * What an operator has to be given by the register, and for what of it, as the table of registers
   * says it: `a key, for deep`.
   */
  readonly needs?: string;
  /** Which names other than its present one a record comes with, in the same table. */
  readonly otherNames?: Readonly<{ former?: string; trade?: string }>;
}

/** `code` is ISO 3166-2 in lower case, which names the country. */
export function register(facts: Omit<RegisterFacts, 'country'>): RegisterFacts {
  return Object.freeze({ ...facts, country: facts.code.slice(0, facts.code.indexOf('-')) });
}
