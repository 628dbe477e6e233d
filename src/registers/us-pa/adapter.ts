import { withClues } from '../../core/registries/clues.js';
import { readFields } from '../../core/registries/reading.js';
import type { Officer, RecordDetails, RegisterRecord } from '../../core/registries/record.js';
import { address, columnsOf, date, officer, required, text, type Row } from '../../adapters/registries/http/fields.js';
import type { SocrataProfile } from '../../adapters/registries/socrata/profile.js';
import { equals } from '../../adapters/registries/socrata/soql.js';
import { APP_TOKEN, socrata } from '../../adapters/registries/socrata/socrata-registry.js';

export { US_PA as facts } from './register.js';

/**
 * Pennsylvania Department of State, Registered Businesses in PA Current: refreshed monthly.
 *
 * Docs: https://dev.socrata.com/foundry/data.pa.gov/xvd7-5r2c. Quota and protocol: see
 * SocrataRegistry. Licence: public domain. Quirks: an entity has one row for each of its parties;
 * there is no status, and the department may not remove entities that no longer operate, so a listing
 * does not show that one is active; absence says little; names are in title case (`Llc`); addresses and dates are missing from many foreign entities. Organisers
 * and incorporators only signed the formation: they are not officers and are omitted. Neither
 * agents nor filings are published.
 */
const DATASET = 'xvd7-5r2c';
const LISTED = 'Listed as registered; Pennsylvania does not remove businesses that no longer operate';
const NO_OFFICER = /^(organizer|incorporator)$/i;

const OFFICE = {
  line1: 'address_line1',
  line2: 'address_line2',
  city: 'city',
  region: 'state',
  postalCode: 'zip',
  country: undefined,
} as const;

const PROFILE: SocrataProfile = {
  code: 'us-pa',
  parserVersion: 2,
  origin: 'https://data.pa.gov',
  dataset: DATASET,
  idColumn: 'filing_number',
  nameColumn: 'business_name',
  columns: ['filing_number', 'business_name', 'typeofbusinessregistration', 'creationdate', ...columnsOf(OFFICE)],
  severalRowsPerEntity: true,
  aliases: [],

  toRecord(row) {
    const entityType = () => text(row, 'typeofbusinessregistration');
    const record = readFields<RegisterRecord>({
      id: () => required(row, 'filing_number'),
      name: () => required(row, 'business_name'),
      aliases: () => [],
      status: () => 'unknown',
      statusDetail: () => LISTED,
      goodStanding: () => null,
      entityType,
      formationDate: () => date(row, 'creationdate'),
      domestic: () => isDomestic(entityType()),
      url: () => null,
    });
    return withClues(record, () => address(row, OFFICE));
  },

  async details(row, ask) {
    const rows = await ask(DATASET, { where: equals('filing_number', required(row, 'filing_number')), order: ':id' });
    const officers = rows.flatMap(officerOf);
    return readFields<RecordDetails>({
      registeredAgent: () => null,
      officers: () => (officers.length === 0 ? null : officers),
      principalAddress: () => address(row, OFFICE),
      filingHistorySummary: () => null,
    });
  },
};

export const credentials = [APP_TOKEN];
export const connect = socrata(PROFILE);

function isDomestic(entityType: string | null): boolean | null {
  if (entityType === null) return null;
  if (/^domestic/i.test(entityType)) return true;
  return /^foreign/i.test(entityType) ? false : null;
}

function officerOf(row: Row): Officer[] {
  const title = () => text(row, 'party_type');
  if (NO_OFFICER.test(title() ?? '')) return [];
  const parts = () => ['first_name', 'middle_name', 'last_name'].map((column) => text(row, column));
  const name = () => parts().filter((part) => part !== null);
  return officer(() => name().join(' ') || null, title);
}
