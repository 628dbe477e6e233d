import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from './dialect.js';
import { BUNDLED_EXTRACTS } from './extracts.js';
import { fictionalCompanies, type RegisterVocabulary } from './fictional-companies.js';
import { REGISTERS } from './registers.js';
import type { SodaRegister } from './soda/register.js';
import { US_CO } from './soda/us-co.js';
import { US_CT } from './soda/us-ct.js';
import { US_NY } from './soda/us-ny.js';
import { US_OR } from './soda/us-or.js';
import { US_PA } from './soda/us-pa.js';
import { US_TX } from './soda/us-tx.js';

/** Each register with the words its companies' states are told in. */
const PORTALS: readonly [SodaRegister, RegisterVocabulary][] = [
  [
    US_CO,
    {
      code: 'us-co',
      firstName: 'Imaginary Lanterns LLC',
      otherStatuses: [
        'Voluntarily Dissolved',
        'Delinquent',
        'Noncompliant',
        'Exists',
        'Administratively Dissolved',
        'Dissolved (Term Expired)',
        'Withdrawn',
        'Revoked',
        'Merged',
        'Registered Agent Resigned',
      ],
      notEntities: [],
      cities: ['Imaginary Springs', 'Nowhere Falls', 'Fable Junction'],
      zipPrefix: '800',
    },
  ],
  [
    US_CT,
    {
      code: 'us-ct',
      firstName: 'Pretend Teapots LLC',
      otherStatuses: [
        'Dissolved',
        'Forfeited',
        'Revoked',
        'Withdrawn',
        'Cancelled',
        'Merged',
        'Renunciated',
        'Active - Pending Domestication',
      ],
      notEntities: ['Expired Reservation', 'Rejected', 'Recorded'],
      cities: ['Fabledam', 'Storybrook', 'New Nowhere'],
      zipPrefix: '060',
    },
  ],
  [
    US_NY,
    {
      code: 'us-ny',
      firstName: 'Fabled Umbrellas LLC',
      otherStatuses: [],
      notEntities: [],
      cities: ['Nowhereville', 'Imaginary Lake', 'Upper Fable'],
      zipPrefix: '122',
    },
  ],
  [
    US_OR,
    {
      code: 'us-or',
      firstName: 'Mythical Kites LLC',
      otherStatuses: [],
      notEntities: [],
      cities: ['Nowhere Bend', 'Fable Rock', 'Imaginary Beach'],
      zipPrefix: '970',
    },
  ],
  [
    US_PA,
    {
      code: 'us-pa',
      firstName: 'Daydream Carousels LLC',
      otherStatuses: [],
      notEntities: [],
      cities: ['Fableburg', 'Nowhereton', 'Imaginary Forge'],
      zipPrefix: '171',
    },
  ],
  [
    US_TX,
    {
      code: 'us-tx',
      firstName: 'Whimsical Almanacs LLC',
      otherStatuses: [
        'Forfeited Franchise Tax',
        'Forfeited Registered Agent',
        'Right To Transact Forfeited',
        'Terminated',
        'Withdrawn',
        'Merged',
        'Reinstated',
        'Comptroller Number Only',
      ],
      notEntities: [],
      cities: ['Fable Flats', 'Nowhere Creek', 'Imaginary Wells'],
      zipPrefix: '787',
    },
  ],
];

/** The bundled extracts, by file name: fictional companies only, and the same every time. */
export function generateExtracts(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [register, vocabulary] of PORTALS) {
    const companies = fictionalCompanies(vocabulary).map((company) => register.rowsOf(company));
    for (const { nickname = '', columns } of register.datasets) {
      const rows = companies.flatMap((company) => company[nickname] ?? []);
      files.set(`${[register.code, nickname].filter(Boolean).join('.')}.csv`, csv(columns, rows));
    }
  }
  for (const [name, records] of recordsByFile()) {
    files.set(name, name.endsWith('.csv') ? csv(columnsOf(records), records as readonly Row[]) : jsonLines(records));
  }
  return files;
}

/** Several registers may be told of in one file. */
function recordsByFile(): Map<string, readonly object[]> {
  const byFile = new Map<string, readonly object[]>();
  for (const register of REGISTERS) {
    const extracts = register.extracts(fictionalCompanies(register.vocabulary));
    for (const [name, records] of Object.entries(extracts)) byFile.set(name, [...(byFile.get(name) ?? []), ...records]);
  }
  return byFile;
}

function columnsOf(records: readonly object[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

function jsonLines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Columns no row fills are left out, so that a person can read the file. */
function csv(columns: readonly string[], rows: readonly Row[]): string {
  const filled = columns.filter((column) => rows.some((row) => row[column] !== undefined));
  const lines = [filled, ...rows.map((row) => filled.map((column) => row[column] ?? ''))];
  return `${lines.map((cells) => cells.map(cell).join(',')).join('\n')}\n`;
}

function cell(value: string): string {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

// Run by hand after a change here: `npm run build && node dist/sandbox/generate.js`. A test holds the files to this.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, content] of generateExtracts()) fs.writeFileSync(path.join(BUNDLED_EXTRACTS, name), content);
}
