import { withClues } from '../../core/registries/clues.js';
import { readFields, readOnce } from '../../core/registries/reading.js';
import type { Alias, EntityStatus, Officer, RecordDetails, RegisterRecord } from '../../core/registries/record.js';
import {
  address,
  agent,
  alias,
  date,
  known,
  officer,
  required,
  text,
  type OnUnknownStatus,
  type Row,
  homeOf,
} from '../../adapters/registries/http/fields.js';
import type { BulkFormat, PartLayout, Parts } from '../../adapters/registries/bulk/formats/bulk-format.js';
import { csv } from '../../adapters/registries/bulk/formats/csv.js';
import { personName, soleRow } from '../../adapters/registries/bulk/formats/rows.js';

export { US_VA as facts } from './register.js';

/**
 * Virginia State Corporation Commission, Clerk's data file: a ZIP with one CSV per kind of entity,
 * and others for officers and former names, linked by `EntityID`. Licence: Virginia public record;
 * nothing states that programs may use the file.
 *
 * Quirks: ids follow a tab and precede blanks; `9999-12-31` and blanks are no date; the status is a
 * word in newer files and a two-digit code in older ones, and neither says anything about the
 * standing unless it names it; encodings are mixed. Reserved names are not entities and are not
 * read.
 */
const KINDS: Readonly<Record<string, string>> = {
  corp: 'Corporation',
  llc: 'Limited Liability Company',
  lp: 'Limited Partnership',
  gp: 'General Partnership',
  bt: 'Business Trust',
  psa: 'PSA',
};
const KIND_PARTS = Object.keys(KINDS);
const ENTITY_COLUMNS = [
  ...['EntityID', 'Name', 'Status', 'StatusReason', 'IncorpDate', 'IncorpState'],
  ...['Street1', 'Street2', 'City', 'State', 'Zip'],
  ...['RA-Name', 'RA-Street1', 'RA-Street2', 'RA-City', 'RA-State', 'RA-Zip'],
];
const NEEDED = ['EntityID', 'Name', 'Status'];
const OFFICER_COLUMNS = ['EntityID', 'OfficerTitle', 'OfficerFirstName', 'OfficerMiddleName', 'OfficerLastName'];
const NAME_COLUMNS = ['EntityID', 'NameStatus', 'NameEffDate', 'EntityName'];

/**
 * Status codes in older files: the Clerk's table of status codes. If two codes differ by their
 * cause, so do the words here. `null` if the register states nothing about the standing.
 */
const CODES: Readonly<Record<string, readonly [EntityStatus, meaning: string, goodStanding: boolean | null]>> = {
  '00': ['active', 'Active', null],
  '01': ['active', 'Fee delinquent', false],
  '02': ['active', 'Fee delinquent', false],
  '08': ['inactive', 'Cancelled', false],
  '09': ['inactive', 'Terminated', false],
  '10': ['inactive', 'Terminated (annual report not filed)', false],
  '11': ['inactive', 'Terminated (no registered agent)', false],
  '12': ['inactive', 'Terminated', false],
  '13': ['dissolved', 'Voluntary termination', false],
  // In the process of being dissolved, but not dissolved yet.
  '14': ['active', 'Dissolving', null],
  '15': ['inactive', 'Cancelled (voluntary)', false],
  '16': ['dissolved', 'Involuntary dissolution', false],
  '17': ['inactive', 'Cancelled', false],
  '18': ['inactive', 'Surrendered', false],
  '19': ['inactive', 'Cancelled (fee)', false],
  '20': ['merged', 'Merged', false],
  '21': ['merged', 'Merged', false],
  '22': ['inactive', 'Converted', false],
  '23': ['inactive', 'Expired', false],
  '24': ['inactive', 'Cancelled', false],
  '25': ['inactive', 'Cancelled', false],
  '26': ['inactive', 'Surrendered', false],
  '30': ['revoked', 'Revoked', false],
  '31': ['revoked', 'Revoked', false],
  '32': ['revoked', 'Revoked', false],
  '40': ['inactive', 'Withdrawn', false],
  '41': ['inactive', 'Withdrawn', false],
  '42': ['inactive', 'Withdrawn', false],
  '43': ['inactive', 'Withdrawn', false],
  '44': ['inactive', 'Cancelled', false],
  '45': ['inactive', 'Converted', false],
  '46': ['inactive', 'Converted', false],
  // These are about the registration as an LLP, not the partnership.
  '50': ['unknown', 'LLP status only', null],
  '51': ['unknown', 'LLP status cancelled', null],
  '67': ['inactive', 'Repealed', false],
  '76': ['inactive', 'Cancelled', false],
  '98': ['inactive', 'Converted', false],
  '99': ['inactive', 'Void', false],
};

/**
 * Words that mean an end, from `StatusReason` or, in some files, from `Status` itself. First match
 * wins.
 */
const ENDED: readonly [RegExp, EntityStatus][] = [
  [/merge|consolidat/i, 'merged'],
  [/revo[kc]/i, 'revoked'],
  [/dissol(?!ving)/i, 'dissolved'],
  [/suspend/i, 'suspended'],
  [/inactive|terminat|cancel|surrender|withdr[ae]w|convert|expired|repeal|void|purg/i, 'inactive'],
];
const STATED_GOOD = /(?<!not )\bin good standing/i;
const STATED_BAD = /not in good standing|fee delinquent/i;

export const format: BulkFormat = {
  code: 'us-va',
  parserVersion: 1,
  publishes: 'a ZIP of CSV files (Corp.csv, LLC.csv and their like)',
  published: {
    why: 'the Clerk requires consent on a web page and states no terms for programs',
    what: 'the business entity data file at https://cis.scc.virginia.gov/DataSales/DownloadBEDataSalesFile',
  },
  layoutOf(name) {
    const kind = /^(?:.*[._-])?(\w+)\.csv$/i.exec(name)?.[1]?.toLowerCase() ?? '';
    if (kind in KINDS) return { ...withId(kind, ENTITY_COLUMNS, ['Name']), read: csv(NEEDED) };
    if (kind === 'officer') return { ...withId(kind, OFFICER_COLUMNS, []), read: csv(['EntityID', 'OfficerLastName']) };
    if (kind === 'namehistory')
      return { ...withId(kind, NAME_COLUMNS, ['EntityName']), read: csv(['EntityID', 'EntityName']) };
    return undefined;
  },
  usualName: 'Corp.csv',
  recordParts: [...KIND_PARTS, 'namehistory'],

  toRecord(parts, { unknownStatus }) {
    const main = mainRow(parts);
    if (!main) return undefined;
    const { row, kind } = main;
    const name = readOnce(() => required(row, 'Name'));
    const state = readOnce(() => standing(row, unknownStatus));
    const record = readFields<RegisterRecord>({
      id: () => required(row, 'EntityID'),
      name,
      aliases: () => aliases(parts, name()),
      status: () => state().status,
      statusDetail: () => state().statusDetail,
      goodStanding: () => state().goodStanding,
      entityType: () => KINDS[kind] ?? null,
      formationDate: () => day(row, 'IncorpDate'),
      domestic: () => isDomestic(known(row, 'IncorpState')),
      home: () => homeOf(() => known(row, 'IncorpState'), 'us-va'),
      url: () => null,
    });
    return withClues(record, () => address(row, addressOf('')));
  },

  details(parts) {
    const row = mainRow(parts)?.row ?? {};
    const receiver = () =>
      agent(
        () => known(row, 'RA-Name'),
        () => address(row, addressOf('RA-')),
      );
    return readFields<RecordDetails>({
      registeredAgent: receiver,
      officers: () => (parts['officer'] ?? []).flatMap(officerOf),
      principalAddress: () => address(row, addressOf('')),
      filingHistorySummary: () => null,
    });
  },
};

function isDomestic(formedIn: string | null): boolean | null {
  return formedIn === null ? null : /^(VA|VIRGINIA)$/i.test(formedIn);
}

function withId(part: string, columns: readonly string[], nameColumns: readonly string[]): Omit<PartLayout, 'read'> {
  const name = columns.indexOf(nameColumns[0] ?? '');
  return {
    part,
    columns,
    idColumn: 'EntityID',
    nameColumns,
    fault(cells) {
      if (!cells[0]) return 'a row without EntityID';
      return name !== -1 && cells[name] === '' ? `a row without ${nameColumns[0]}` : undefined;
    },
  };
}

function mainRow(parts: Parts): { row: Row; kind: string } | undefined {
  for (const kind of KIND_PARTS) {
    const row = soleRow(parts, kind);
    if (row) return { row, kind };
  }
  return undefined;
}

type Standing = Pick<RegisterRecord, 'status' | 'statusDetail' | 'goodStanding'>;

/**
 * Concludes nothing that the file does not state: the standing of an active entity is `null` unless
 * stated, and so is that of an unknown word.
 */
function standing(row: Row, onUnknown: OnUnknownStatus): Standing {
  const word = text(row, 'Status') ?? '';
  const reason = known(row, 'StatusReason');
  const coded = CODES[word];
  if (coded) return { status: coded[0], statusDetail: coded[1], goodStanding: coded[2] };
  const statusDetail = [word, reason].filter(Boolean).join(': ') || null;
  const status = /^active|^dissolving/i.test(word) ? 'active' : endedAs(word, statusDetail ?? '');
  if (status === 'unknown' && word !== '') onUnknown(word);
  return { status, statusDetail, goodStanding: statedStanding(status, statusDetail ?? '') };
}

function endedAs(word: string, statusDetail: string): EntityStatus {
  if (word === '' || /^\d/.test(word)) return 'unknown';
  return ENDED.find(([pattern]) => pattern.test(statusDetail))?.[1] ?? 'unknown';
}

function statedStanding(status: EntityStatus, statusDetail: string): boolean | null {
  if (status === 'unknown') return null;
  if (status !== 'active' || STATED_BAD.test(statusDetail)) return false;
  return STATED_GOOD.test(statusDetail) ? true : null;
}

/**
 * Matches `NameStatus`, a code or a word: names that the entity trades under but that are not its
 * own.
 */
const FICTITIOUS = /^50$|fictitious/i;

function aliases(parts: Parts, current: string): Alias[] {
  const found = new Map<string, Alias>();
  for (const row of parts['namehistory'] ?? []) {
    const name = text(row, 'EntityName');
    if (name === null || name === current || found.has(name)) continue;
    const kind = FICTITIOUS.test(text(row, 'NameStatus') ?? '') ? 'trade' : 'former';
    const [read] = alias(
      kind,
      () => text(row, 'EntityName'),
      () => day(row, 'NameEffDate'),
    );
    if (read) found.set(name, read);
  }
  return [...found.values()];
}

function officerOf(row: Row): Officer[] {
  return officer(
    () => personName(text(row, 'OfficerFirstName'), text(row, 'OfficerMiddleName'), text(row, 'OfficerLastName')),
    () => text(row, 'OfficerTitle'),
  );
}

function day(row: Row, column: string): string | null {
  const found = date(row, column);
  return found?.startsWith('9999') ? null : found;
}

function addressOf(prefix: string) {
  return {
    line1: `${prefix}Street1`,
    line2: `${prefix}Street2`,
    city: `${prefix}City`,
    region: `${prefix}State`,
    postalCode: `${prefix}Zip`,
    country: undefined,
  };
}
