import { withClues } from '../../core/registries/clues.js';
import { readFields, readOnce } from '../../core/registries/reading.js';
import type {
  Address,
  EntityStatus,
  Officer,
  RecordDetails,
  RegisteredAgent,
  RegisterRecord,
  StandingHint,
} from '../../core/registries/record.js';
import {
  address,
  alias,
  date,
  officer,
  required,
  statusIn,
  text,
  type OnUnknownStatus,
  type Row,
  homeOf,
} from '../../adapters/registries/http/fields.js';
import type { BulkFormat, PartLayout, Parts } from '../../adapters/registries/bulk/formats/bulk-format.js';
import { fixedWidth, type Place } from '../../adapters/registries/bulk/formats/fixed-width.js';
import { soleRow } from '../../adapters/registries/bulk/formats/rows.js';

export { US_IL as facts } from './register.js';

/**
 * Illinois Secretary of State, Data Transparency lists: fixed width, one ZIP per list, separate for
 * corporations (`cdxall…`) and LLCs (`llcall…`), linked by the 8-digit file number. Licence:
 * Illinois Data Transparency terms, which forbid automated access: the jurisdiction stays
 * unavailable; files that an operator has fetched can be read.
 *
 * Quirks: trailing blanks may be stripped; `00000000` is no date; the encoding is ISO-8859-9, but
 * nothing beyond Latin-1 has been seen; the officers' column has name and home address in one text,
 * of which only the name is read.
 */
const FRAME = { header: /^RUN DATE\s*=/i, trailer: /^END OF FILE RECORD COUNT\s*=\s*(\d+)/i };

type Columns = Readonly<Record<string, Place>>;

const CORPORATION: Columns = {
  file: [0, 8],
  formed: [8, 8],
  state: [24, 2],
  status: [29, 2],
  type: [31, 1],
  president: [40, 30],
  secretary: [100, 30],
};
const CORPORATION_AGENT: Columns = { file: [0, 8], name: [8, 60], street: [68, 45], city: [113, 30], zip: [152, 9] };
const LLC: Columns = {
  file: [0, 8],
  status: [14, 2],
  formed: [24, 8],
  state: [41, 2],
  office_street: [43, 45],
  office_city: [88, 30],
  office_zip: [118, 9],
};
const LLC_AGENT: Columns = { file: [0, 8], name: [9, 60], street: [69, 45], city: [114, 30], zip: [144, 9] };
const LLC_MANAGER: Columns = { file: [0, 8], name: [8, 60] };

const LISTS: Readonly<Record<string, PartLayout>> = {
  cdxallmst: list('corporation', CORPORATION),
  cdxallnam: list('name', { file: [0, 8], name: [8, 189] }, ['name']),
  cdxallagt: list('agent', CORPORATION_AGENT),
  llcallmst: list('llc', LLC),
  llcallnam: list('name', { file: [0, 8], name: [8, 120] }, ['name']),
  llcallagt: list('agent', LLC_AGENT),
  llcallmgr: list('manager', LLC_MANAGER),
};

const CORPORATION_STATES: Readonly<Record<string, [status: EntityStatus, meaning: string]>> = {
  '00': ['active', 'Good standing'],
  '01': ['active', 'Reinstated'],
  '02': ['active', 'Intent to dissolve'],
  '03': ['active', 'Bankruptcy'],
  '04': ['active', 'Unacceptable payment'],
  '05': ['active', 'Agent vacated'],
  '06': ['inactive', 'Withdrawn'],
  '07': ['revoked', 'Revoked'],
  '08': ['dissolved', 'Dissolved'],
  '09': ['merged', 'Merged'],
  '10': ['inactive', 'Registered name expired'],
  '11': ['inactive', 'Expired'],
  '12': ['inactive', 'Registered name cancelled'],
  '13': ['active', 'Special act'],
  '14': ['suspended', 'Suspended'],
  '15': ['inactive', 'Converted'],
  '16': ['inactive', 'Redomesticated'],
};
/** The labels of the other LLC codes are not reliably published. */
const LLC_STATES: typeof CORPORATION_STATES = { '00': ['active', 'Good standing'], '01': ['active', 'Reinstated'] };
const UNSTATED = ['unknown', null] as const;
const GOOD = '00';
const REINSTATED = '01';
/** States that say nothing about the standing. */
const SILENT = new Set([REINSTATED, '13']);

const CORPORATION_TYPES: Readonly<Record<string, string>> = {
  '4': 'Domestic Corporation',
  '5': 'Not-for-profit Corporation',
  '6': 'Foreign Corporation',
};
/** A registered name, and an entity that is not qualified here. */
const NOT_AN_ENTITY = new Set(['2', '3']);

export const format: BulkFormat = {
  code: 'us-il',
  parserVersion: 1,
  publishes: 'ZIP files of its lists (cdxallmst, cdxallnam, cdxallagt; llcallmst, llcallnam, llcallagt, llcallmgr)',
  published: {
    why: 'the terms of its page forbid automated queries',
    what: 'the ZIP files of the lists at https://www.ilsos.gov/data/bus-serv-home.html',
  },
  layoutOf: (name) => LISTS[name.replace(/\.[^.]*$/, '').toLowerCase()],
  usualName: 'cdxallmst.txt',
  recordParts: ['corporation', 'llc', 'name'],

  toRecord(parts, { unknownStatus }) {
    const corporation = soleRow(parts, 'corporation');
    const row = corporation ?? soleRow(parts, 'llc');
    const [current, ...others] = (parts['name'] ?? []).map((named) => () => required(named, 'name'));
    for (const name of others) name();
    current?.();
    if (!row || current === undefined || NOT_AN_ENTITY.has(text(row, 'type') ?? '')) return undefined;
    const code = () => text(row, 'status');
    const state = readOnce(() => stateOf(code(), corporation !== undefined, unknownStatus));
    const record = readFields<RegisterRecord>({
      id: () => required(row, 'file'),
      name: current,
      aliases: () => others.flatMap((name) => alias('trade', name)),
      status: () => state()[0],
      statusDetail: () => state()[1],
      goodStanding: () => (state()[0] === 'unknown' || SILENT.has(code() ?? '') ? null : code() === GOOD),
      standingHint: () => (code() === REINSTATED ? REINSTATEMENT : undefined),
      entityType: () =>
        corporation ? (CORPORATION_TYPES[text(row, 'type') ?? ''] ?? null) : 'Limited Liability Company',
      formationDate: () => compactDate(row, 'formed'),
      domestic: () => isDomestic(text(row, 'state')),
      home: () => homeOf(() => text(row, 'state'), 'us-il'),
      url: () => null,
    });
    return withClues(record, () => officeOf(soleRow(parts, 'llc')));
  },

  details(parts) {
    const office = soleRow(parts, 'llc');
    return readFields<RecordDetails>({
      registeredAgent: () => agentOf(soleRow(parts, 'agent')),
      officers: () => officers(parts),
      principalAddress: () => officeOf(office),
      filingHistorySummary: () => null,
    });
  },
};

const REINSTATEMENT: StandingHint = { goodStanding: true, because: 'The register says that it has been reinstated.' };

function stateOf(code: string | null, isCorporation: boolean, unknown: OnUnknownStatus) {
  if (code === null) return UNSTATED;
  return statusIn(isCorporation ? CORPORATION_STATES : LLC_STATES, code, unknown);
}

function isDomestic(state: string | null): boolean | null {
  return state === null ? null : state === 'IL';
}

function officeOf(row: Row | undefined): Address | null {
  return row ? address(row, place('office_street', 'office_city', 'office_zip')) : null;
}

function list(part: string, columns: Columns, nameColumns: readonly string[] = []): PartLayout {
  return {
    part,
    columns: Object.keys(columns),
    idColumn: 'file',
    nameColumns,
    read: fixedWidth({ places: Object.values(columns), frame: FRAME }),
    fault: ([file]) => (/^\d{8}$/.test(file ?? '') ? undefined : `"${file}" is no file number`),
  };
}

function agentOf(row: Row | undefined): RegisteredAgent | null {
  if (!row) return null;
  return readFields<RegisteredAgent>({
    name: () => text(row, 'name'),
    address: () => address(row, place('street', 'city', 'zip')),
  });
}

function officers(parts: Parts): Officer[] {
  const corporation = soleRow(parts, 'corporation') ?? {};
  const titled = ['president', 'secretary'].flatMap((title) =>
    officer(
      () => text(corporation, title),
      () => (title === 'president' ? 'President' : 'Secretary'),
    ),
  );
  const managers = (parts['manager'] ?? []).flatMap((row) =>
    officer(
      () => text(row, 'name'),
      () => 'Manager',
    ),
  );
  return [...titled, ...managers];
}

function place(line1: string, city: string, postalCode: string) {
  return { line1, line2: undefined, city, region: undefined, postalCode, country: undefined };
}

/** `20210312` */
function compactDate(row: Row, column: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text(row, column) ?? '') ?? [];
  return date({ day: `${year}-${month}-${day}` }, 'day');
}
