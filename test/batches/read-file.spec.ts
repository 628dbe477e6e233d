import { readFile } from '../../src/modules/batches/read-file.js';

type Row = { line: number; cells?: Record<string, unknown>; problem?: string };

/** Returns the rows of a file that arrives in pieces of this size, or the reason it is refused. */
async function read(
  file: string | Buffer,
  type: 'csv' | 'ndjson' = 'csv',
  pieceBytes = 65_536,
): Promise<Row[] | string> {
  const bytes = Buffer.from(file as string);
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
  }
  const rows: Row[] = [];
  try {
    for await (const row of readFile(pieces(), type).rows) rows.push(row);
  } catch (error) {
    return (error as Error).message;
  }
  return rows;
}

const ALDER = { entity_name: 'Alder, Works; LLC', jurisdiction: 'us-co' };
const BIRCH = { entity_name: 'Birch Works LLC', jurisdiction: 'us-ct' };
const NUMBERED = [
  { line: 2, cells: ALDER },
  { line: 3, cells: BIRCH },
];

describe('the CSV reader', () => {
  const quoted = (separator: string, end = '\n') =>
    [
      ['entity_name', 'jurisdiction'],
      ['"Alder, Works; LLC"', 'us-co'],
      ['Birch Works LLC', 'us-ct'],
    ]
      .map((cells) => cells.join(separator))
      .join(end);

  it.each([',', ';', '\t'])('splits cells by the separator of the header (%j)', async (separator) => {
    for (const end of ['\n', '\r\n', '\r']) {
      for (const pieceBytes of [1, 7, 65_536]) {
        expect(await read(quoted(separator, end), 'csv', pieceBytes)).toEqual(NUMBERED);
      }
      expect(await read(`\uFEFF${quoted(separator, end)}${end}`)).toEqual(NUMBERED);
    }
  });

  it.each([
    ['sep=,', ','],
    ['sep=;', ';'],
    ['"sep=\t"', '\t'],
    ['\uFEFFSEP=;', ';'],
    ['sep=\t', '\t'],
    ['sep=;; ', ';'],
  ])(
    'splits cells by the separator that the first line declares (%j), and counts that line',
    async (declared, separator) => {
      expect(await read(`${declared}\r\n${quoted(separator, '\r\n')}`)).toEqual(
        NUMBERED.map(({ line, cells }) => ({ line: line + 1, cells })),
      );
    },
  );

  it('reads a quoted header, and refuses an unknown column in it', async () => {
    expect(await read('"entity_name";"jurisdiction"\n"A;B";us-co')).toEqual([
      { line: 2, cells: { entity_name: 'A;B', jurisdiction: 'us-co' } },
    ]);
    expect(await read('entity_name,jurisdiction,"a;b"\nA,us-co,x')).toMatch(/^Line 1: There is no column "a;b"/);
  });

  it.each([
    ['entity_name;jurisdiction,custom_id\nA;us-co,C-1', 1],
    ['\n\nentity_name\tjurisdiction,\nA\tus-co', 3],
    ['sep=|\nentity_name|jurisdiction', 1],
  ])('refuses a header with mixed or unknown separators (%j)', async (file, line) => {
    expect(await read(file)).toBe(
      `Line ${line}: The header must separate its columns in one way: by comma, semicolon or tab.`,
    );
  });

  it('does not guess when rows use another separator than the header', async () => {
    expect(await read('entity_name;jurisdiction\nAlder Works LLC,us-co')).toEqual([
      { line: 2, cells: { entity_name: 'Alder Works LLC,us-co', jurisdiction: '' } },
    ]);
  });

  it('keeps a carriage return in a cell where lines end in another way', async () => {
    expect(await read('entity_name,jurisdiction\nAlder\rWorks,us-co\n')).toEqual([
      { line: 2, cells: { entity_name: 'Alder\rWorks', jurisdiction: 'us-co' } },
    ]);
  });
});

describe('an empty cell', () => {
  it('is ignored at the end of a row or header; a row of only empty cells is skipped', async () => {
    const file = [
      ',,',
      'entity_name,jurisdiction,custom_id,,',
      'A,us-co',
      '',
      ',,',
      '"","",""',
      ' , ,',
      'B,us-co,,,,',
      'C,us-co,7',
    ];
    const rows = ['A', 'B', 'C'].map((entity_name, at) => ({
      line: [3, 8, 9][at],
      cells: { entity_name, jurisdiction: 'us-co', custom_id: entity_name === 'C' ? '7' : '' },
    }));
    for (const separator of [',', ';', '\t']) {
      expect(await read(file.join('\r\n').replaceAll(',', separator))).toEqual(rows);
    }
    expect(await read(`${file.join('\n')}\n${',\n'.repeat(100_001)}`)).toEqual(rows);
  });

  it('counts within quotes, and where more cells of the row or the header follow', async () => {
    expect(await read('entity_name,jurisdiction,custom_id\nA,us-co,"x\n,,\n\n,y"\n,,7\n')).toEqual([
      { line: 2, cells: { entity_name: 'A', jurisdiction: 'us-co', custom_id: 'x\n,,\n\n,y' } },
      { line: 6, cells: { entity_name: '', jurisdiction: '', custom_id: '7' } },
    ]);
    expect(await read('entity_name,,jurisdiction\nA,,us-co')).toMatch(/^Line 1: There is no column ""/);
    expect(await read('entity_name,state\nA,us-co')).toMatch(
      /^Line 1: There is no column "state"; did you mean jurisdiction\? The columns are /,
    );
  });

  it('does not hide a cell beyond the last column', async () => {
    expect(await read('entity_name,jurisdiction\nAlder Works, Inc,us-co,\n')).toEqual([
      { line: 2, problem: 'The row has 4 cells under 2 columns.' },
    ]);
  });
});

describe('a file', () => {
  it.each([
    ['a new one', 'PK\u0003\u0004\u0014\0\u0006\0'],
    ['an old one', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ])('is refused as a workbook (%s)', async (_which, file) => {
    for (const type of ['csv', 'ndjson'] as const) {
      for (const pieceBytes of [1, 65_536]) {
        expect(await read(file, type, pieceBytes)).toBe('The file is a workbook or an archive. Save it as CSV.');
      }
    }
  });

  it('may use any line ending in NDJSON', async () => {
    const rows = [ALDER, BIRCH].map((row) => JSON.stringify(row));
    for (const end of ['\n', '\r\n', '\r']) {
      expect(await read(rows.join(end), 'ndjson')).toEqual(
        NUMBERED.map(({ line, cells }) => ({ line: line - 1, cells })),
      );
    }
  });

  it('counts lines as an editor does, with any line ending', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const file = ['entity_name,jurisdiction', `"A${end}B",us-co`, '', ',', 'C,us-co', 'The "D" Inc,us-co'].join(end);
      expect(await read(file)).toMatch(/^Line 7: A quotation mark/);
      expect(((await read(file.slice(0, file.indexOf(`${end}The`)))) as Row[]).map(({ line }) => line)).toEqual([2, 6]);
    }
  });
});

it('says where a line of NDJSON breaks, as an editor counts', async () => {
  expect(await read('\uFEFF{"entity_name":\n\n  {"entity_name": Alder}\n', 'ndjson')).toEqual([
    { line: 1, problem: 'The line is not valid JSON. The JSON ends too early.' },
    { line: 3, problem: 'The line is not valid JSON. Look at line 3, column 19.' },
  ]);
});

it('reads numbers of identifiers in NDJSON as text, unless digits may be lost', async () => {
  const row = '{"entity_name":"Birch Works LLC","custom_id":4711,"jurisdiction_id":20019000001';
  const file = `${row},"address":{"street":"12 Imaginary Street","postal_code":80202}}\n{"custom_id":12345678901234567890}\n{"custom_id":{"a":{"b":1}}}`;
  const lossy = `{"custom_id":47.5}\n{"custom_id":9007199254740993}\n{"address":{"postal_code":80202.5}}`;
  expect(await read(file, 'ndjson')).toEqual([
    {
      line: 1,
      cells: {
        entity_name: 'Birch Works LLC',
        custom_id: '4711',
        jurisdiction_id: '20019000001',
        address: { street: '12 Imaginary Street', postal_code: '80202' },
      },
    },
    { line: 2, cells: { custom_id: 12_345_678_901_234_567_000 } },
    { line: 3, cells: { custom_id: { a: { b: 1 } } } },
  ]);
  expect(await read(lossy, 'ndjson')).toEqual([
    { line: 1, cells: { custom_id: 47.5 } },
    { line: 2, cells: { custom_id: Number('9007199254740993') } },
    { line: 3, cells: { address: { postal_code: 80_202.5 } } },
  ]);
});

it('leaves numbers of all other fields, which are refused as numbers', async () => {
  const given = { entity_name: 360, jurisdiction: 1, tier: 2, officer: 3, address: 80202 };
  const inParts = { address: { street: 12, city: 3, postal_code: 80202 } };
  expect(await read(`${JSON.stringify(given)}\n${JSON.stringify(inParts)}`, 'ndjson')).toEqual([
    { line: 1, cells: given },
    { line: 2, cells: { address: { street: 12, city: 3, postal_code: '80202' } } },
  ]);
});

it('reads every cell of CSV as text, digits included', async () => {
  const cells = { entity_name: '360', jurisdiction: 'us-co', jurisdiction_id: '20019000001' };
  expect(await read(`${Object.keys(cells).join()}\n${Object.values(cells).join()}`)).toEqual([{ line: 2, cells }]);
});
