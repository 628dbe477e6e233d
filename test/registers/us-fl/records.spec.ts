import fs from 'node:fs';
import path from 'node:path';
import { BUNDLED_EXTRACTS } from '@standing/sandbox/extracts';
import { REGISTERS } from '../../../src/registers/registers.js';
import { UNCOUNTED, type Parts } from '../../../src/adapters/registries/bulk/formats/bulk-format.js';
import { floridaFile, floridaRecord } from '../../mirrors/florida-records.js';
import { read, itReportsUnknownStatuses } from '../file-rows.js';

const US_FL = REGISTERS.format('us-fl')!;
const florida = (lines: string[], end = '\n') => Buffer.from(lines.map((line) => line + end).join(''), 'latin1');
const one = (number: string) => floridaRecord({ number, name: 'IMAGINARY LANTERNS LLC' });

describe('the Florida file', () => {
  it.each([1, 7, 1440, 1441, 1442, 1 << 20])('reads the same in pieces of %i bytes', async (pieceBytes) => {
    const bytes = floridaFile(5);
    const rows = await read(US_FL, 'cordata.txt', bytes, pieceBytes);
    expect(rows.map(({ name }) => name)).toEqual([0, 1, 2, 3, 4].map((at) => `IMAGINARY COMPANY ${at} LLC`));
    expect(rows[0]).toMatchObject({ number: 'L00000000000', status: 'A', agent_name: 'NOWHERE REGISTERED AGENTS LLC' });
  });

  it.each([
    ['line feeds', '\n'],
    ['carriage returns and line feeds', '\r\n'],
  ])('accepts lines that end with %s, also without a final one', async (_, end) => {
    const bytes = florida([one('L1'), one('L2')], end);
    await expect(read(US_FL, 'cordata.txt', bytes)).resolves.toHaveLength(2);
    await expect(read(US_FL, 'cordata.txt', bytes.subarray(0, -end.length))).resolves.toHaveLength(2);
  });

  it('is read as Latin-1, where an accented letter is one character', async () => {
    const bytes = florida([floridaRecord({ number: 'L1', name: 'CAFÉ CHIMÈRE LLC' })]);
    const [row] = await read(US_FL, 'cordata.txt', bytes);
    expect(row).toMatchObject({ name: 'CAFÉ CHIMÈRE LLC', status: 'A' });
  });

  it.each([
    ['characters', (text: string, width: number) => text.padEnd(width)],
    ['bytes', (text: string, width: number) => text + ' '.repeat(width - Buffer.byteLength(text))],
  ])('accepts UTF-8 with its width counted in %s, and keeps every column in its place', async (_, filled) => {
    const record = floridaRecord({ number: 'L1', name: '' });
    const name = filled('CAFÉ CHIMÈRE LLC', 192);
    const officer = `MGR P${filled('PEÑA', 20)}${filled('JOSÉ', 14)}${filled('', 8)}`;
    const line = `${record.slice(0, 12)}${name}${record.slice(204, 668)}${officer}${record.slice(668 + 47)}`;
    const [row] = await read(US_FL, 'cordata.txt', Buffer.from(`${line}\n`, 'utf8'));
    expect(row).toMatchObject({ name: 'CAFÉ CHIMÈRE LLC', status: 'A', filing_type: 'FLAL', file_date: '03152021' });
    expect(US_FL.details({ entity: [row!] }).officers).toEqual([{ name: 'JOSÉ PEÑA', title: 'MGR' }]);
  });

  it.each([
    [
      'a record that is too short',
      [one('L1'), one('L2').slice(0, -1)],
      'cordata.txt, line 2: a record of 1439 characters instead of 1440',
    ],
    [
      'a record that is too long',
      [`${one('L1')} `],
      'cordata.txt, line 1: a record of 1441 characters instead of 1440',
    ],
    ['an empty line between records', [one('L1'), '', one('L2')], 'cordata.txt, line 2: an empty line between records'],
    [
      'columns that have moved',
      [` ${one('L1').slice(0, -1)}`],
      /^cordata.txt, line 1: "." is no status|is no filing date$/,
    ],
    ['no document number', [one('')], 'cordata.txt, line 1: "" is no document number'],
    ['no name', [floridaRecord({ number: 'L1', name: '' })], 'cordata.txt, line 1: a record without a name'],
    [
      'a date that is none',
      [floridaRecord({ number: 'L1', name: 'A', filed: '2021-3-1' })],
      'cordata.txt, line 1: "2021-3-1" is no filing date',
    ],
    [
      'a web page',
      ['<!DOCTYPE html>', '<html>'],
      'cordata.txt, line 1: an HTML page instead of data: the download was refused',
    ],
  ])('is refused for %s, with file, line and reason', async (_, lines, message) => {
    await expect(read(US_FL, 'cordata.txt', florida(lines))).rejects.toThrow(message);
  });

  it('is refused when it is empty', async () => {
    await expect(read(US_FL, 'cordata.txt', Buffer.alloc(0))).rejects.toThrow('cordata.txt: the file is empty');
  });

  it('counts lines across pieces', async () => {
    const bytes = florida([...Array.from({ length: 40 }, (_, at) => one(`L${at}`)), 'short']);
    await expect(read(US_FL, 'cordata.txt', bytes, 3000)).rejects.toThrow('line 41');
  });

  it('is read in batches that do not grow with it', async () => {
    const block = floridaFile(700);
    const layout = US_FL.layoutOf('cordata.txt')!;
    const repeated = async function* () {
      for (let at = 0; at < 150; at++) yield block;
    };
    let rows = 0;
    let largest = 0;
    for await (const batch of layout.read(repeated(), 'cordata.txt', layout)) {
      rows += batch.length;
      largest = Math.max(largest, batch.length);
    }
    expect(rows).toBe(105_000);
    expect(largest).toBeLessThanOrEqual(701);
  });
});

describe('a Florida record', () => {
  it('shows state, kind, agent, officers and reports, but no tax numbers or officer homes', async () => {
    const bytes = fs.readFileSync(path.join(BUNDLED_EXTRACTS, 'us-fl.txt'));
    const [first] = await read(US_FL, 'us-fl.txt', bytes);
    const parts: Parts = { entity: [first!] };
    expect(US_FL.toRecord(parts, UNCOUNTED)).toMatchObject({
      name: 'NONESUCH SUNDIALS LLC',
      status: 'active',
      statusDetail: 'Active',
      goodStanding: null,
      entityType: 'Florida Limited Liability Company',
      formationDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      domestic: true,
    });
    const details = US_FL.details(parts);
    expect(details).toMatchObject({
      registeredAgent: { name: 'NOWHERE REGISTERED AGENTS LLC', address: { city: 'IMAGINARY KEY', region: 'FL' } },
      principalAddress: { line1: '1 IMAGINARY STREET', region: 'FL' },
      filingHistorySummary: { lastFilingDate: '2025-03-15', recentFilings: [{ type: 'Annual Report 2025' }, {}, {}] },
    });
    expect(details.officers).toEqual([
      { name: 'FICTIONAL OFFICER 1', title: 'CEO' },
      { name: 'FICTIONAL OFFICER 2', title: 'S' },
    ]);
    expect(Object.keys(first!).join()).not.toMatch(/fei|officer_\d_(line|city|zip)/);
  });

  it.each([
    ['I', 'inactive', false],
    ['A', 'active', null],
    ['', 'unknown', null],
    ['X', 'unknown', null],
  ])('reads the status "%s" as %s', async (status, expected, goodStanding) => {
    const rows = await read(US_FL, 'c.txt', florida([floridaRecord({ number: 'L1', name: 'A', status })]));
    expect(US_FL.toRecord({ entity: rows }, UNCOUNTED)).toMatchObject({ status: expected, goodStanding });
  });
});

const FABLE = { number: '1', name: 'FABLE' };
itReportsUnknownStatuses(US_FL, [['Q', (status) => ({ entity: [{ ...FABLE, status }] })]]);
