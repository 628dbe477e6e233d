import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { currentEditions } from '../../src/adapters/registries/bulk/mirrors/editions.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { importEdition } from '../../src/adapters/registries/bulk/importing/importer.js';
import { zip } from '@standing/sandbox/bulk/zip';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { floridaFile } from './florida-records.js';

/** More than one separately committed part. */
const ROWS = 60_000;
const HEADER = 'EntityID,Name,Status,StatusReason,IncorpDate,IncorpState';

let database: TestDatabase;
let source: PostgresDataSource;
let folder: string;
let big: string;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'standing-resume-'));
  const parts = Array.from({ length: ROWS / 1_000 }, (_, at) => floridaFile(1_000, at * 1_000));
  big = file('big.txt', Buffer.concat(parts));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));
beforeEach(async () => {
  database = await createTestDatabase();
  source = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
});
afterEach(async () => {
  await source.destroy();
  await database.drop();
});

function file(name: string, content: Buffer): string {
  const full = path.join(folder, name);
  fs.writeFileSync(full, content);
  return full;
}

/** The process priority of the last killed command, after it had begun to read. */
let priority: number | undefined;

/**
 * Runs the command and returns its output. Kills it without warning once `killWhen` returns true.
 */
async function command(given: string, killWhen?: (begun: Begun) => boolean): Promise<string> {
  const program = ['dist/commands/registry.js', 'import', 'us-fl', given];
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url, NODE_ENV: 'test' };
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const exited = once(child, 'close');
  if (killWhen) {
    for (let begun = await staging(); !begun || !killWhen(begun); begun = await staging()) {
      if (child.exitCode !== null) throw new Error(`it ended before it could be killed: ${said}`);
      await sleep(2);
    }
    priority = os.getPriority(child.pid);
    child.kill('SIGKILL');
  }
  await exited;
  return said;
}

interface Begun {
  edition: string;
  rows: number;
  loaded: boolean;
}

async function staging(): Promise<Begun | undefined> {
  const [begun] = await source.query<Begun[]>(
    `select edition, rows::integer, (resume ->> 'loaded')::boolean as loaded from mirror_editions
      where state = 'staging' and resume is not null`,
  );
  return begun;
}

async function current(): Promise<{ edition: string; rows: number; stored: number; different: number }> {
  const [edition] = await currentEditions(source, 'live');
  const [counted] = await source.query<{ stored: number; different: number }[]>(
    `select count(*)::integer as stored, count(distinct cells)::integer as different from mirror_rows_${edition!.edition}`,
  );
  return { edition: edition!.edition, rows: edition!.rows, ...counted! };
}

const importInProcess = (code: string, given: string, onProgress?: (progress: { rows: number }) => void) =>
  importEdition({
    databaseUrl: database.url,
    format: REGISTERS.format(code)!,
    realm: 'live',
    files: [given],
    fingerprint: 'test',
    ...(onProgress && { onProgress }),
  });

describe('an import that was killed while reading', () => {
  it('leaves the old edition in use, and resumes to a complete edition when run again', async () => {
    await importInProcess('us-fl', file('old.txt', floridaFile(30)));
    const old = await current();
    await command(big, ({ rows }) => rows > 0);
    expect(priority).toBeGreaterThanOrEqual(os.constants.priority.PRIORITY_BELOW_NORMAL);
    const left = await staging();
    expect(left!.rows).toBeLessThan(ROWS);
    await expect(current()).resolves.toEqual(old);

    const said = await command(big);
    expect(said).toContain(`us-fl: resumed after ${left!.rows.toLocaleString('en-US')} rows`);
    await expect(current()).resolves.toEqual({ edition: left!.edition, rows: ROWS, stored: ROWS, different: ROWS });
    await expect(staging()).resolves.toBeUndefined();
  });

  it('restarts for another file, even one of the same name and length', async () => {
    await command(big, ({ rows }) => rows > 0);
    const left = await staging();
    const other = fs.readFileSync(big);
    other.write('X', 20);
    fs.mkdirSync(path.join(folder, 'other'));
    const said = await command(file('other/big.txt', other));
    expect(said).toContain('us-fl: ');
    expect(said).not.toContain('resumed after');
    const { edition, ...counted } = await current();
    expect(edition).not.toBe(left!.edition);
    expect(counted).toEqual({ rows: ROWS, stored: ROWS, different: ROWS });
    await expect(source.query(`select to_regclass('mirror_rows_${left!.edition}') as gone`)).resolves.toEqual([
      { gone: null },
    ]);
  });
});

describe('an import that was killed while building indexes', () => {
  it('builds the indexes when run again, and reads no row twice', async () => {
    await command(big, ({ loaded }) => loaded);
    const said = await command(big);
    expect(said).toContain(`us-fl: resumed after ${ROWS.toLocaleString('en-US')} rows`);
    const { edition, ...counted } = await current();
    expect(counted).toEqual({ rows: ROWS, stored: ROWS, different: ROWS });
    const indexes = await source.query(
      `select indexname from pg_indexes where tablename in ('mirror_rows_${edition}', 'mirror_words_${edition}')`,
    );
    expect(indexes).toHaveLength(5);
  });
});

describe('an import that was interrupted in a ZIP of several files', () => {
  const rows = (kind: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${kind}${at},"Fable ${kind}, ${at} LLC",ACTIVE,,2020-01-01,VA`);
  const csv = (kind: string, count: number) => Buffer.from(`${[HEADER, ...rows(kind, count)].join('\r\n')}\r\n`);

  it('resumes in the file where it stopped', async () => {
    const files = new Map([
      ['Corp.csv', csv('C', 25_000)],
      ['LLC.csv', csv('L', 30_000)],
    ]);
    const packed = file('va.zip', zip(files));
    const broken = importInProcess('us-va', packed, ({ rows: read }) => {
      if (read > 45_000) throw new Error('the connection is gone');
    });
    await expect(broken).rejects.toThrow('the connection is gone');
    expect((await staging())!.rows).toBeGreaterThanOrEqual(40_000);

    await expect(importInProcess('us-va', packed)).resolves.toMatchObject({
      rows: 55_000,
      resumedRows: expect.any(Number),
    });
    await expect(current()).resolves.toMatchObject({ rows: 55_000, stored: 55_000, different: 55_000 });
  });
});

describe('the durability of an import', () => {
  it('commits the new edition synchronously, and the steps before it asynchronously', async () => {
    await source.query(`alter database ${new URL(database.url).pathname.slice(1)} set synchronous_commit = 'local'`);
    await source.query('create table commits (state text, waits text)');
    await source.query(
      `create function note_commit() returns trigger language plpgsql as
         $$ begin insert into commits values (new.state, current_setting('synchronous_commit')); return new; end $$`,
    );
    await source.query(
      'create trigger note_commit after update on mirror_editions for each row execute function note_commit()',
    );
    await importInProcess('us-fl', file('small.txt', floridaFile(30)));
    await expect(source.query('select * from commits')).resolves.toEqual([
      { state: 'staging', waits: 'off' },
      { state: 'current', waits: 'local' },
    ]);
  });
});
