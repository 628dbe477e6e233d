import { ordinaryCompany, type FictionalCompany } from './company.js';
import { FOUND_NAMES } from '../forced-outcomes.js';

/**
 * Records for the forced names that are eventually found; every register has them, whatever its
 * extract.
 */
export const FOUND_COMPANIES: readonly FictionalCompany[] = FOUND_NAMES.map((name, at) =>
  ordinaryCompany(999_001 + at, name),
);
