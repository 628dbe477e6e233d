import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { openBulkFile } from '../../src/adapters/registries/bulk/formats/bulk-file.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { importBundled } from '../../src/adapters/registries/bulk/importing/bundled.js';
import { currentEditions, rowsTable } from '../../src/adapters/registries/bulk/mirrors/editions.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { importEdition } from '../../src/adapters/registries/bulk/importing/importer.js';
import { Mirrors } from '../../src/adapters/registries/bulk/mirrors/mirrors.js';
import { AdaptersOfToday } from '../../src/adapters/registries/kept/kept-registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import { QueryRegistry } from '../../src/core/verification/query-registry.js';
import { ReplayEvidence } from '../../src/core/verification/replay-evidence.js';
import { Witness } from '../../src/core/registries/witness.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { bulkExtracts } from '@standing/sandbox/bulk/files';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { MemoryLog } from '../support/fakes.js';
import { asKept, OlderAdapter } from '../support/older-adapter.js';
import { alaskaFile, illinoisFiles } from './barred-files.js';
import { faultsOf } from '../registries/field-sources.js';

const RECORDS = 80;
const never = new AbortController().signal;

let database: TestDatabase;
let source: PostgresDataSource;
let mirrors: Mirrors;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
  await importBundled({
    registers: REGISTERS,
    database: source,
    databaseUrl: database.url,
    extracts: bulkExtracts(),
    say: () => undefined,
  });
  const files = new Map([...illinoisFiles(60), ['CorporationsDownload.csv', alaskaFile(60)] as const]);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'standing-barred-'));
  for (const [name, bytes] of files) fs.writeFileSync(path.join(folder, name), bytes);
  const inFolder = (names: Iterable<string>) => [...names].map((name) => path.join(folder, name));
  await imported('us-ak', inFolder(['CorporationsDownload.csv']));
  await imported('us-il', inFolder(illinoisFiles(0).keys()));
  mirrors = await Mirrors.open({
    registers: REGISTERS,
    database: source,
    realm: 'sandbox',
    timeoutMs: 30_000,
    log: new MemoryLog(),
  });
});

afterAll(async () => {
  await mirrors.close();
  fs.rmSync(folder, { recursive: true });
  await source.destroy();
  await database.drop();
});

async function imported(code: string, files: string[]): Promise<void> {
  const format = REGISTERS.format(code)!;
  await importEdition({
    databaseUrl: database.url,
    format,
    realm: 'sandbox',
    files,
    fingerprint: `edition of ${code}`,
  });
}

async function idsOf(code: string): Promise<{ ids: string[]; content: string | undefined }> {
  const edition = (await currentEditions(source, 'sandbox')).find(({ jurisdiction }) => jurisdiction === code);
  const rows = await source.query<{ id: string }[]>(
    `select distinct id from ${rowsTable(edition?.edition ?? '')} order by id limit ${RECORDS}`,
  );
  return { ids: rows.map(({ id }) => id), content: edition?.content };
}

/** Returns the files that an import reads, by digest. */
async function publishedFiles(code: string): Promise<Map<string, { name: string; lines: string[] }>> {
  const bundled = bulkExtracts().find((extract) => extract.code === code)?.files;
  const files = bundled ?? fs.readdirSync(folder).map((name) => path.join(folder, name));
  const published = new Map<string, { name: string; lines: string[] }>();
  for (const file of files) {
    const { entries, close } = await openBulkFile(file);
    for (const entry of entries) {
      const bytes = await buffer(entry.chunks());
      const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
      published.set(digest, { name: entry.name, lines: bytes.toString('latin1').split('\n') });
    }
    close();
  }
  return published;
}

/** A file of CSV doubles the quotes of a cell, one of JSON escapes them. `line`: one character a byte. */
function standsIn(line: string, text: string): boolean {
  const written = [text, text.replaceAll('"', '""'), JSON.stringify(text).slice(1, -1)];
  return [...written, Buffer.from(text).toString('latin1')].some((one) => line.includes(one));
}

const CODES = ['us-fl', 'us-ia', 'us-va', 'us-ak', 'us-il'];

it.each(CODES)('reports the row and column of every field of the records of %s', async (code) => {
  const { ids, content } = await idsOf(code);
  const faults: string[] = [];
  for (const id of ids) {
    const witness = new Witness();
    const registry = mirrors.of(code)!.heardBy(witness);
    const detailed = await registry.fetch(id, never);
    if (!detailed || !('name' in detailed)) continue;
    faults.push(...faultsOf(witness, detailed));
    const { records } = await registry.search(nameQuery(detailed.name, code), never);
    faults.push(...records.flatMap((record) => faultsOf(witness, record)));
    expect(witness.edition).toBe(`sha256:${content}`);
  }
  expect(ids.length).toBeGreaterThan(20);
  expect([...new Set(faults)].slice(0, 20)).toEqual([]);
});

it.each(CODES)('reports the line of each row of %s in its file, which has the text of each cell', async (code) => {
  const published = await publishedFiles(code);
  const { ids } = await idsOf(code);
  let rows = 0;
  for (const id of ids) {
    const witness = new Witness();
    const detailed = await mirrors.of(code)!.heardBy(witness).fetch(id, never);
    if (!detailed || !('name' in detailed)) continue;
    faultsOf(witness, detailed);
    for (const { body } of witness.exchanges) {
      for (const row of parse<Record<string, string>>(body, { columns: true })) {
        const file = published.get(row['edition_digest']!);
        expect(row['edition_file']).toBe(file?.name);
        const line = file?.lines[Number(row['edition_line']) - 1] ?? '';
        expect(line).toContain(id);
        const cells = Object.entries(row).filter(([column]) => !column.startsWith('edition_'));
        expect(cells.filter(([, text]) => !standsIn(line, text))).toEqual([]);
        rows++;
      }
    }
  }
  expect(rows).toBeGreaterThan(20);
});

it('records a search without results as a file without rows', async () => {
  const witness = new Witness();
  const registry = mirrors.of('us-fl')!.heardBy(witness);
  await expect(registry.search(nameQuery('Zzyzx Qwertz LLC', 'us-fl'), never)).resolves.toMatchObject({ records: [] });
  witness.hearSearch();
  expect(witness.exchanges.map(({ method, body }) => [method, body.toString().trim().split('\n').length])).toEqual([
    ['EDITION', 1],
  ]);
});

describe('the replay of kept mirror rows', () => {
  const replay = new ReplayEvidence(new AdaptersOfToday(REGISTERS));
  let registries: ConfiguredRegistries;
  let ask: QueryRegistry;
  beforeAll(() => {
    const log = { warn: () => undefined };
    registries = new ConfiguredRegistries({
      registers: REGISTERS,
      mode: 'sandbox',
      sandboxOrigin: 'http://x',
      urls: {},
      credentials: {},
      timeoutMs: 20_000,
      log,
    });
    ask = new QueryRegistry(registries, new NoTracing(), { isKept: true });
  });
  afterAll(() => registries.close());

  const questions = async (code: string) => {
    const { ids } = await idsOf(code);
    const names = [];
    for (const id of ids.slice(0, 20)) {
      const found = await mirrors.of(code)!.findByNumber(id, never);
      if (found && 'name' in found) names.push(found.name);
    }
    const asked = { jurisdiction: code, claimedAt: new Date(), recordNumber: undefined } as const;
    return [...names, 'Zzyzx Qwertz Nobody LLC'].flatMap((entityName) => [
      { ...asked, entityName, kind: 'verification', tier: 'quick' } as const,
      { ...asked, entityName, kind: 'verification', tier: 'deep' } as const,
      { ...asked, entityName, kind: 'search', tier: 'quick' } as const,
    ]);
  };

  it.each(CODES)('returns the same result for %s', async (code) => {
    const kinds = new Set<string>();
    for (const question of await questions(code)) {
      const { heard, ...answer } = await ask.run(question, never, mirrors.of(code));
      kinds.add(answer.kind);
      expect(await replay.run(asKept(heard!, answer), never)).toMatchObject({ isSame: true });
    }
    expect([...kinds].toSorted()).toEqual(['found', 'no_match', 'ranked']);
  });

  it.each(CODES)('shows what an older adapter read differently in %s', async (code) => {
    const [, deep] = await questions(code);
    const { heard, ...answer } = await ask.run(deep!, never, new OlderAdapter(mirrors.of(code)!));
    const { records } = await replay.run(asKept(heard!, answer), never);
    const changed = records.flatMap(({ changes }) => changes);
    expect(changed.map(({ field }) => field)).toEqual(['entity_name', 'status']);
    expect(changed[0]?.stands[0]).toMatchObject({ exchange: 0, text: changed[0]?.today });
  });
});
