import { withClues } from '../../core/registries/clues.js';
import { readFields, readOnce } from '../../core/registries/reading.js';
import type { EntityStatus, RecordDetails, RegisterRecord } from '../../core/registries/record.js';
import {
  address,
  agent,
  alias,
  date,
  known,
  required,
  statusOfWord,
  text,
  type Row,
  homeOf,
} from '../../adapters/registries/http/fields.js';
import type { BulkFormat } from '../../adapters/registries/bulk/formats/bulk-format.js';
import { csv } from '../../adapters/registries/bulk/formats/csv.js';
import { soleRow } from '../../adapters/registries/bulk/formats/rows.js';

export { US_AK as facts } from './register.js';

/**
 * Alaska Division of Corporations, Business and Professional Licensing, `CorporationsDownload.csv`.
 * Licence: Alaska public record. The register blocks automated downloads, so the jurisdiction stays
 * unavailable; a file that an operator has fetched by hand can be read.
 *
 * Quirks: registered and reserved names are listed among the entities but are not entities; the
 * file lists entities that have not ended, so absence says little.
 */
const NEEDED = ['CORPTYPE', 'ENTITYNUMBER', 'LEGALNAME', 'STATUS'];
const COLUMNS = [
  ...NEEDED,
  ...['ASSUMEDNAME', 'AKFORMEDDATE', 'HOMESTATE', 'HOMECOUNTRY', 'REGISTEREDAGENT'],
  ...['ENTITYPHYSADDRESS1', 'ENTITYPHYSADDRESS2', 'ENTITYPHYSCITY', 'ENTITYPHYSSTATEPROVINCE', 'ENTITYPHYSZIP'],
  'ENTITYPHYSCOUNTRY',
  ...['REGISTEREDPHYSADDRESS1', 'REGISTEREDPHYSADDRESS2', 'REGISTEREDPHYSCITY', 'REGISTEREDPHYSSTATEPROVINCE'],
  ...['REGISTEREDPHYSZIP', 'REGISTEREDPHYSCOUNTRY'],
];
const NOT_AN_ENTITY = /name registration|name reservation/i;
/** The status of a name that is held without an entity. */
const NAME_ONLY = /^active name$/i;

const GOOD = 'good standing';
/** The register's status words describe the standing. */
const STATUSES: Readonly<Record<string, EntityStatus>> = { [GOOD]: 'active', 'non-compliant': 'active' };

export const format: BulkFormat = {
  code: 'us-ak',
  parserVersion: 1,
  publishes: 'CorporationsDownload.csv',
  published: {
    why: 'the register does not allow programs',
    what: 'CorporationsDownload.csv at https://www.commerce.alaska.gov/cbp/main/DbDownload/CorporationsDownload',
  },
  layoutOf(name) {
    if (!/\.csv$/i.test(name)) return undefined;
    return {
      part: 'entity',
      columns: COLUMNS,
      idColumn: 'ENTITYNUMBER',
      nameColumns: ['LEGALNAME', 'ASSUMEDNAME'],
      read: csv(NEEDED),
      fault: ([, number, legalName]) => {
        if (!number) return 'a row without ENTITYNUMBER';
        return legalName ? undefined : 'a row without LEGALNAME';
      },
    };
  },
  usualName: 'CorporationsDownload.csv',
  recordParts: ['entity'],

  toRecord(parts, { unknownStatus }) {
    const row = soleRow(parts, 'entity');
    if (!row) return undefined;
    const entityType = () => text(row, 'CORPTYPE');
    const statusDetail = () => text(row, 'STATUS');
    if (NOT_AN_ENTITY.test(entityType() ?? '') || NAME_ONLY.test(statusDetail() ?? '')) return undefined;
    const status = readOnce(() => statusOfWord(STATUSES, statusDetail(), unknownStatus));
    const record = readFields<RegisterRecord>({
      id: () => required(row, 'ENTITYNUMBER'),
      name: () => required(row, 'LEGALNAME'),
      aliases: () => alias('trade', () => known(row, 'ASSUMEDNAME')),
      status,
      statusDetail,
      goodStanding: () => (status() === 'unknown' ? null : statusDetail()?.toLowerCase() === GOOD),
      entityType,
      formationDate: () => date(row, 'AKFORMEDDATE'),
      domestic: () => isDomestic(known(row, 'HOMESTATE')),
      home: () => homeOf(() => known(row, 'HOMESTATE') ?? homeCountry(row), 'us-ak'),
      url: () => null,
    });
    return withClues(record, () => address(row, addressOf('ENTITYPHYS')));
  },

  details(parts) {
    const row = soleRow(parts, 'entity') ?? {};
    const receiver = () =>
      agent(
        () => known(row, 'REGISTEREDAGENT'),
        () => address(row, addressOf('REGISTEREDPHYS')),
      );
    return readFields<RecordDetails>({
      registeredAgent: receiver,
      officers: () => null,
      principalAddress: () => address(row, addressOf('ENTITYPHYS')),
      filingHistorySummary: () => null,
    });
  },
};

function isDomestic(homeState: string | null): boolean | null {
  return homeState === null ? null : /^(AK|ALASKA)$/i.test(homeState);
}

/** The register also states a country beside each state. It matters only if there is no state. */
function homeCountry(row: Row): string | null {
  const country = known(row, 'HOMECOUNTRY');
  return country === null || /^(US|USA|UNITED STATES)$/i.test(country) ? null : country;
}

function addressOf(prefix: string) {
  return {
    line1: `${prefix}ADDRESS1`,
    line2: `${prefix}ADDRESS2`,
    city: `${prefix}CITY`,
    region: `${prefix}STATEPROVINCE`,
    postalCode: `${prefix}ZIP`,
    country: `${prefix}COUNTRY`,
  };
}
