import { formerNamesOf, type FictionalCompany } from '../../companies/company.js';
import type { PublishedFile } from '../../bulk/published-file.js';
import { zip } from '../../bulk/zip.js';

/**
 * Virginia, Clerk's data file: a CSV per kind of entity, ids after a tab, cells padded with blanks,
 * one comma too many. The status is a word with a reason, or in older files a two-digit code
 * without one.
 */

const ENTITY_COLUMNS =
  'EntityID,Name,Status,StatusReason,Status Date,Duration,IncorpDate,IncorpState,IndustryCode,Street1,Street2,City,State,Zip,' +
  'PrinOffEffDate,RA-Name,RA-Street1,RA-Street2,RA-City,RA-State,RA-Zip,RA-EffDate,RA-Status,RA-Loc,StockInd,TotalShares,' +
  'MergerInd,AssessInd,Stock1';
const FILES = { llc: 'LLC.csv', corporation: 'Corp.csv', nonprofit: 'Corp.csv' } as const;
const FOREVER = '9999-12-31';
const CODE = /^\d\d$/;
/**
 * Active with unknown standing, about to end, a code without a published meaning, and a code
 * missing from the Clerk's table.
 */
const CODES = ['00', '14', '51', '95'];
const STILL_ACTIVE = new Set(['Fee Delinquent', 'Pending Inactive']);

export const published: PublishedFile = {
  code: 'us-va',
  vocabulary: {
    code: 'us-va',
    firstName: 'Unreal Bookends LLC',
    otherStatuses: [
      'Fee Delinquent',
      'Merged',
      'Revoked',
      'Involuntarily Dissolved',
      'Withdrawn',
      'Converted',
      'Surrendered',
    ],
    notEntities: [],
    cities: ['Fable Court', 'Nowhere Springs', 'Imaginary Beach'],
    zipPrefix: '230',
  },
  words: { ended: 'Involuntarily Dissolved', lapsed: 'Fee Delinquent' },
  names: [/^us-va\.zip$/, /^us-va\.\w+\.csv$/],
  ending: 'zip',
  write: (companies) => zip(virginiaFiles(companies)),
  bundle: (companies) => [
    ['us-va.zip', zip(virginiaFiles([...companies, ...companies.slice(0, 1).flatMap(codedCompanies)]))],
  ],
};

function virginiaFiles(companies: readonly FictionalCompany[]): Map<string, Buffer> {
  const entities = (file: string) => companies.filter(({ kind }) => FILES[kind] === file).map(entity);
  return new Map([
    ['LLC.csv', csv(ENTITY_COLUMNS, entities('LLC.csv'))],
    ['Corp.csv', csv(ENTITY_COLUMNS, entities('Corp.csv'))],
    [
      'Officer.csv',
      csv('EntityID,OfficerTitle,OfficerFirstName,OfficerMiddleName,OfficerLastName', officers(companies)),
    ],
    ['NameHistory.csv', csv('EntityID,NameStatus,NameEffDate,EntityName', formerNames(companies))],
  ]);
}

/** Copies of the given company whose status is only a code. */
function codedCompanies(model: FictionalCompany): FictionalCompany[] {
  const { formerNames: _, ...like } = model;
  return CODES.map((status, at) => ({
    ...like,
    serial: 910_001 + at,
    name: `Oddly Coded Beacons ${status} LLC`,
    status,
  }));
}

function entity(company: FictionalCompany): string[] {
  const { name, formed, foreignTo, status, agent, office, filings } = company;
  const coded = CODE.test(status ?? '');
  const word = status === undefined || STILL_ACTIVE.has(status) ? 'ACTIVE' : 'INACTIVE';
  const agentCells =
    agent === false ? ['', '', '', '', '', ''] : [agent, '400 Nowhere Plaza', '', 'Fable Court', 'VA', '23000-0000'];
  return [
    idOf(company),
    name,
    padded(coded ? status! : word),
    coded ? '' : (status ?? 'Active and In Good Standing'),
    filings.at(-1)?.date ?? formed,
    FOREVER,
    formed,
    padded(foreignTo ?? 'VA'),
    padded(''),
    padded(office.street),
    padded(office.unit ?? ''),
    padded(office.city),
    padded('Virginia'),
    `${office.zip}-0000`,
    padded(''),
    ...agentCells.map(padded),
    formed,
    padded(agent === false ? '' : 'Active'),
    padded(''),
    padded(company.kind === 'corporation' ? 'S' : 'N'),
    '0.0',
    padded(''),
    '0',
    '',
  ];
}

function officers(companies: readonly FictionalCompany[]): string[][] {
  return companies.flatMap((company) =>
    company.officers.map(({ name, title }) => {
      const [first = '', ...rest] = name.split(' ');
      return [idOf(company), title, first, '', rest.join(' ')];
    }),
  );
}

function formerNames(companies: readonly FictionalCompany[]): string[][] {
  return companies.flatMap((company) =>
    formerNamesOf(company).map(({ name, from }) => [idOf(company), 'Inactive', from, name]),
  );
}

function idOf({ serial }: FictionalCompany): string {
  return `\t${11_000_000 + serial}  `;
}

function padded(text: string): string {
  return text.padEnd(10);
}

function csv(header: string, rows: readonly string[][]): Buffer {
  const lines = [header, ...rows.map((cells) => `${cells.map(cell).join(',')},`)];
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1');
}

function cell(value: string): string {
  return /[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
