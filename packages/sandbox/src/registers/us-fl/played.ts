import type { FictionalCompany } from '../../companies/company.js';
import fs from 'node:fs';
import path from 'node:path';
import type { PublishedFile } from '../../bulk/published-file.js';
import { DEFLATE64, zip } from '../../bulk/zip.js';
import type { Dialect } from '../../dialect.js';

/**
 * Florida, corporate data file (https://dos.sunbiz.org/data-definitions/cor.html). Positions count
 * from 1, as in that definition.
 */

const RECORD_CHARACTERS = 1440;
/** The rest of the record is NULs. */
const FILLED_CHARACTERS = 1422;
const FIRST_OFFICER = 669;
const OFFICER_CHARACTERS = 128;
const MAX_OFFICERS = 6;
const TYPES = { llc: ['FLAL', 'FORL'], corporation: ['DOMP', 'FORP'], nonprofit: ['DOMNP', 'FORNP'] } as const;
const PREFIXES = { llc: 'L', corporation: 'P', nonprofit: 'N' } as const;

/** Path of the file on Florida's server, where people download it over SFTP. */
const FLORIDA_FILE = '/doc/quarterly/cor/cordata.zip';

export const published: PublishedFile = {
  code: 'us-fl',
  vocabulary: {
    code: 'us-fl',
    firstName: 'Nonesuch Sundials LLC',
    otherStatuses: ['Inactive'],
    notEntities: [],
    cities: ['Imaginary Key', 'Nowhere Beach', 'Port Fable'],
    zipPrefix: '320',
  },
  words: { ended: 'Inactive' },
  names: [/^us-fl\.zip$/, /^us-fl\.txt$/],
  ending: 'txt',
  write: floridaFile,
  bundle: (companies) => [['us-fl.txt', floridaFile(companies)]],
  offer: openFloridaShare,
};

export function floridaFile(companies: readonly FictionalCompany[]): Buffer {
  return Buffer.from(companies.map((company) => `${record(company)}\r\n`).join(''), 'latin1');
}

function record(company: FictionalCompany): string {
  const { serial, name, kind, formed, foreignTo, status, agent, office, officers, filings } = company;
  const line = Array.from({ length: RECORD_CHARACTERS }, (_, at): string => (at < FILLED_CHARACTERS ? ' ' : '\0'));
  const put = (start: number, width: number, text: string) => {
    [...text.toUpperCase().slice(0, width)].forEach((sign, at) => (line[start - 1 + at] = sign));
  };
  const address = (start: number) => {
    put(start, 42, office.street);
    put(start + 42, 42, office.unit ?? '');
    put(start + 84, 28, office.city);
    put(start + 112, 2, 'FL');
    put(start + 114, 10, office.zip);
    put(start + 124, 2, 'US');
  };
  put(1, 12, `${PREFIXES[kind]}${formed.slice(2, 4)}${String(serial).padStart(9, '0')}`);
  put(13, 192, name);
  put(205, 1, status === 'Inactive' ? 'I' : 'A');
  put(206, 15, TYPES[kind][foreignTo === undefined ? 0 : 1]);
  address(221);
  address(347);
  put(473, 8, american(formed));
  put(495, 1, 'N');
  put(496, 8, american(filings.at(-1)?.date ?? formed));
  put(504, 2, foreignTo ?? 'FL');
  const reports = filings.filter(({ type }) => type === 'report').slice(-3);
  reports.forEach(({ date }, at) => {
    put(506 + at * 13, 4, date.slice(0, 4));
    put(511 + at * 13, 8, american(date));
  });
  if (agent !== false) {
    put(545, 42, agent);
    put(587, 1, 'C');
    put(588, 42, '400 Nowhere Plaza');
    put(630, 28, 'Imaginary Key');
    put(658, 2, 'FL');
    put(660, 9, '320000000');
  }
  officers.slice(0, MAX_OFFICERS).forEach((officer, at) => {
    const start = FIRST_OFFICER + at * OFFICER_CHARACTERS;
    const words = officer.name.split(' ');
    put(start, 4, abbreviated(officer.title));
    put(start + 4, 1, 'P');
    put(start + 5, 42, `${words.slice(1).join(' ').padEnd(20)}${words[0]}`);
  });
  return line.join('');
}

/** Formats a date as `09292023`. */
function american(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month}${day}${year}`;
}

function abbreviated(title: string): string {
  const known: Readonly<Record<string, string>> = { 'Chief Executive Officer': 'CEO', Manager: 'MGR' };
  return known[title] ?? title.charAt(0);
}

/**
 * Florida's server with this one file, a ZIP packed with Deflate64. `undefined` if the folder has
 * no such file.
 */
function openFloridaShare(folder: string): Dialect | undefined {
  const file = path.join(folder, 'us-fl.txt');
  if (!fs.existsSync(file)) return undefined;
  return {
    answer: ({ path: asked }) => {
      if (asked !== FLORIDA_FILE) return { status: 404, body: { error: 'Not Found' } };
      const body = zip(new Map([['cordata.txt', fs.readFileSync(file)]]), DEFLATE64);
      return { status: 200, body, headers: { 'content-type': 'application/zip' } };
    },
    sampleNames: () => [],
  };
}
