import fs from 'node:fs';
import path from 'node:path';
import { openBulkFile } from '../../src/adapters/registries/bulk/formats/bulk-file.js';
import { UNCOUNTED, type BulkFormat, type Parts } from '../../src/adapters/registries/bulk/formats/bulk-format.js';
import { bulkFormat } from '../../src/registers/adapters.js';
import { BUNDLED_EXTRACTS } from '@standing/sandbox/extracts';
import { generateBulkFiles } from '@standing/sandbox/bulk/generate';
import { zip } from '@standing/sandbox/bulk/zip';
import { floridaFile, floridaRecord } from './florida-records.js';

type Rows = Record<string, string>[];

/** What the format makes of a file that arrives in pieces of this size. */
async function read(format: BulkFormat, name: string, bytes: Buffer, pieceBytes = 64 * 1024): Promise<Rows> {
  const layout = format.layoutOf(name)!;
  const rows: Rows = [];
  for await (const batch of layout.read(pieces(bytes, pieceBytes), name, layout)) {
    for (const { cells } of batch)
      rows.push(Object.fromEntries(layout.columns.map((column, at) => [column, cells[at]!])));
  }
  return rows;
}

/** On which lines of a file that arrives in small pieces its rows begin. */
async function linesOf(format: BulkFormat, name: string, bytes: Buffer): Promise<number[]> {
  const layout = format.layoutOf(name)!;
  const lines: number[] = [];
  for await (const batch of layout.read(pieces(bytes, 100), name, layout)) lines.push(...batch.map(({ line }) => line));
  return lines;
}

async function* pieces(bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

const [US_FL, US_IA, US_VA, US_AK, US_IL] = ['us-fl', 'us-ia', 'us-va', 'us-ak', 'us-il'].map((code) =>
  bulkFormat(code)!,
) as [BulkFormat, BulkFormat, BulkFormat, BulkFormat, BulkFormat];
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
  ])('may end its lines with %s, and with none at the end', async (_, end) => {
    const bytes = florida([one('L1'), one('L2')], end);
    await expect(read(US_FL, 'cordata.txt', bytes)).resolves.toHaveLength(2);
    await expect(read(US_FL, 'cordata.txt', bytes.subarray(0, -end.length))).resolves.toHaveLength(2);
  });

  it('is Latin-1: a letter with an accent is one character', async () => {
    const bytes = florida([floridaRecord({ number: 'L1', name: 'CAFÉ CHIMÈRE LLC' })]);
    const [row] = await read(US_FL, 'cordata.txt', bytes);
    expect(row).toMatchObject({ name: 'CAFÉ CHIMÈRE LLC', status: 'A' });
  });

  it.each([
    ['characters', (text: string, width: number) => text.padEnd(width)],
    ['bytes', (text: string, width: number) => text + ' '.repeat(width - Buffer.byteLength(text))],
  ])('may be UTF-8 with its width counted in %s: every column stays in its place', async (_, filled) => {
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
  ])('with %s is refused, with file, line and reason', async (_, lines, message) => {
    await expect(read(US_FL, 'cordata.txt', florida(lines))).rejects.toThrow(message);
  });

  it('is refused when it is empty', async () => {
    await expect(read(US_FL, 'cordata.txt', Buffer.alloc(0))).rejects.toThrow('cordata.txt: the file is empty');
  });

  it('counts lines across pieces', async () => {
    const bytes = florida([...Array.from({ length: 40 }, (_, at) => one(`L${at}`)), 'short']);
    await expect(read(US_FL, 'cordata.txt', bytes, 3000)).rejects.toThrow('line 41');
  });

  it('is read in memory that does not grow with it', async () => {
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

describe('the line on which a row begins', () => {
  const HEADER = US_IA.layoutOf('iowa.csv')!.columns.join(',');
  const row = (name: string) =>
    [
      `"${name}"`,
      ...US_IA.layoutOf('iowa.csv')!
        .columns.slice(1)
        .map(() => '1'),
    ].join(',');

  it.each([
    ['line feeds', '\n'],
    ['carriage returns and line feeds', '\r\n'],
  ])('is counted through cells of several lines, empty lines and both encodings, with %s', async (_, end) => {
    const lines = [HEADER, row('1'), row(`2${end}2${end}2`), '', row('CAFÉ'), row('4')];
    const text = lines.join(end);
    const bytes = [Buffer.from(text), Buffer.from(text, 'latin1')];
    for (const file of bytes) await expect(linesOf(US_IA, 'iowa.csv', file)).resolves.toEqual([2, 3, 7, 8]);
  });

  it('is counted in files of fixed width', async () => {
    await expect(linesOf(US_FL, 'cordata.txt', floridaFile(4))).resolves.toEqual([1, 2, 3, 4]);
  });
});

describe('a Florida record', () => {
  it('tells state, kind, agent, officers and reports, and neither tax numbers nor the homes of officers', async () => {
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
  ])('of status "%s" is %s', async (status, expected, goodStanding) => {
    const rows = await read(US_FL, 'c.txt', florida([floridaRecord({ number: 'L1', name: 'A', status })]));
    expect(US_FL.toRecord({ entity: rows }, UNCOUNTED)).toMatchObject({ status: expected, goodStanding });
  });
});

describe('the Iowa file', () => {
  const ROW = {
    corp_number: '1',
    legal_name: 'IMAGINARY LANTERNS LLC',
    corporation_type: 'DOMESTIC LIMITED LIABILITY COMPANY',
  };

  it('has one object a line, empty columns left out, numbers or texts', async () => {
    const lines = [
      JSON.stringify({ ...ROW, effective_date: '2021-03-26', ra_latitude: 1.5 }),
      JSON.stringify({ ...ROW, corp_number: 2 }),
    ];
    const rows = await read(US_IA, 'rows.json', Buffer.from(`${lines.join('\n')}\n`), 10);
    expect(rows.map(({ corp_number }) => corp_number)).toEqual(['1', '2']);
    expect(US_IA.toRecord({ entity: [rows[0]!] }, UNCOUNTED)).toMatchObject({
      status: 'active',
      formationDate: '2021-03-26',
      domestic: true,
    });
    expect(US_IA.details({ entity: [rows[0]!] })).toEqual({
      registeredAgent: null,
      officers: null,
      principalAddress: null,
      filingHistorySummary: null,
    });
  });

  it('is read as CSV too', async () => {
    const bytes = Buffer.from(
      'corp_number,legal_name,corporation_type,effective_date\n7,"FABLE, INC.",FOREIGN PROFIT,1992-09-09T00:00:00\n',
    );
    const rows = await read(US_IA, 'us-ia.csv', bytes);
    expect(US_IA.toRecord({ entity: rows }, UNCOUNTED)).toMatchObject({
      id: '7',
      name: 'FABLE, INC.',
      domestic: false,
      formationDate: '1992-09-09',
    });
  });

  it.each([
    [
      'JSON that breaks off',
      `${JSON.stringify(ROW)}\n{"corp_number":"2","legal`,
      'rows.json, line 2: not a JSON object',
    ],
    ['an array', `[${JSON.stringify(ROW)}]\n`, 'rows.json, line 1: not a JSON object'],
    ['a row without its number', '{"legal_name":"A"}\n', 'rows.json, line 1: a row without corp_number'],
    ['a row without its name', '{"corp_number":"1"}\n', 'rows.json, line 1: a row without legal_name'],
    ['a web page', '\n  <html><body>Denied</body></html>', 'rows.json, line 1: an HTML page'],
    ['nothing', '', 'rows.json: the file is empty'],
  ])('with %s is refused, with file, line and reason', async (_, text, message) => {
    await expect(read(US_IA, 'rows.json', Buffer.from(text), 16)).rejects.toThrow(message);
  });

  it('is refused when it is not in UTF-8', async () => {
    const bytes = Buffer.from(`${JSON.stringify(ROW)}\n${JSON.stringify({ ...ROW, legal_name: 'CAFÉ' })}\n`, 'latin1');
    await expect(read(US_IA, 'rows.json', bytes)).rejects.toThrow('rows.json, line 2: not in UTF-8');
  });
});

describe('the Virginia files', () => {
  const HEADER = 'EntityID,Name,Status,StatusReason,Status Date,IncorpDate,IncorpState,RA-Name';

  it('have ids behind tabs, cells full of blanks, sentinel dates, and a comma too many', async () => {
    const bytes = Buffer.from(
      `${HEADER}\r\n"\t11683582  ",Fable League,INACTIVE  ,Void - Office Correct,2024-04-15,9999-12-31,VA        ,,\r\n`,
    );
    const rows = await read(US_VA, 'Corp.csv', bytes, 5);
    expect(US_VA.toRecord({ corp: rows }, UNCOUNTED)).toMatchObject({
      id: '11683582',
      name: 'Fable League',
      status: 'inactive',
      statusDetail: 'INACTIVE: Void - Office Correct',
      goodStanding: false,
      formationDate: null,
      domestic: true,
      entityType: 'Corporation',
    });
  });

  it('mix encodings line by line', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${HEADER}\n1,Café Latin,ACTIVE,,,,,\n`, 'latin1'),
      Buffer.from('2,Café Universal,ACTIVE,,,,,\n', 'utf8'),
    ]);
    const rows = await read(US_VA, 'LLC.csv', bytes);
    expect(rows.map(({ Name }) => Name)).toEqual(['Café Latin', 'Café Universal']);
  });

  it.each([
    ['ACTIVE', 'Active and In Good Standing', 'active', true],
    ['ACTIVE', 'Fee Delinquent', 'active', false],
    ['INACTIVE', 'Merged', 'merged', false],
    ['INACTIVE', 'Auto Revoked', 'revoked', false],
    ['INACTIVE', 'Involuntarily Dissolved', 'dissolved', false],
    ['INACTIVE', 'Converted', 'inactive', false],
    ['ACTIVE', '', 'active', null],
    ['ACTIVE', 'Pending Inactive', 'active', null],
    ['ACTIVE', 'Not in Good Standing', 'active', false],
    ['ACTIVE', 'Dissolving', 'active', null],
    ['INACTIVE', 'Some New Reason', 'inactive', false],
    ['DISSOLVING', '', 'active', null],
    ['TERMINATED', '', 'inactive', false],
    ['Some New Word', '', 'unknown', null],
    ['00', '', 'active', null],
    ['01', '', 'active', false],
    ['02', '', 'active', false],
    ['14', '', 'active', null],
    ['16', '', 'dissolved', false],
    ['20', '', 'merged', false],
    ['21', '', 'merged', false],
    ['99', '', 'inactive', false],
    ['77', '', 'unknown', null],
    ['', '', 'unknown', null],
  ])('of status %s, %s are %s', (word, reason, status, goodStanding) => {
    const row = { EntityID: '1', Name: 'A', Status: word, StatusReason: reason };
    expect(US_VA.toRecord({ llc: [row] }, UNCOUNTED)).toMatchObject({ status, goodStanding });
  });

  it.each(['08', '09', '12', '17', '22', '23', '24', '25', '44', '67', '76', '98'])(
    'of code %s are ended, not unknown',
    (code) => {
      const row = { EntityID: '1', Name: 'A', Status: code };
      expect(US_VA.toRecord({ corp: [row] }, UNCOUNTED)).toMatchObject({ status: 'inactive', goodStanding: false });
    },
  );

  it.each(['50', '51'])('of code %s say nothing of the entity, only of its LLP status', (code) => {
    const row = { EntityID: '1', Name: 'A', Status: code };
    expect(US_VA.toRecord({ lp: [row] }, UNCOUNTED)).toMatchObject({
      status: 'unknown',
      goodStanding: null,
      statusDetail: expect.stringMatching(/^LLP status/),
    });
  });

  it.each([
    ['a column that is gone', 'EntityID,Status\n1,ACTIVE\n', 'Corp.csv, line 1: the header has no column Name'],
    ['a row that is cut short', `${HEADER}\n1,A,ACTIVE,,,,,\n2,B\n`, 'Corp.csv, line 3: 2 cells under 8 columns'],
    [
      'a quote that is never closed',
      `${HEADER}\n1,"A,ACTIVE,,,,,\n2,B,ACTIVE,,,,,\n`,
      'a quotation mark is never closed',
    ],
    ['a row without its id', `${HEADER}\n ,A,ACTIVE,,,,,\n`, 'Corp.csv, line 2: a row without EntityID'],
    ['a web page', '<html><body>Cookie consent</body></html>', 'Corp.csv, line 1: an HTML page'],
  ])('with %s are refused, with file, line and reason', async (_, text, message) => {
    await expect(read(US_VA, 'Corp.csv', Buffer.from(text))).rejects.toThrow(message);
  });

  it('tell former names and fictitious ones apart, each with its day', () => {
    const names = [
      { EntityName: 'Former Fable LLC', NameStatus: '70', NameEffDate: '2001-02-03' },
      { EntityName: 'Fable Trading', NameStatus: '50', NameEffDate: '9999-12-31' },
      { EntityName: 'A', NameStatus: '70' },
    ];
    const row = { EntityID: '1', Name: 'A', Status: 'ACTIVE' };
    expect(US_VA.toRecord({ llc: [row], namehistory: names }, UNCOUNTED)?.aliases).toEqual([
      { name: 'Former Fable LLC', kind: 'former', from: '2001-02-03' },
      { name: 'Fable Trading', kind: 'trade' },
    ]);
  });

  it('leave reserved names aside', () => {
    expect(US_VA.layoutOf('ReservedName.csv')).toBeUndefined();
    expect(US_VA.layoutOf('NameHistory.csv')).toBeDefined();
  });
});

describe('the Alaska file', () => {
  const HEADER = 'CORPTYPE,ENTITYNUMBER,LEGALNAME,ASSUMEDNAME,STATUS,AKFORMEDDATE,HOMESTATE';

  it('knows standing and assumed names, and leaves out names that are no entities', async () => {
    const text = [
      HEADER,
      'Limited Liability Company,72D,Fable Fishing LLC,Fable Boats,Good Standing,11/12/2003,ALASKA',
      'Business Corporation,73D,Late Fable Inc,,Non-Compliant,01/02/2010,CALIFORNIA',
      'Foreign Corporate Name Registration,8021,Only A Name,,Active Name,,',
      ',8022,Only Another Name,,Active Name,,',
    ].join('\r\n');
    const rows = await read(US_AK, 'CorporationsDownload.csv', Buffer.from(text));
    expect(rows.map((row) => US_AK.toRecord({ entity: [row] }, UNCOUNTED))).toMatchObject([
      {
        id: '72D',
        status: 'active',
        goodStanding: true,
        domestic: true,
        formationDate: '2003-11-12',
        aliases: [{ name: 'Fable Boats', kind: 'trade' }],
      },
      { id: '73D', status: 'active', goodStanding: false, domestic: false },
      undefined,
      undefined,
    ]);
  });
});

describe('a status without an entry in the table of its format', () => {
  const FABLE = { EntityID: '1', ENTITYNUMBER: '1', LEGALNAME: 'Fable', Name: 'Fable', number: '1', name: 'FABLE' };
  const name = [{ file: '12345678', name: 'FABLE' }];
  const unknownIn = (format: BulkFormat, parts: Parts): string[] => {
    const told: string[] = [];
    const record = format.toRecord(parts, { unknownStatus: (word) => told.push(word) });
    expect(record).toMatchObject({ status: 'unknown', goodStanding: null });
    return told;
  };

  it.each<[string, BulkFormat, string, (status: string) => Parts]>([
    ['us-fl', US_FL, 'Q', (status) => ({ entity: [{ ...FABLE, status }] })],
    ['us-va', US_VA, 'Paused', (status) => ({ llc: [{ ...FABLE, Status: status, StatusReason: 'A Whim' }] })],
    ['us-va', US_VA, '77', (status) => ({ corp: [{ ...FABLE, Status: status }] })],
    ['us-ak', US_AK, 'Paused', (status) => ({ entity: [{ ...FABLE, STATUS: status }] })],
    ['us-il', US_IL, '77', (status) => ({ corporation: [{ file: '12345678', status }], name })],
    ['us-il', US_IL, '02', (status) => ({ llc: [{ file: '12345678', status }], name })],
  ])('in %s is unknown, has no standing, and is reported; one that is left out is not', (_, format, word, parts) => {
    expect(unknownIn(format, parts(word))).toEqual([word]);
    expect(unknownIn(format, parts(''))).toEqual([]);
  });

  it('is none that means nothing for the entity', () => {
    expect(unknownIn(US_VA, { lp: [{ ...FABLE, Status: '50' }] })).toEqual([]);
  });
});

describe('the Illinois lists', () => {
  const framed = (lines: string[], stated = lines.length) =>
    Buffer.from(
      ['RUN DATE = 20260110 FILE: CDXALLMST', ...lines, `END OF FILE RECORD COUNT= ${stated}`, ''].join('\r\n'),
      'latin1',
    );
  const master = '123456782001020300000000IL001004';

  it('are tied together by the file number, blanks at the end stripped or not', async () => {
    const corporation = await read(US_IL, 'cdxallmst.txt', framed([master]));
    const name = await read(US_IL, 'cdxallnam.txt', framed(['12345678FABLE WORKS, INC.']));
    const agent = await read(
      US_IL,
      'cdxallagt.txt',
      framed([`12345678${'NOWHERE AGENTS INC'.padEnd(60)}${'1 FABLE ST'.padEnd(45)}NOWHERE`]),
    );
    const parts: Parts = { corporation, name, agent };
    expect(US_IL.toRecord(parts, UNCOUNTED)).toMatchObject({
      id: '12345678',
      name: 'FABLE WORKS, INC.',
      status: 'active',
      statusDetail: 'Good standing',
      goodStanding: true,
      entityType: 'Domestic Corporation',
      formationDate: '2001-02-03',
      domestic: true,
    });
    expect(US_IL.details(parts).registeredAgent).toMatchObject({
      name: 'NOWHERE AGENTS INC',
      address: { city: 'NOWHERE' },
    });
  });

  it('state good standing by one code alone; reinstated is a hint', async () => {
    const corporation = await read(US_IL, 'cdxallmst.txt', framed([`${master.slice(0, 29)}01${master.slice(31)}`]));
    const name = await read(US_IL, 'cdxallnam.txt', framed(['12345678FABLE WORKS, INC.']));
    expect(US_IL.toRecord({ corporation, name }, UNCOUNTED)).toMatchObject({
      status: 'active',
      statusDetail: 'Reinstated',
      goodStanding: null,
      standingHint: { goodStanding: true },
    });
  });

  it.each([
    ['without their trailer', Buffer.from('RUN DATE = 20260110\n12345678\n'), 'cut short'],
    ['without their header', Buffer.from('12345678\n'), 'line 1: the header line is missing'],
    ['with another count than stated', framed([master], 2), 'line 3: the trailer states 2 records, there are 1'],
    ['with a line that is no record', framed(['ABC']), 'line 2: "ABC" is no file number'],
  ])('%s are refused', async (_, bytes, message) => {
    await expect(read(US_IL, 'cdxallmst.txt', bytes)).rejects.toThrow(message);
  });
});

describe('a ZIP', () => {
  it('gives its files one by one, with their dates', async () => {
    const { entries, close } = await openBulkFile(path.join(BUNDLED_EXTRACTS, 'us-va.zip'));
    expect(entries.map(({ name }) => name)).toEqual(['LLC.csv', 'Corp.csv', 'Officer.csv', 'NameHistory.csv']);
    expect(entries[0]!.changedAt.getFullYear()).toBe(2026);
    close();
  });

  it('that is damaged is refused, wherever the damage is', async () => {
    const folder = fs.mkdtempSync('/tmp/standing-zip-');
    const whole = fs.readFileSync(path.join(BUNDLED_EXTRACTS, 'us-ia.zip'));
    const cut = path.join(folder, 'cut.zip');
    fs.writeFileSync(cut, whole.subarray(0, whole.length / 2));
    await expect(openBulkFile(cut)).rejects.toThrow('cut.zip: a damaged ZIP');

    const changed = path.join(folder, 'changed.zip');
    const damaged = Buffer.from(whole);
    damaged[500]! ^= 1;
    fs.writeFileSync(changed, damaged);
    const { entries, close } = await openBulkFile(changed);
    const readAll = async () => {
      for await (const chunk of entries[0]!.chunks()) expect(chunk.length).toBeGreaterThan(0);
    };
    await expect(readAll()).rejects.toThrow('changed.zip: rows.json: a damaged ZIP: the checksum does not fit');
    close();
    fs.rmSync(folder, { recursive: true });
  });
});

describe('a ZIP packed with Deflate64', () => {
  it('is refused by that name, with what to do about it', async () => {
    const folder = fs.mkdtempSync('/tmp/standing-zip-');
    const file = path.join(folder, 'cordata.zip');
    fs.writeFileSync(file, withMethod(zip(new Map([['cordata0.txt', floridaFile(2)]])), 9));
    const { entries, close } = await openBulkFile(file);
    const readAll = async () => {
      for await (const chunk of entries[0]!.chunks()) expect(chunk.length).toBeGreaterThan(0);
    };
    await expect(readAll()).rejects.toThrow(
      'cordata.zip: cordata0.txt: packed with Deflate64 (method 9), which is not read here: unpack it (7z x, or unzip) and import cordata0.txt itself',
    );
    close();
    fs.rmSync(folder, { recursive: true });
  });
});

/** The same archive with another compression method in both headers of its first file. */
function withMethod(archive: Buffer, method: number): Buffer {
  const changed = Buffer.from(archive);
  changed.writeUInt16LE(method, 8);
  changed.writeUInt16LE(method, changed.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 10);
  return changed;
}

describe('the bundled files', () => {
  it('are what the generator writes', () => {
    for (const [file, content] of generateBulkFiles()) {
      expect([file, content.equals(fs.readFileSync(path.join(BUNDLED_EXTRACTS, file)))]).toEqual([file, true]);
    }
  });
});
