import { ckan } from '../../adapters/registries/ckan/ckan-registry.js';
import type { CkanProfile } from '../../adapters/registries/ckan/profile.js';
import {
  address,
  date,
  known,
  publishedSeat,
  required,
  statusOfWord,
  text,
} from '../../adapters/registries/http/fields.js';
import { withClues } from '../../core/registries/clues.js';
import { readFields, readOnce } from '../../core/registries/reading.js';
import type { EntityStatus, RegisterRecord } from '../../core/registries/record.js';

export { SG as facts } from './register.js';

const STATUSES: Readonly<Record<string, EntityStatus>> = { registered: 'active', deregistered: 'dissolved' };

const OFFICE = {
  line1: 'reg_street_name',
  line2: undefined,
  city: undefined,
  region: undefined,
  postalCode: 'reg_postal_code',
  country: undefined,
} as const;

/**
 * Singapore, entities registered with ACRA on data.gov.sg, living or deregistered. Entities of
 * other agencies (societies, schools) are another dataset, which is not asked.
 *
 * Docs: https://guide.data.gov.sg. Quota: none published; we keep to one request a second.
 * Protocol: see CkanRegistry, at an address of its own. Licence: Singapore Open Data Licence 1.0.
 * Quirks: `na` means nothing; brackets in a question are refused with 409; a search also finds
 * names that are only like it; of an address, the street and the postal code. Good standing,
 * officers, agents, filings and former names are not published.
 */
const PROFILE: CkanProfile = {
  parserVersion: 1,
  origin: 'https://data.gov.sg',
  path: '/api/action/datastore_search',
  pace: { concurrency: 1, spacingMs: 1_000 },
  resource: 'd_3f960c10fed6145404ca7b821f263b87',
  idColumn: 'uen',
  nameColumn: 'entity_name',
  columns: [
    'uen',
    'entity_name',
    'uen_status_desc',
    'entity_type_desc',
    'uen_issue_date',
    'reg_street_name',
    'reg_postal_code',
  ],

  toRecord(row, { unknownStatus }) {
    const word = () => known(row, 'uen_status_desc');
    const status = readOnce(() => statusOfWord(STATUSES, word(), unknownStatus));
    const record = readFields<RegisterRecord>({
      id: () => required(row, 'uen').toUpperCase(),
      name: () => required(row, 'entity_name'),
      aliases: () => [],
      status,
      statusDetail: word,
      goodStanding: () => (status() === 'dissolved' ? false : null),
      entityType: () => known(row, 'entity_type_desc'),
      formationDate: () => date(row, 'uen_issue_date'),
      domestic: () => (/^foreign/i.test(text(row, 'entity_type_desc') ?? '') ? false : null),
      seat: () =>
        publishedSeat({ ...NO_PLACE, country: () => (known(row, 'reg_postal_code') === null ? undefined : 'sg') }),
      url: () => null,
    });
    return withClues(record, () => address(row, OFFICE), { isSeat: true });
  },

  addressOf: (row) => address(row, OFFICE),
};

/** The whole country is one town. */
const NO_PLACE = { place: () => undefined, region: () => undefined, jurisdiction: () => undefined };

export const connect = ckan(PROFILE);
