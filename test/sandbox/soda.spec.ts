import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { likeTest } from '@standing/sandbox/soda/like';
import { type Sandbox, startSandbox } from '@standing/sandbox';
import { fc } from '../support/property.js';

const CSV = `dos_id,current_entity_name,initial_dos_filing_date,county,made_up_column
1,"O'FABLE & SONS, LLC",2001-01-01T00:00:00,ALBANY,x
2,Imaginary Lanterns Inc.,2002-01-01T00:00:00,ERIE,x
3,IMAGINARY KITES LLC,2003-01-01T00:00:00,,x
4,100% PURE_FABLE LLC,2004-01-01T00:00:00,∅,x
`;

describe('the sandbox as a Socrata portal', () => {
  let sandbox: Sandbox;
  let folder: string;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'extracts-'));
    fs.writeFileSync(path.join(folder, 'us-ny.csv'), CSV);
    fs.writeFileSync(path.join(folder, 'us-ny.filings.jsonl'), '{"corpid_num":1,"documenttype":"REPORT","law":null}\n');
    sandbox = await startSandbox({ extractsDir: folder });
  });

  afterAll(async () => {
    await sandbox.close();
    fs.rmSync(folder, { recursive: true });
  });

  async function get(parameters: Record<string, string>, dataset = 'n9v6-gdp6', code = 'us-ny') {
    const response = await fetch(
      `${sandbox.origin}/${code}/resource/${dataset}.json?${new URLSearchParams(parameters).toString()}`,
    );
    return { status: response.status, body: (await response.json()) as Record<string, string>[] };
  }

  /** Returns the extract's own rows, without the names that force an outcome. */
  const ids = async (parameters: Record<string, string>) =>
    (await get(parameters)).body.map((row) => row['dos_id']!).filter((id) => id.length === 1);

  const where = (condition: string) => ids({ $where: condition });

  it('names columns, types and the last change of the data in its headers', async () => {
    const query = new URLSearchParams({ $select: 'dos_id,county', $limit: '1' });
    const { headers } = await fetch(`${sandbox.origin}/us-ny/resource/n9v6-gdp6.json?${query.toString()}`);
    expect(headers.get('x-soda2-fields')).toBe('["dos_id","county"]');
    expect(headers.get('x-soda2-types')).toBe('["text","text"]');
    expect(Date.parse(headers.get('x-soda2-truth-last-modified')!)).not.toBeNaN();
  });

  it('refuses to select a column that is not grouped', async () => {
    await expect(get({ $select: 'dos_id,county', $group: 'dos_id' })).resolves.toMatchObject({
      status: 400,
      body: { errorCode: 'query.soql.column-not-in-group-bys' },
    });
  });

  it('refuses an overlong URL with an HTML page', async () => {
    const query = new URLSearchParams({ $where: `dos_id in (${"'1',".repeat(900)}'2')` });
    const response = await fetch(`${sandbox.origin}/us-ny/resource/n9v6-gdp6.json?${query.toString()}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([414, 'text/html']);
  });

  it.each([
    ["upper(current_entity_name) like '%IMAGINARY%'", ['2', '3']],
    ["current_entity_name like '%Imaginary%'", ['2']],
    ["lower(current_entity_name) like 'imaginary%llc'", ['3']],
    ["current_entity_name like '%FABLE_LLC'", ['4']],
    ["current_entity_name like '_magin%'", ['2']],
    ["upper(current_entity_name) not like '%IMAGINARY%'", ['1', '4']],
    ["current_entity_name='O''FABLE & SONS, LLC'", ['1']],
    ["replace(replace(current_entity_name,'''',''),' ','') like '%OFABLE&SONS%'", ['1']],
    ["starts_with(upper(current_entity_name),'IMAGINARY K')", ['3']],
    ["contains(current_entity_name,'PURE_')", ['4']],
    ["dos_id in ('1','4','9')", ['1', '4']],
    ["dos_id not in ('1','4')", ['2', '3']],
    ['county is null', ['3', '4']],
    ['county is not null', ['1', '2']],
    ["county != 'ERIE'", ['1']],
    ["not (county = 'ERIE')", ['1']],
    ["dos_id > '2' and dos_id <= '4'", ['3', '4']],
    ["dos_id between '2' and '3'", ['2', '3']],
    ['dos_id = 2', ['2']],
    ["county='ERIE' or county='ALBANY' and dos_id='9'", ['2']],
    ["(county='ERIE' or county='ALBANY') and dos_id='1'", ['1']],
    ["((upper(current_entity_name)) like '%KITES%')", ['3']],
    ["UPPER(current_entity_name) LIKE '%KITES%' AND NOT dos_id = '9'", ['3']],
  ])('returns the rows that match %s', async (condition, expected) => {
    await expect(where(condition)).resolves.toEqual(expected);
  });

  it.each([
    "current_entity_name like 'O'FABLE'",
    "upper(current_entity_name like 'X'",
    'current_entity_name',
    'current_entity_name = ',
    "dos_id = '1' dos_id = '2'",
    "dos_id = '1';",
    'dos_id in ()',
    '',
  ])('refuses an unparsable condition: %j', async (condition) => {
    const { status, body } = await get({ $where: condition });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'query.compiler.malformed', error: true });
  });

  it('refuses unknown columns and functions, and names the column', async () => {
    const column = await get({ $where: "entity_status='Active'" });
    expect(column).toMatchObject({ status: 400, body: { errorCode: 'query.soql.no-such-column' } });
    expect(JSON.stringify(column.body)).toContain('entity_status');
    await expect(get({ $select: 'made_up_column' })).resolves.toMatchObject({ status: 400 });
    await expect(get({ $order: 'nothing' })).resolves.toMatchObject({ status: 400 });
    await expect(get({ nothing: 'x' })).resolves.toMatchObject({ status: 400 });
    const unknown = await get({ $where: "soundex(county)='E600'" });
    expect(unknown).toMatchObject({ status: 400, body: { errorCode: 'query.soql.no-such-function' } });
  });

  it('omits empty cells, cells marked as not visible, and columns that the register lacks', async () => {
    const { body } = await get({ $where: "dos_id='4'" });
    expect(body).toEqual([
      { dos_id: '4', current_entity_name: '100% PURE_FABLE LLC', initial_dos_filing_date: '2004-01-01T00:00:00' },
    ]);
  });

  it('filters by column=value', async () => {
    await expect(ids({ county: 'ERIE' })).resolves.toEqual(['2']);
  });

  it('finds words in any column with $q', async () => {
    await expect(ids({ $q: 'kites imaginary' })).resolves.toEqual(['3']);
    await expect(ids({ $q: 'imagin' })).resolves.toEqual([]);
  });

  it('orders rows, those without the value last', async () => {
    await expect(ids({ $order: 'dos_id DESC' })).resolves.toEqual(['4', '3', '2', '1']);
    await expect(ids({ $order: 'county,dos_id desc', $where: "dos_id < '5'" })).resolves.toEqual(['1', '2', '4', '3']);
  });

  it('returns pages by limit and offset, and refuses bad limits', async () => {
    const page = (offset: number) =>
      get({ $order: 'dos_id', $limit: '2', $offset: String(offset), $where: "dos_id < '5'" });
    expect((await page(0)).body.map((row) => row['dos_id'])).toEqual(['1', '2']);
    expect((await page(2)).body.map((row) => row['dos_id'])).toEqual(['3', '4']);
    expect((await page(4)).body).toEqual([]);
    await expect(get({ $limit: '50001' })).resolves.toMatchObject({ status: 400 });
    await expect(get({ $limit: '-1' })).resolves.toMatchObject({ status: 400 });
  });

  it('selects columns, renames them and counts', async () => {
    await expect(get({ $select: 'dos_id,county as place', $where: "dos_id='2'" })).resolves.toMatchObject({
      body: [{ dos_id: '2', place: 'ERIE' }],
    });
    await expect(get({ $select: 'count(*)', $where: "dos_id < '5'" })).resolves.toMatchObject({
      body: [{ count: '4' }],
    });
    await expect(get({ $select: 'count(*) as n', $where: "dos_id='x'" })).resolves.toMatchObject({
      body: [{ n: '0' }],
    });
  });

  it('reads JSON lines too, with every value as text', async () => {
    const { body } = await get({ corpid_num: '1' }, '63wc-4exh');
    expect(body).toEqual([{ corpid_num: '1', documenttype: 'REPORT' }]);
  });

  it('treats a sibling dataset without an extract as empty', async () => {
    await expect(get({ corpid_num: '1' }, 'ekwr-p59j')).resolves.toEqual({ status: 200, body: [] });
  });

  it('returns 404 for datasets and registers it does not have', async () => {
    await expect(get({}, 'aaaa-bbbb')).resolves.toMatchObject({ status: 404 });
    await expect(get({}, 'n9v6-gdp6', 'us-co')).resolves.toMatchObject({ status: 404 });
  });

  it('offers three names of each register it plays', () => {
    expect(sandbox.sampleNames('us-ny')).toEqual([
      "O'FABLE & SONS, LLC",
      'Imaginary Lanterns Inc.',
      'IMAGINARY KITES LLC',
    ]);
    expect(sandbox.sampleNames('us-co')).toBeUndefined();
  });

  it('refuses to start with a folder that does not exist', async () => {
    await expect(startSandbox({ extractsDir: path.join(folder, 'nowhere') })).rejects.toThrow('nowhere');
  });
});

describe('LIKE', () => {
  it('matches what the equivalent regular expression matches', () => {
    const text = fc.array(fc.constantFrom('A', 'B', ' ', '😀'), { maxLength: 8 }).map((letters) => letters.join(''));
    const pattern = fc
      .array(fc.constantFrom('A', 'B', '%', '_', ' '), { maxLength: 8 })
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(text, pattern, (name, asked) => {
        const equal = new RegExp(`^${asked.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'su');
        expect([name, asked, likeTest(asked)(name)]).toEqual([name, asked, equal.test(name)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finishes on patterns made to be slow', () => {
    expect(likeTest(`%${'A%'.repeat(300)}B%`)('A'.repeat(2_000))).toBe(false);
  });
});
