import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { currentEditions, rowsTable } from '../../src/adapters/registries/bulk/mirrors/editions.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { importEdition } from '../../src/adapters/registries/bulk/importing/importer.js';
import { Mirrors } from '../../src/adapters/registries/bulk/mirrors/mirrors.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { MemoryLog } from '../support/fakes.js';
import { floridaFile, floridaRecord } from './florida-records.js';

const DAY_MS = 86_400_000;
const never = new AbortController().signal;

let database: TestDatabase;
let source: PostgresDataSource;
let mirrors: Mirrors;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'standing-import-'));
  mirrors = await Mirrors.open({
    registers: REGISTERS,
    database: source,
    realm: 'live',
    timeoutMs: 5_000,
    log: { warn: () => undefined },
  });
});
afterEach(async () => {
  await mirrors.close();
  fs.rmSync(folder, { recursive: true });
});

function file(name: string, content: Buffer): string {
  const full = path.join(folder, name);
  fs.writeFileSync(full, content);
  return full;
}

const importFlorida = (files: string[], asOf?: string) =>
  importEdition({
    databaseUrl: database.url,
    format: REGISTERS.format('us-fl')!,
    realm: 'live',
    files,
    fingerprint: 'test',
    ...(asOf !== undefined && { asOf }),
  });

async function namesFor(typed: string): Promise<string[]> {
  await mirrors.refresh();
  const { records } = await mirrors.of('us-fl')!.search(nameQuery(typed, 'us-fl'), never);
  return records.map(({ name }) => name);
}

async function leftovers(): Promise<string[]> {
  const rows: { table: string }[] = await source.query(
    `select relname as table from pg_class where relkind = 'r' and relname ~ '^mirror_(rows|words)_' order by 1`,
  );
  const known = await source.query('select edition from mirror_editions');
  const kept = new Set((known as { edition: string }[]).map(({ edition }) => edition));
  return rows.map(({ table }) => table).filter((table) => !kept.has(table.replace(/\D+/, '')));
}

describe('an import', () => {
  it('makes a register available that had no edition', async () => {
    await mirrors.refresh();
    expect(mirrors.unavailableReason('us-fl')).toContain('holds no edition of the register yet');
    expect(mirrors.status('us-fl')).toBe('down');
    const outcome = await importFlorida([file('first.txt', floridaFile(30))]);
    expect(outcome).toMatchObject({ rows: 30, replacedRows: undefined });
    await expect(namesFor('Imaginary Company 7')).resolves.toContain('IMAGINARY COMPANY 7 LLC');
    expect(mirrors.unavailableReason('us-fl')).toBeUndefined();
  });

  it('replaces the whole previous edition, without duplicates or leftovers', async () => {
    await importFlorida([file('old.txt', floridaFile(30))]);
    const outcome = await importFlorida([file('new.txt', floridaFile(20, 100))]);
    expect(outcome).toMatchObject({ rows: 20, replacedRows: 30 });
    expect((await namesFor('Imaginary Company 107 LLC'))[0]).toBe('IMAGINARY COMPANY 107 LLC');
    await expect(namesFor('Imaginary Company 7 LLC')).resolves.not.toContain('IMAGINARY COMPANY 7 LLC');
    await importFlorida([file('new.txt', floridaFile(20, 100))]);
    const again = await namesFor('Imaginary Company 107 LLC');
    expect(again.filter((name) => name === 'IMAGINARY COMPANY 107 LLC')).toHaveLength(1);
  });

  it('derives the common words of the register from each edition', async () => {
    const named = (name: string) =>
      Array.from({ length: 1_500 }, (_, at) => `${name} ${String.fromCharCode(65 + (at % 26))}${at} LLC`);
    const fileOf = (names: string[]) =>
      Buffer.from(`${names.map((name, at) => floridaRecord({ number: `L${at}`, name })).join('\n')}\n`, 'latin1');
    await importFlorida([file('fish.txt', fileOf([...named('TARPON'), ...named('SNOOK')]))]);
    await mirrors.refresh();
    expect(mirrors.words('us-fl')?.get('TARPON')).toBe('very_common');
    await importFlorida([file('birds.txt', fileOf([...named('HERON'), ...named('EGRET')]))]);
    await mirrors.refresh();
    expect([...(mirrors.words('us-fl') ?? [])].toSorted()).toEqual([
      ['EGRET', 'very_common'],
      ['HERON', 'very_common'],
    ]);
    await source.query('update mirror_editions set names = null');
    const restarted = await Mirrors.open({
      registers: REGISTERS,
      database: source,
      realm: 'live',
      timeoutMs: 5_000,
      log: { warn: () => undefined },
    });
    await restarted.close();
    expect(restarted.words('us-fl')).toBeUndefined();
  });

  it('logs a row that can no longer be read, with its register and the reason', async () => {
    const { edition } = await importFlorida([file('cordata.txt', floridaFile(3))]);
    const emptied = `update ${rowsTable(edition)} set cells = replace(cells, 'IMAGINARY COMPANY 1 LLC', '')`;
    await source.query(emptied);
    const log = new MemoryLog();
    const restarted = await Mirrors.open({
      registers: REGISTERS,
      database: source,
      realm: 'live',
      timeoutMs: 5_000,
      log,
    });
    await restarted.of('us-fl')!.search(nameQuery('Imaginary Company LLC', 'us-fl'), never);
    await restarted.close();
    expect(log.lines).toContainEqual({
      level: 'warn',
      message: 'a record of a register could not be read',
      fields: { source: 'us-fl', reason: 'a record without name', ours: true },
    });
  });

  it('reads several files as one edition', async () => {
    const files = [file('cordata0.txt', floridaFile(5)), file('cordata1.txt', floridaFile(5, 50))];
    await expect(importFlorida(files)).resolves.toMatchObject({ rows: 10 });
    expect((await namesFor('Imaginary Company 52 LLC'))[0]).toBe('IMAGINARY COMPANY 52 LLC');
  });

  it('stores names with SQL, escapes, quotes and control characters safely', async () => {
    const names = [
      'BACK\\SLASH \\N FABLE LLC',
      'NULL LLC',
      '{CURLY}, "QUOTED" FABLE LLC',
      "ROBERT'); DROP TABLE FABLES; -- LLC",
    ];
    const lines = names.map((name, at) => floridaRecord({ number: `L${at}`, name }));
    lines.push(floridaRecord({ number: 'L8', name: 'TAB\tNUL\0 UNIT\u001f FABLE LLC' }));
    await importFlorida([file('odd.txt', Buffer.from(`${lines.join('\n')}\n`, 'latin1'))]);
    for (const name of names) await expect(namesFor(name)).resolves.toContain(name);
    await expect(namesFor('Tab Nul Unit Fable')).resolves.toEqual(['TAB NUL UNIT FABLE LLC']);
  });

  it.each([
    [
      'that breaks off',
      () => floridaFile(2_000).subarray(0, 1_500_000),
      'line 1041: a record of 1360 characters instead of 1440',
    ],
    ['with a web page', () => Buffer.from('<!DOCTYPE html><html></html>'), 'line 1: an HTML page instead of data'],
    ['that is empty', () => Buffer.alloc(0), 'the file is empty'],
    ['of blank lines', () => Buffer.from('\n\n'), 'there are no records in it'],
  ])('is refused for a file %s, and keeps the old edition in use', async (_, content, reason) => {
    await importFlorida([file('good.txt', floridaFile(30))]);
    const [before] = await currentEditions(source, 'live');
    await expect(importFlorida([file('bad.txt', content())])).rejects.toThrow(`bad.txt`);
    await expect(importFlorida([file('bad.txt', content())])).rejects.toThrow(reason);
    await expect(currentEditions(source, 'live')).resolves.toEqual([before]);
    expect((await namesFor('Imaginary Company 7 LLC'))[0]).toBe('IMAGINARY COMPANY 7 LLC');
    await expect(leftovers()).resolves.toEqual([]);
  });

  it('is refused for a missing file or a file of another kind', async () => {
    await expect(importFlorida([path.join(folder, 'none.txt')])).rejects.toThrow('there is no such file');
    const zip = path.resolve('packages/sandbox/extracts/us-va.zip');
    await expect(importFlorida([zip])).rejects.toThrow('us-va.zip: not what us-fl publishes');
  });

  it('reports a bad record in one line, with file and line number', async () => {
    const error: unknown = await importFlorida([file('bad.txt', Buffer.from('nonsense\n'))]).catch(
      (cause: unknown) => cause,
    );
    expect((error as Error).message).toBe('bad.txt, line 1: a record of 8 characters instead of 1440');
  });

  it('dates the edition by its file, and degrades an old one', async () => {
    const old = file('old.txt', floridaFile(3));
    const date = new Date(Date.now() - 46 * DAY_MS);
    fs.utimesSync(old, date, date);
    await importFlorida([old]);
    await mirrors.refresh();
    expect(mirrors.asOf('us-fl')).toBe(date.toISOString().slice(0, 10));
    expect(mirrors.status('us-fl')).toBe('degraded');
    await importFlorida([old], new Date(Date.now() - 40 * DAY_MS).toISOString().slice(0, 10));
    await mirrors.refresh();
    expect(mirrors.status('us-fl')).toBe('operational');
  });

  it('is used by a process that last refreshed before it, even after the old tables are dropped', async () => {
    await importFlorida([file('old.txt', floridaFile(30))]);
    await mirrors.refresh();
    const registry = mirrors.of('us-fl')!;
    await importFlorida([file('new.txt', floridaFile(20, 100))]);
    await source.query(`update mirror_editions set retired_at = now() - interval '1 hour' where state = 'retired'`);
    await importFlorida([file('newer.txt', floridaFile(20, 100))]);
    const { records } = await registry.search(nameQuery('Imaginary Company 107 LLC', 'us-fl'), never);
    expect(records[0]).toMatchObject({ name: 'IMAGINARY COMPANY 107 LLC' });
  });
});
