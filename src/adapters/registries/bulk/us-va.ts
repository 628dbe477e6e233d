import type { EntityStatus, Officer, Alias } from '../../../core/registries/record.js';
import { address, date, known, required, text, type Row } from '../http/fields.js';
import type { BulkFormat, PartLayout, Parts } from './bulk-format.js';
import { csv } from './csv.js';
import { personName, soleRow } from './rows.js';

/**
 * Virginia State Corporation Commission, Clerk's data file: a ZIP with one CSV for each kind of entity, and further ones for officers
 * and former names, tied together by `EntityID`. Licence: public record; permission to use the file is not stated anywhere.
 *
 * Known lies: ids stand behind a tab and before blanks; `9999-12-31` and blanks are no date; the status is a word in newer files and a
 * two-digit code in older ones; encodings are mixed. Reserved names are no entities and are not read.
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

/** What older files write for the status. */
const CODES: Readonly<Record<string, [status: EntityStatus, meaning: string]>> = {
  '00': ['active', 'Active'],
  '01': ['active', 'Fee delinquent'],
  '10': ['inactive', 'Terminated (annual report not filed)'],
  '11': ['inactive', 'Terminated (no registered agent)'],
  '13': ['dissolved', 'Voluntary termination'],
  '14': ['dissolved', 'Dissolving'],
  '15': ['inactive', 'Cancelled (voluntary)'],
  '16': ['dissolved', 'Involuntary dissolution'],
  '18': ['inactive', 'Surrendered'],
  '19': ['inactive', 'Cancelled (fee)'],
  '20': ['merged', 'Merged'],
  '26': ['inactive', 'Surrendered'],
  '30': ['revoked', 'Revoked'],
  '31': ['revoked', 'Revoked'],
  '32': ['revoked', 'Revoked'],
  '40': ['inactive', 'Withdrawn'],
  '41': ['inactive', 'Withdrawn'],
  '42': ['inactive', 'Withdrawn'],
  '43': ['inactive', 'Withdrawn'],
  '45': ['inactive', 'Converted'],
  '46': ['inactive', 'Converted'],
  '99': ['inactive', 'Void'],
};

/** First match wins. */
const REASONS: readonly [RegExp, EntityStatus][] = [
  [/merge|consolidat/i, 'merged'],
  [/revo[kc]/i, 'revoked'],
  [/dissol/i, 'dissolved'],
  [/suspend/i, 'suspended'],
];
const BAD_STANDING = /delinquent|not in good standing|pending/i;

export const US_VA: BulkFormat = {
  code: 'us-va',
  publishes: 'a ZIP of CSV files (Corp.csv, LLC.csv and their like)',
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

  toRecord(parts) {
    const main = mainRow(parts);
    if (!main) return undefined;
    const { row, kind } = main;
    const name = required(row, 'Name');
    const { status, statusDetail, goodStanding } = standing(row);
    const formedIn = known(row, 'IncorpState');
    return {
      id: required(row, 'EntityID'),
      name,
      aliases: aliases(parts, name),
      status,
      statusDetail,
      goodStanding,
      entityType: KINDS[kind] ?? null,
      formationDate: day(row, 'IncorpDate'),
      domestic: formedIn === null ? null : /^(VA|VIRGINIA)$/i.test(formedIn),
      url: null,
    };
  },

  details(parts) {
    const row = mainRow(parts)?.row ?? {};
    const name = known(row, 'RA-Name');
    const agentAddress = address(row, addressOf('RA-'));
    return {
      registeredAgent: name === null && agentAddress === null ? null : { name, address: agentAddress },
      officers: (parts['officer'] ?? []).flatMap(officerOf),
      principalAddress: address(row, addressOf('')),
      filingHistorySummary: null,
    };
  },
};

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

function standing(row: Row): { status: EntityStatus; statusDetail: string | null; goodStanding: boolean | null } {
  const word = text(row, 'Status') ?? '';
  const reason = known(row, 'StatusReason');
  const coded = CODES[word];
  if (coded) {
    const [status, meaning] = coded;
    return { status, statusDetail: meaning, goodStanding: status === 'active' ? !BAD_STANDING.test(meaning) : false };
  }
  const statusDetail = [word, reason].filter(Boolean).join(': ') || null;
  if (/^active/i.test(word)) {
    const good = BAD_STANDING.test(statusDetail ?? '')
      ? false
      : /good standing/i.test(reason ?? '') || reason === null
        ? true
        : null;
    return { status: 'active', statusDetail, goodStanding: good };
  }
  if (word === '') return { status: 'unknown', statusDetail, goodStanding: null };
  const ended = REASONS.find(([pattern]) => pattern.test(statusDetail ?? ''))?.[1];
  return { status: ended ?? (/inactive/i.test(word) ? 'inactive' : 'unknown'), statusDetail, goodStanding: false };
}

function aliases(parts: Parts, current: string): Alias[] {
  const names = new Set((parts['namehistory'] ?? []).map((row) => text(row, 'EntityName')));
  return [...names].flatMap((name) => (name === null || name === current ? [] : [{ name, kind: 'former' as const }]));
}

function officerOf(row: Row): Officer[] {
  const name = personName(text(row, 'OfficerFirstName'), text(row, 'OfficerMiddleName'), text(row, 'OfficerLastName'));
  return name === null ? [] : [{ name, title: text(row, 'OfficerTitle') }];
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
