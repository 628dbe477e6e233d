import { withClues } from '../../core/registries/clues.js';
import { readFields } from '../../core/registries/reading.js';
import type { RecordDetails, RegisterRecord } from '../../core/registries/record.js';
import { address, agent, date, required, text } from '../../adapters/registries/http/fields.js';
import type { BulkFormat, PartLayout } from '../../adapters/registries/bulk/formats/bulk-format.js';
import { csv } from '../../adapters/registries/bulk/formats/csv.js';
import { ndjson } from '../../adapters/registries/bulk/formats/ndjson.js';
import { soleRow } from '../../adapters/registries/bulk/formats/rows.js';

export { US_IA as facts } from './register.js';

/**
 * Iowa Secretary of State, Active Iowa Business Entities: a monthly ZIP with one JSON object per
 * line; the same rows are published as CSV. Licence: CC BY 4.0.
 *
 * Quirks: only live entities are listed, so there is no status and absence says nothing about the
 * past; empty columns are omitted from an object; the home office is sometimes named like a person
 * (`home_office`), which is never read.
 */
const NEEDED = ['corp_number', 'legal_name', 'corporation_type', 'effective_date'];
const COLUMNS = [
  ...NEEDED,
  'registered_agent',
  ...['ra_address_1', 'ra_address_2', 'ra_city', 'ra_state', 'ra_zip'],
  ...['ho_address_1', 'ho_address_2', 'ho_city', 'ho_state', 'ho_zip', 'ho_country'],
];

const ENTITIES: Omit<PartLayout, 'read'> = {
  part: 'entity',
  columns: COLUMNS,
  idColumn: 'corp_number',
  nameColumns: ['legal_name'],
  fault([number, name]) {
    if (!number) return 'a row without corp_number';
    return name ? undefined : 'a row without legal_name';
  },
};

export const format: BulkFormat = {
  code: 'us-ia',
  parserVersion: 1,
  publishes: 'a ZIP with one JSON object a line, or such a file, or the CSV of the same rows',
  published: {
    download: {
      origin: 'https://idh-be.iowa.gov',
      files: [{ path: '/api/v1/datasets/554/rows.json', name: 'rows.zip' }],
    },
  },
  layoutOf(name) {
    if (/\.csv$/i.test(name)) return { ...ENTITIES, read: csv(NEEDED) };
    return /\.(json|jsonl|ndjson|txt)$/i.test(name) ? { ...ENTITIES, read: ndjson } : undefined;
  },
  usualName: 'rows.json',
  recordParts: ['entity'],

  toRecord(parts) {
    const row = soleRow(parts, 'entity');
    if (!row) return undefined;
    const entityType = () => text(row, 'corporation_type');
    const record = readFields<RegisterRecord>({
      id: () => required(row, 'corp_number'),
      name: () => required(row, 'legal_name'),
      aliases: () => [],
      status: () => 'active',
      statusDetail: () => null,
      goodStanding: () => null,
      entityType,
      formationDate: () => date(row, 'effective_date'),
      domestic: () => isDomestic(entityType() ?? ''),
      url: () => null,
    });
    return withClues(record, () => address(row, addressOf('ho', 'ho_country')));
  },

  details(parts) {
    const row = soleRow(parts, 'entity') ?? {};
    const receiver = () =>
      agent(
        () => text(row, 'registered_agent'),
        () => address(row, addressOf('ra', undefined)),
      );
    return readFields<RecordDetails>({
      registeredAgent: receiver,
      officers: () => null,
      principalAddress: () => address(row, addressOf('ho', 'ho_country')),
      filingHistorySummary: () => null,
    });
  },
};

function isDomestic(entityType: string): boolean | null {
  if (/DOMESTIC/i.test(entityType)) return true;
  return /FOREIGN/i.test(entityType) ? false : null;
}

function addressOf(prefix: string, country: string | undefined) {
  return {
    line1: `${prefix}_address_1`,
    line2: `${prefix}_address_2`,
    city: `${prefix}_city`,
    region: `${prefix}_state`,
    postalCode: `${prefix}_zip`,
    country,
  };
}
