import { ckan } from '../../adapters/registries/ckan/ckan-registry.js';
import type { CkanProfile } from '../../adapters/registries/ckan/profile.js';
import { alias, dayFirst, required, statusIn, text, type Row } from '../../adapters/registries/http/fields.js';
import { readFields, readOnce } from '../../core/registries/reading.js';
import type { EntityStatus, RegisterRecord, StandingHint } from '../../core/registries/record.js';

export { AU as facts } from './register.js';

const NAME = 'Company Name';
/** Filled in the row of a former name alone. */
const CURRENT_NAME = 'Current Name';

/** `NOAC` and `PEND` do not say whether the company exists. */
const STATUSES: Readonly<Record<string, readonly [EntityStatus, string]>> = {
  REGD: ['active', 'Registered'],
  EXAD: ['active', 'Under external administration'],
  SOFF: ['active', 'Strike-off action in progress'],
  NOAC: ['unknown', 'Not active'],
  PEND: ['unknown', 'Pending'],
  DRGD: ['dissolved', 'Deregistered'],
};
const ENDING = new Set(['EXAD', 'SOFF']);
const TYPES: Readonly<Record<string, string>> = {
  APTY: 'Australian proprietary company',
  APUB: 'Australian public company',
};

/**
 * Australia, the company dataset of the Securities and Investments Commission on data.gov.au: all
 * companies, living or deregistered, weekly.
 *
 * Docs: https://data.gov.au/data/dataset/asic-companies. Quota: none published; we keep to two
 * requests a second. Protocol: see CkanRegistry. Licence: CC BY 3.0 AU. Quirks: a company has one
 * row for each of its names, and `Current Name` is filled in the rows of former ones. `Current Name
 * Start Date` is the first day of the present name, so it is not the last day of each former one.
 * Dates are written with the day first. Only companies from before 1991 have a state, that of their
 * first registration: companies are national, and no seat is published. Good standing is not
 * published: a hint comes from external administration and strike-off. Addresses, officers and
 * filings are not published.
 */
const PROFILE: CkanProfile = {
  parserVersion: 1,
  origin: 'https://data.gov.au',
  path: '/data/api/3/action/datastore_search',
  pace: { concurrency: 2, spacingMs: 500 },
  resource: '5c3914e6-413e-4a2c-b890-bf8efe3eabf2',
  idColumn: 'ACN',
  nameColumn: NAME,
  columns: [NAME, 'ACN', 'Type', 'Status', 'Date of Registration', CURRENT_NAME],

  toRecord(row, { unknownStatus }) {
    const state = readOnce(() => statusIn(STATUSES, required(row, 'Status').toUpperCase(), unknownStatus));
    const type = () => text(row, 'Type');
    return readFields<RegisterRecord>({
      id: () => required(row, 'ACN').padStart(9, '0'),
      name: () => required(row, NAME) && (text(row, CURRENT_NAME) ?? required(row, NAME)),
      aliases: () => (text(row, CURRENT_NAME) === null ? [] : alias('former', () => text(row, NAME))),
      status: () => state()[0],
      statusDetail: () => state()[1],
      goodStanding: () => (state()[0] === 'dissolved' ? false : null),
      standingHint: () => hintOf(row),
      entityType: () => TYPES[type() ?? ''] ?? type(),
      formationDate: () => dayFirst(row, 'Date of Registration'),
      domestic: () => (Object.hasOwn(TYPES, type() ?? '') ? true : null),
      seat: () => null,
      url: () => null,
    });
  },

  addressOf: () => null,
};

export const connect = ckan(PROFILE);

function hintOf(row: Row): StandingHint | undefined {
  const word = text(row, 'Status')?.toUpperCase() ?? '';
  if (!ENDING.has(word)) return undefined;
  return { goodStanding: false, because: `The register says "${STATUSES[word]?.[1]}" of the company.` };
}
