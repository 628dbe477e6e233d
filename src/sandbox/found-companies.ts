import type { FictionalCompany } from './company.js';
import { FOUND_NAMES } from './forced-outcomes.js';

/** The records behind the forced names that are found in the end: every register has them, whatever its extract. */
export const FOUND_COMPANIES: readonly FictionalCompany[] = FOUND_NAMES.map(foundCompany);

function foundCompany(name: string, at: number): FictionalCompany {
  return {
    serial: 999_001 + at,
    name,
    kind: 'llc',
    formed: '2015-03-02',
    agent: 'Sandbox Registered Agents Inc.',
    officers: [{ name: 'Fictional Officer 1', title: 'Manager' }],
    office: { street: '1 Sandbox Square', city: 'Testville', zip: '00000' },
    filings: [
      { date: '2015-03-02', type: 'formation' },
      { date: '2025-03-10', type: 'report' },
    ],
    reportDue: '2999-03-31',
  };
}
