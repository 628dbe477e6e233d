import { ordinaryCompany, type FictionalCompany } from './company.js';
import { FOUND_NAMES } from '../forced-outcomes.js';

/**
 * The records behind the forced names that are found in the end: every register has them, whatever
 * its extract.
 */
export const FOUND_COMPANIES: readonly FictionalCompany[] = FOUND_NAMES.map((name, at) =>
  ordinaryCompany(999_001 + at, name),
);
