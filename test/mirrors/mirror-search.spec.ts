import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { importBundled } from '../../src/adapters/registries/bulk/importing/bundled.js';
import { currentEditions, rowsTable, type Edition } from '../../src/adapters/registries/bulk/mirrors/editions.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { MirrorRegistry } from '../../src/adapters/registries/bulk/mirrors/mirror-registry.js';
import { Mirrors } from '../../src/adapters/registries/bulk/mirrors/mirrors.js';
import { Statements } from '../../src/adapters/registries/bulk/mirrors/statements.js';
import { decide } from '../../src/core/matching/decide.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { SourceError } from '../../src/core/registries/ports.js';
import { bulkExtracts } from '@standing/sandbox/bulk/files';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { asking } from '../registries/registry.suite.js';
import { published } from '../support/published.js';

const CODES = ['us-fl', 'us-ia', 'us-va'];
const never = () => new AbortController().signal;

let database: TestDatabase;
let source: PostgresDataSource;
let mirrors: Mirrors;
const said: string[] = [];
const bundle = () => ({
  registers: REGISTERS.inForce([]),
  database: source,
  databaseUrl: database.url,
  extracts: bulkExtracts(),
  say: (line: string) => said.push(line),
});
beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
  await importBundled(bundle());
  const log = { warn: () => undefined };
  mirrors = await Mirrors.open({ registers: REGISTERS, database: source, realm: 'sandbox', timeoutMs: 5_000, log });
});
afterAll(async () => {
  await mirrors.close();
  await source.destroy();
  await database.drop();
});

const search = (code: string, typed: string) => mirrors.of(code)!.search(nameQuery(typed, code), never());
const fetchOne = (code: string, id: string) => mirrors.of(code)!.fetch(id, never());
const same = (a: string, b: string) => a.toUpperCase() === b.toUpperCase();

const EDITION: Edition = {
  edition: '1',
  jurisdiction: 'us-fl',
  realm: 'live',
  asOf: '2026-01-01',
  fingerprint: '',
  content: undefined,
  files: undefined,
  layout: {},
  rows: 1,
  names: undefined,
  importedAt: new Date(),
};

type Query = (asked: string | { text: string }, values?: unknown[]) => Promise<unknown>;

/** A mirror over a database that only runs this query. */
function mirrorOver(query: Query, { timeoutMs = 2_000, skipped = [] as string[] } = {}): MirrorRegistry {
  return new MirrorRegistry({
    statements: new Statements({ query, driver: { master: { query } } } as unknown as PostgresDataSource),
    format: REGISTERS.format('us-fl')!,
    timeoutMs,
    edition: () => ({ ...EDITION, layout: { entity: ['number', 'name', 'status'] } }),
    onRowSkipped: (reason) => skipped.push(reason),
    onUnknownStatus: () => undefined,
    refresh: () => Promise.resolve(),
    catchUp: () => Promise.resolve(),
  });
}

async function listed(code: string): Promise<{ id: string; name: string }[]> {
  const edition = (await currentEditions(source, 'sandbox')).find(({ jurisdiction }) => jurisdiction === code)!;
  const rows: { id: string }[] = await source.query(
    `select distinct id from ${rowsTable(edition.edition)} where part = any($1)`,
    [REGISTERS.format(code)!.recordParts.filter((part) => part !== 'namehistory')],
  );
  return Promise.all(rows.map(async ({ id }) => (await published(fetchOne(code, id)))!));
}

describe('a bundled edition', () => {
  it('is imported once, and again only when its files change', async () => {
    const before = await currentEditions(source, 'sandbox');
    await importBundled(bundle());
    await expect(currentEditions(source, 'sandbox')).resolves.toEqual(before);
    const extracts = bulkExtracts().map((extract) => ({ ...extract, fingerprint: 'changed' }));
    await importBundled({ ...bundle(), extracts });
    const after = await currentEditions(source, 'sandbox');
    expect(after.map(({ edition }) => edition)).not.toEqual(before.map(({ edition }) => edition));
    await mirrors.refresh();
    expect(said).toEqual([]);
  });

  it('never answers in live mode', async () => {
    const live = await Mirrors.open({
      registers: REGISTERS,
      database: source,
      realm: 'live',
      timeoutMs: 5_000,
      log: { warn: () => undefined },
    });
    expect(CODES.map((code) => live.unavailableReason(code) === undefined)).toEqual([false, false, false]);
    await expect(live.of('us-fl')!.search(nameQuery('Nonesuch Sundials LLC', 'us-fl'), never())).rejects.toThrow(
      SourceError,
    );
    await live.close();
  });

  it('never ages', () => {
    expect(CODES.map((code) => mirrors.status(code))).toEqual(['operational', 'operational', 'operational']);
  });
});

describe.each(CODES)('the mirror of %s', (code) => {
  it('has at least 40 companies, and finds each first by its name', async () => {
    const companies = await listed(code);
    expect(companies.length).toBeGreaterThanOrEqual(40);
    for (const { id, name } of companies) {
      const { records, complete } = await search(code, name);
      expect([name, complete, records.some((found) => found.id === id)]).toEqual([name, true, true]);
      expect(records[0]!.name).toBe(name);
    }
  });

  it.each([
    ["o'fable and sons", "O'Fable & Sons, LLC"],
    ['OFABLE & SONS', "O'Fable & Sons, LLC"],
    ['abc imaginary blocks', 'A.B.C. Imaginary Blocks L.L.C.'],
    ['cafe chimere', 'Café Chimère LLC'],
    ['Storybok Gear Works Inc', 'Storybook Gear Works, Inc.'],
    ['Stroybook Gear Works Inc', 'Storybook Gear Works, Inc.'],
    ['Storybook Works', 'Storybook Gear Works, Inc.'],
    ['Gear Works Storybook', 'Storybook Gear Works, Inc.'],
    ['Storybook Gear Works Icn', 'Storybook Gear Works, Inc.'],
    ['StorybookGear Works', 'Storybook Gear Works, Inc.'],
    ['Story book Gear Works', 'Storybook Gear Works, Inc.'],
    ['Storryboook Gear Works', 'Storybook Gear Works, Inc.'],
    ['once upon a time quill press', 'Once-Upon-A-Time "Quill" Press, Inc.'],
    ['DRAGON RENTAL 2, L.L.C.', 'Dragon Rental 2 LLC'],
    ['Griffin & Griffin Co', 'The Griffin and Griffin Company'],
  ])('finds %s as %s', async (typed, official) => {
    const { records, complete } = await search(code, typed);
    expect(records.slice(0, 20).some(({ name }) => same(name, official))).toBe(true);
    expect(complete).toBe(true);
  });

  it('finds the exact name among its siblings', async () => {
    const { records } = await search(code, 'Dragon Rental 2 LLC');
    const decision = decide('Dragon Rental 2 LLC', code, records);
    expect(decision).toMatchObject({
      kind: 'match',
      record: { name: expect.stringMatching(/^dragon rental 2 llc$/i) },
    });
  });

  it('returns a complete empty result for an absent name', async () => {
    await expect(search(code, 'Zzyzx Qwertz Unheard Of LLC')).resolves.toMatchObject({
      records: [],
      complete: true,
    });
  });

  it.each([
    "Fable' OR '1'='1",
    "Fable'); DROP TABLE mirror_editions; --",
    '%_%',
    '!!!',
    '想像上の会社',
    '🦄 Unicorn LLC',
    'Fable\u0000Null LLC',
    '{"a","b"}',
    'LLC',
    'THE',
    'A '.repeat(150),
  ])('searches for %j as a plain name', async (typed) => {
    const { complete } = await mirrors.of(code)!.search(asking(typed), never());
    expect(complete).toBe(true);
    await expect(currentEditions(source, 'sandbox')).resolves.toHaveLength(3);
  });

  it('returns undefined for a record it does not have', async () => {
    await expect(fetchOne(code, "1' OR '1'='1")).resolves.toBeUndefined();
    await expect(fetchOne(code, '\0')).resolves.toBeUndefined();
  });

  it('returns three names of active entities to try', async () => {
    const names = mirrors.sampleNames(code)!;
    expect(names).toHaveLength(3);
    for (const name of names) expect((await search(code, name)).records[0]).toMatchObject({ name, status: 'active' });
  });

  it('is unavailable when its database fails', async () => {
    const broken = mirrorOver(() => Promise.reject(new Error('connection lost')), { timeoutMs: 100 });
    await expect(broken.search(asking('Fable LLC'), never())).rejects.toMatchObject({ failure: 'unavailable' });
  });
});

const cells = (number: string, name: string) => {
  const columns = ['number', 'name', 'status'];
  return {
    place: 0,
    id: number,
    part: 'entity',
    cells: columns.map((column) => ({ number, name, status: 'A' })[column]).join('\u001f'),
  };
};

describe('a mirror with two companies that differ only in the legal form', () => {
  it('finds the company without a legal form beside the exact match', async () => {
    const byKey = [cells('L1', 'FABLE ANVILS LLC')];
    const byLetters = [...byKey, cells('L2', 'FABLE ANVILS')];
    const mirror = mirrorOver((asked) => Promise.resolve(typeof asked === 'string' ? byLetters : { rows: byKey }));
    const asked = 'Fable Anvils LLC';
    const { records, complete } = await mirror.search(nameQuery(asked, 'us-fl'), never());
    expect(complete).toBe(true);
    expect(decide(asked, 'us-fl', records)).toMatchObject({
      record: { id: 'L1' },
      match: { confidence: 75, review: true, alternatives: [{ jurisdictionId: 'L2' }] },
    });
  });
});

describe('a mirror asked for a number in words', () => {
  it('finds the business whose whole name is the same number in digits', async () => {
    const mirror = mirrorOver((asked, values) => {
      const isAsked = JSON.stringify(values ?? []).includes('"125|"');
      return Promise.resolve(typeof asked === 'string' ? (isAsked ? [cells('L1', '125 LLC')] : []) : { rows: [] });
    });
    const { records } = await mirror.search(nameQuery('One Twenty Five LLC', 'us-fl'), never());
    expect(records.map(({ name }) => name)).toEqual(['125 LLC']);
  });
});

describe('a mirror with an odd row', () => {
  const mirrorOf = (rows: object[], skipped: string[] = []) =>
    mirrorOver(
      (asked) => Promise.resolve(typeof asked === 'string' ? [] : { rows: asked.text.includes('cells') ? rows : [] }),
      { skipped },
    );

  it('skips and counts the row, and marks the search as incomplete', async () => {
    const skipped: string[] = [];
    const mirror = mirrorOf([cells('L1', 'FABLE ONE LLC'), cells('L2', ''), cells('L3', 'FABLE TWO LLC')], skipped);
    const { records, complete } = await mirror.search(asking('Fable Three LLC'), never());
    expect(records.map(({ id }) => id)).toEqual(['L1', 'L3']);
    expect(complete).toBe(false);
    expect(skipped).toContain('a record without name');
  });

  it('reports a changed format when most rows are odd', async () => {
    const mirror = mirrorOf([cells('L1', ''), cells('L2', ''), cells('L3', 'FABLE TWO LLC')]);
    await expect(mirror.search(asking('Fable Three LLC'), never())).rejects.toThrow('changed its format');
  });
});

describe('a slow mirror', () => {
  const slow = (timeoutMs: number) => mirrorOver(() => new Promise(() => undefined), { timeoutMs });

  it('fails with a timeout after the limit', async () => {
    await expect(slow(30).search(asking('Fable LLC'), never())).rejects.toMatchObject({ failure: 'timeout' });
  });

  it('stops waiting when the caller gives up', async () => {
    await expect(slow(60_000).search(asking('Fable LLC'), AbortSignal.timeout(20))).rejects.toThrow(SourceError);
    await expect(slow(60_000).fetch('1', AbortSignal.abort())).rejects.toThrow(SourceError);
  });
});

describe('a deep verification', () => {
  it('returns agent, officers and address in Virginia, and finds a former name', async () => {
    const { records } = await search('us-va', 'Short Story Trading LLC');
    expect(records).toMatchObject([
      { name: 'Tall Tale Trading Company LLC', aliases: [{ name: 'Short Story Trading LLC', kind: 'former' }] },
    ]);
    await expect(fetchOne('us-va', records[0]!.id)).resolves.toMatchObject({
      aliases: [{ name: 'Short Story Trading LLC' }],
      details: {
        registeredAgent: { name: expect.any(String), address: { city: 'Fable Court' } },
        officers: [{ name: 'Fictional Officer 3', title: 'Chief Executive Officer' }],
        principalAddress: { region: 'Virginia' },
        filingHistorySummary: null,
      },
    });
  });

  it('returns agent and home office in Iowa, and no officers', async () => {
    const { records } = await search('us-ia', 'Storybook Marbles LLC');
    await expect(fetchOne('us-ia', records[0]!.id)).resolves.toMatchObject({
      details: {
        registeredAgent: { name: 'NOWHERE REGISTERED AGENTS LLC', address: { region: 'IA' } },
        officers: null,
        principalAddress: { line1: '1 IMAGINARY STREET' },
      },
    });
  });
});
