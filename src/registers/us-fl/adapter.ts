import { withClues } from '../../core/registries/clues.js';
import { noteCell, readAgain, readFields, readOnce } from '../../core/registries/reading.js';
import type {
  EntityStatus,
  Filing,
  FilingHistorySummary,
  Officer,
  RecordDetails,
  RegisteredAgent,
  RegisterRecord,
} from '../../core/registries/record.js';
import {
  address,
  agent,
  date,
  known,
  officer,
  required,
  statusIn,
  text,
  type Row,
  homeOf,
} from '../../adapters/registries/http/fields.js';
import type { BulkFormat, PartLayout } from '../../adapters/registries/bulk/formats/bulk-format.js';
import { fixedWidth, type Place } from '../../adapters/registries/bulk/formats/fixed-width.js';
import { personName, soleRow } from '../../adapters/registries/bulk/formats/rows.js';

export { US_FL as facts } from './register.js';

/**
 * Florida Division of Corporations, corporate data file: quarterly and daily files of one layout,
 * 1,440 characters a record (https://dos.sunbiz.org/data-definitions/cor.html). Licence: Florida
 * public record.
 *
 * Quirks: the file only says active or inactive, the reason is in another file; the filing date of
 * a foreign entity is that of its registration here; the last 18 characters may contain NULs. Tax
 * numbers (FEI) and the addresses of officers, mostly homes, are in the file but are never read.
 */
const OFFICERS = [1, 2, 3, 4, 5, 6];
const FIRST_OFFICER = 668;
const OFFICER_CHARACTERS = 128;

/** Positions count from 0. */
const PLACES: Readonly<Record<string, Place>> = {
  number: [0, 12],
  name: [12, 192],
  status: [204, 1],
  filing_type: [205, 15],
  principal_line1: [220, 42],
  principal_line2: [262, 42],
  principal_city: [304, 28],
  principal_state: [332, 2],
  principal_zip: [334, 10],
  principal_country: [344, 2],
  file_date: [472, 8],
  last_transaction_date: [495, 8],
  formed_in: [503, 2],
  report_year_1: [505, 4],
  report_date_1: [510, 8],
  report_year_2: [518, 4],
  report_date_2: [523, 8],
  report_year_3: [531, 4],
  report_date_3: [536, 8],
  agent_name: [544, 42],
  agent_kind: [586, 1],
  agent_line1: [587, 42],
  agent_city: [629, 28],
  agent_state: [657, 2],
  agent_zip: [659, 9],
  ...Object.fromEntries(
    OFFICERS.flatMap((slot): [string, Place][] => {
      const start = FIRST_OFFICER + (slot - 1) * OFFICER_CHARACTERS;
      return [
        [`officer_${slot}_title`, [start, 4]],
        [`officer_${slot}_kind`, [start + 4, 1]],
        [`officer_${slot}_name`, [start + 5, 42]],
      ];
    }),
  ),
};
const COLUMNS = Object.keys(PLACES);
const [NUMBER, NAME, STATUS, FILE_DATE] = ['number', 'name', 'status', 'file_date'].map((name) =>
  COLUMNS.indexOf(name),
);

const STATUSES: Readonly<Record<string, readonly [EntityStatus, string]>> = {
  A: ['active', 'Active'],
  I: ['inactive', 'Inactive'],
};
const UNSTATED = ['unknown', null] as const;

const TYPES: Readonly<Record<string, string>> = {
  DOMP: 'Domestic Profit Corporation',
  DOMNP: 'Domestic Non-Profit Corporation',
  FORP: 'Foreign Profit Corporation',
  FORNP: 'Foreign Non-Profit Corporation',
  DOMLP: 'Domestic Limited Partnership',
  FORLP: 'Foreign Limited Partnership',
  FLAL: 'Florida Limited Liability Company',
  FORL: 'Foreign Limited Liability Company',
  NPREG: 'Non-Profit Registration',
  TRUST: 'Declaration of Trust',
  AGENT: 'Designation of Registered Agent',
};

const RECORDS: PartLayout = {
  part: 'entity',
  columns: COLUMNS,
  idColumn: 'number',
  nameColumns: ['name'],
  read: fixedWidth({ places: Object.values(PLACES), recordCharacters: 1440 }),
  fault(cells) {
    if (!/^[A-Z0-9]+$/i.test(cells[NUMBER!]!)) return `"${cells[NUMBER!]}" is no document number`;
    if (cells[NAME!] === '') return 'a record without a name';
    if (!/^[A-Z]?$/.test(cells[STATUS!]!)) return `"${cells[STATUS!]}" is no status`;
    if (!/^(\d{8})?$/.test(cells[FILE_DATE!]!)) return `"${cells[FILE_DATE!]}" is no filing date`;
    return undefined;
  },
};

const OFFICE = {
  line1: 'principal_line1',
  line2: 'principal_line2',
  city: 'principal_city',
  region: 'principal_state',
  postalCode: 'principal_zip',
  country: 'principal_country',
} as const;

export const format: BulkFormat = {
  code: 'us-fl',
  parserVersion: 1,
  publishes: 'a ZIP with one or several .txt files, or such a .txt file',
  published: {
    why: 'the Division publishes it over SFTP; its page of data downloads has the login',
    what: 'public/doc/quarterly/Cor/cordata.zip as https://dos.fl.gov/sunbiz/other-services/data-downloads says',
  },
  layoutOf: (name) => (/\.txt$/i.test(name) ? RECORDS : undefined),
  usualName: 'cordata.txt',
  recordParts: ['entity'],

  toRecord(parts, { unknownStatus }) {
    const row = soleRow(parts, 'entity');
    if (!row) return undefined;
    const state = readOnce(() => {
      const code = text(row, 'status');
      return code === null ? UNSTATED : statusIn(STATUSES, code, unknownStatus);
    });
    const filingType = () => text(row, 'filing_type') ?? '';
    const record = readFields<RegisterRecord>({
      id: () => required(row, 'number'),
      name: () => required(row, 'name'),
      aliases: () => [],
      status: () => state()[0],
      statusDetail: () => state()[1],
      goodStanding: () => (state()[0] === 'inactive' ? false : null),
      entityType: () => TYPES[filingType()] ?? (filingType() || null),
      formationDate: () => usDate(row, 'file_date'),
      domestic: () => isDomestic(filingType()),
      home: () => homeOf(() => known(row, 'formed_in'), 'us-fl'),
      url: () => null,
    });
    return withClues(record, () => address(row, OFFICE), { officers: () => officersOf(row) });
  },

  details(parts) {
    const row = soleRow(parts, 'entity') ?? {};
    return readFields<RecordDetails>({
      registeredAgent: () => agentOf(row),
      officers: () => officersOf(row),
      principalAddress: () => address(row, OFFICE),
      filingHistorySummary: () => filings(row),
    });
  },
};

function isDomestic(filingType: string): boolean | null {
  if (filingType.startsWith('DOM') || filingType === 'FLAL') return true;
  return filingType.startsWith('FOR') ? false : null;
}

function agentOf(row: Row): RegisteredAgent | null {
  return agent(
    () => nameOf(row, 'agent_name', 'agent_kind'),
    () =>
      address(row, {
        line1: 'agent_line1',
        line2: undefined,
        city: 'agent_city',
        region: 'agent_state',
        postalCode: 'agent_zip',
        country: undefined,
      }),
  );
}

function officersOf(row: Row): Officer[] {
  return OFFICERS.flatMap((slot) => officerOf(row, slot));
}

function officerOf(row: Row, slot: number): Officer[] {
  return officer(
    () => nameOf(row, `officer_${slot}_name`, `officer_${slot}_kind`),
    () => text(row, `officer_${slot}_title`),
  );
}

/** People are written as last name (20 characters), first name (14) and the rest. */
function nameOf(row: Row, column: string, kindColumn: string): string | null {
  const written = row[column];
  if (row[kindColumn] !== 'P' || typeof written !== 'string') return text(row, column);
  noteCell(row, column);
  return personName(written.slice(20, 34), written.slice(34), written.slice(0, 20));
}

/** The file has the last three annual reports and the date of the last change of any kind. */
function filings(row: Row): FilingHistorySummary | null {
  const reports = [1, 2, 3].flatMap((at): Filing[] => {
    const filed = () => usDate(row, `report_date_${at}`);
    const type = () => ['Annual Report', text(row, `report_year_${at}`)].filter((word) => word !== null).join(' ');
    return filed() === null ? [] : [readFields<Filing>({ date: filed, type })];
  });
  const recentFilings = reports.toSorted((a, b) => (a.date! < b.date! ? 1 : -1));
  const dates = () => [
    usDate(row, 'last_transaction_date'),
    ...recentFilings.map((report) => readAgain(report, 'date')),
  ];
  const last = () =>
    dates()
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? null;
  if (last() === null) return null;
  return readFields<FilingHistorySummary>({
    totalFilings: () => null,
    lastFilingDate: last,
    recentFilings: () => recentFilings,
  });
}

/** `09292023` */
function usDate(row: Row, column: string): string | null {
  const [, month, day, year] = /^(\d\d)(\d\d)(\d{4})$/.exec(text(row, column) ?? '') ?? [];
  return date({ day: `${year}-${month}-${day}` }, 'day');
}
