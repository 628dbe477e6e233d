import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { migrate } from '../../src/adapters/postgres/client/migrate.js';
import { readWebhook } from '@standing/client';
import { MIGRATIONS_DIR, withConnections } from '../../src/commands/cli/open-database.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { keyFrom, startProgram } from '../support/program.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { until } from '../support/until.js';
import { describeWhere } from '../support/where.js';

const ENCRYPTION_KEY = 'the-encryption-key-of-this-installation';
const NAME = 'Juniper Lantern Works LLC';
/** The machine's own server, of another major version than the embedded one. */
const SERVER = `postgres://${userInfo().username}@127.0.0.1:5432/postgres`;

interface Ended {
  code: number;
  out: string;
}

function command(name: string, args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const settings = { env: { PATH: process.env['PATH'], ENV_FILE: '/dev/null', ENCRYPTION_KEY, ...env } };
  return new Promise((done) => {
    execFile(process.execPath, [`dist/commands/${name}.js`, ...args], settings, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out: out + err }),
    );
  });
}

async function ask(url: string, method: string, path: string, key: string, body?: object) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, body: await answer.json() };
}

const PROBE = `import pg from 'pg';
  const client = new pg.Client({ connectionString: process.argv[1], connectionTimeoutMillis: 2000 });
  await client.connect();
  await client.end();`;
const answers = spawnSync(process.execPath, ['--input-type=module', '-e', PROBE, SERVER]).status === 0;
const describeWithServer = describeWhere(answers, 'no Postgres of this machine lets us in');

/** The tables of a version, by its migrations, with their columns. */
async function columnsAfter(migrations: readonly string[]): Promise<Map<string, Set<string>>> {
  const database = await createEmptyDatabase();
  try {
    return await withConnections(database.url, async (dataSource) => {
      await migrate(dataSource, MIGRATIONS_DIR, () => undefined, new Set(migrations));
      const rows: { name: string; columns: string[] }[] = await dataSource.query(
        `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
           where table_schema = current_schema() group by table_name`,
      );
      return new Map(rows.map(({ name, columns }) => [name, new Set(columns)]));
    });
  } finally {
    await database.drop();
  }
}

async function createOnServer(): Promise<TestDatabase> {
  const admin = new Client({ connectionString: SERVER });
  const name = `standing_restored_${process.pid}`;
  await admin.connect();
  await admin.query(`create database ${name} encoding 'UTF8' template template0`);
  const url = new URL(SERVER);
  url.pathname = name;
  const drop = async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
  return { url: url.href, drop };
}

/** In order: the installation is used, backed up, destroyed, and brought back in several places. */
describe('a backup', () => {
  let folder: string;
  let backup: string;
  let receiver: Receiver;
  let silent: Server;
  let registerAnswers = false;
  /** What has to be there again afterwards. */
  let then: { key: string; secret: string; balance: number; known: string; waiting: string };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'standing-backup-'));
    backup = join(folder, 'backup');
    receiver = await startReceiver();
    // A register that does not answer before the installation is lost: what is asked of it is still to be done then.
    silent = createServer((_, response) => {
      if (registerAnswers) response.setHeader('content-type', 'application/json').end('[]');
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });
  afterAll(async () => {
    silent.closeAllConnections();
    silent.close();
    await receiver.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is taken while the installation works', async () => {
    const data = join(folder, 'first');
    const { port } = silent.address() as AddressInfo;
    const program = await startProgram({
      DATA_DIR: data,
      ENCRYPTION_KEY,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      SOURCE_TIMEOUT: '60s',
      REGISTRY_US_NY_URL: `http://127.0.0.1:${port}`,
    });
    try {
      const key = await keyFrom(program);
      const [name = NAME] = /(?<="entity_name":")[^"]+/.exec(program.output.join('\n')) ?? [];
      const verified = await ask(program.url, 'POST', '/v1/verify', key, {
        entity_name: name,
        jurisdiction: 'us-co',
        webhook_url: receiver.url,
      });
      await receiver.first(1);
      const waiting = await ask(program.url, 'POST', '/v1/verify', key, {
        entity_name: NAME,
        jurisdiction: 'us-ny',
        webhook_url: receiver.url,
      });
      expect([verified.status, waiting.status]).toEqual([202, 202]);
      const { body: hook } = await ask(program.url, 'GET', '/v1/account/webhook-secret', key);
      const { body: account } = await ask(program.url, 'GET', '/v1/account', key);
      then = {
        key,
        secret: hook.secret,
        balance: account.credit_balance,
        known: verified.body.job_id,
        waiting: waiting.body.job_id,
      };
      const made = await command('backup', [backup, '--json'], { DATA_DIR: data });
      expect(made).toMatchObject({ code: 0 });
      expect(JSON.parse(made.out)).toMatchObject({
        folder: backup,
        mirrors: true,
        sealed_with: [expect.any(String)],
      });
      const smaller = await command('backup', [join(folder, 'smaller'), '--without-mirrors', '--with-key'], {
        DATA_DIR: data,
      });
      expect(smaller).toMatchObject({ code: 0, out: expect.stringContaining('The backup contains ENCRYPTION_KEY') });
    } finally {
      await program.stop('SIGKILL');
      await command('ledger', ['check'], { DATA_DIR: data });
      await rm(data, { recursive: true, force: true });
    }
  });

  /** The money is right, the old key and secret hold, and what was waiting is done. */
  async function expectEverythingIn(env: Record<string, string>): Promise<void> {
    expect(await command('ledger', ['check'], env)).toMatchObject({ code: 0 });
    receiver.received.length = 0;
    registerAnswers = true;
    const { port } = silent.address() as AddressInfo;
    const program = await startProgram({
      ENCRYPTION_KEY,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      REGISTRY_US_NY_URL: `http://127.0.0.1:${port}`,
      ...env,
    });
    try {
      const known = await ask(program.url, 'GET', `/v1/verify/status/${then.known}`, then.key);
      expect([known.status, known.body.status]).toEqual([200, 'completed']);
      expect((await ask(program.url, 'GET', '/v1/account/webhook-secret', then.key)).body.secret).toBe(then.secret);
      const done = await until(() => receiver.of(then.waiting)[0]);
      expect(readWebhook(done.body, done.headers, then.secret)).toMatchObject({ job_id: then.waiting });
      const { body } = await ask(program.url, 'GET', '/v1/account', then.key);
      expect(body.credit_balance).toBe(then.balance);
    } finally {
      await program.stop('SIGKILL');
    }
    expect(await command('ledger', ['check'], env)).toMatchObject({ code: 0 });
  }

  it('brings everything back after the installation was destroyed', async () => {
    const env = { DATA_DIR: join(folder, 'second') };
    const restored = await command('restore', [backup], env);
    expect(restored).toEqual({
      code: 0,
      out: expect.stringMatching(/^restored as of .*: 1 accounts, \d+ entries add up\n$/),
    });
    await expectEverythingIn(env);
    // What is there is not overwritten.
    expect(await command('restore', [backup], env)).toEqual({
      code: 1,
      out: 'the database already has accounts: restore into an empty one\n',
    });
    const status = await command('registry', ['status'], env);
    expect(status.out).toContain('us-fl');
  });

  describeWithServer('on a server of the machine', () => {
    it('is a move, to another major version too', async () => {
      const server = await createOnServer();
      try {
        const env = { DATABASE_URL: server.url };
        expect(await command('restore', [join(folder, 'smaller')], env)).toMatchObject({
          code: 0,
          out: expect.stringContaining('import the mirrors again'),
        });
        await expectEverythingIn(env);
      } finally {
        await server.drop();
      }
    });
  });

  describe('in an empty database', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createEmptyDatabase();
    });
    afterAll(() => database.drop());
    const env = () => ({ DATABASE_URL: database.url });

    it('is refused when ENCRYPTION_KEY is another, and says where the right one is', async () => {
      const wrong = { ...env(), ENCRYPTION_KEY: 'quite-another-key-than-the-one-of-then' };
      expect(await command('restore', [backup], wrong)).toEqual({
        code: 1,
        out: expect.stringMatching(
          /^ENCRYPTION_KEY is not the key of this backup \(\w{8}\): give the one that was in use then\n$/,
        ),
      });
      const smaller = join(folder, 'smaller');
      const kept = join(smaller, 'encryption.key');
      expect((await command('restore', [smaller], wrong)).out).toContain(`set ENCRYPTION_KEY_FILE=${kept}`);
      expect((await stat(kept)).mode & 0o077).toBe(0);
      expect(await readFile(kept, 'utf8')).toBe(`${ENCRYPTION_KEY}\n`);
    });

    it('comes in as a whole or not at all', async () => {
      const damaged = join(folder, 'damaged');
      await cp(backup, damaged, { recursive: true });
      const file = join(damaged, 'ledger_entries.copy.gz');
      await writeFile(
        file,
        gzipSync(
          gunzipSync(await readFile(file))
            .toString()
            .replace('\t50\t', '\t5000\t'),
        ),
      );
      expect(await command('restore', [damaged], env())).toEqual({
        code: 1,
        out: expect.stringContaining('ledger_entries.copy.gz is damaged'),
      });
      expect(await command('restore', [backup], env())).toMatchObject({ code: 0 });
    });

    it('of a newer version is left to that version', async () => {
      const newer = join(folder, 'newer');
      await cp(backup, newer, { recursive: true });
      const manifest = JSON.parse(await readFile(join(newer, 'backup.json'), 'utf8'));
      manifest.migrations.push('9999_of_the_future');
      await writeFile(join(newer, 'backup.json'), JSON.stringify(manifest));
      expect(await command('restore', [newer], env())).toEqual({
        code: 1,
        out: expect.stringContaining('newer than this one (it has 9999_of_the_future)'),
      });
    });

    it('from before the baseline is named as such, with what to do', async () => {
      const ancient = join(folder, 'ancient');
      await cp(backup, ancient, { recursive: true });
      const manifest = JSON.parse(await readFile(join(ancient, 'backup.json'), 'utf8'));
      manifest.migrations = ['0001_accounts', '0003_entities', '0682_moves_by_applications'];
      await writeFile(join(ancient, 'backup.json'), JSON.stringify(manifest));
      const { code, out } = await command('restore', [ancient], env());
      expect(code).toBe(1);
      expect(out).toMatch(
        /^the backup of version \S+ is from before the migrations were merged into a baseline: restore it/,
      );
      expect(out).not.toContain('newer');
    });

    it('is restored beside the database by a drill, which leaves nothing behind', async () => {
      const databases = () =>
        withConnections(database.url, (each) =>
          each.query<{ datname: string }[]>(`select datname from pg_database where datname like 'standing_drill_%'`),
        );
      const drilled = await command('restore', ['--drill', backup], env());
      expect(drilled).toEqual({ code: 0, out: expect.stringMatching(/^drill: restored as of .* entries add up\n$/) });
      expect(await databases()).toEqual([]);
      const damaged = join(folder, 'damaged');
      expect(await command('restore', ['--drill', damaged], env())).toMatchObject({ code: 1 });
      expect(await databases()).toEqual([]);
    });

    it('of an older version is brought up to date on the way in', async () => {
      const older = join(folder, 'older');
      await cp(backup, older, { recursive: true });
      const file = join(older, 'backup.json');
      const manifest = JSON.parse(await readFile(file, 'utf8'));
      manifest.migrations = manifest.migrations.filter((title: string) => title < '0010');
      const columns = await columnsAfter(manifest.migrations);
      manifest.tables = manifest.tables.filter(({ name, definition }: any) => definition || columns.has(name));
      manifest.counters = manifest.counters.filter(({ table }: any) => columns.get(table)?.size);
      for (const table of manifest.tables) {
        if (table.definition) continue;
        const isKept = table.columns.map((column: string) => columns.get(table.name)?.has(column) === true);
        if (!isKept.includes(false)) continue;
        table.columns = table.columns.filter((_column: string, at: number) => isKept[at]);
        const rowsFile = join(older, `${table.name}.copy.gz`);
        const rows = gunzipSync(await readFile(rowsFile)).toString();
        const kept = rows.replaceAll(/^.+$/gm, (row) =>
          row
            .split('\t')
            .filter((_cell, at) => isKept[at])
            .join('\t'),
        );
        await writeFile(rowsFile, gzipSync(kept));
        table.sha256 = createHash('sha256').update(kept).digest('hex');
      }
      await writeFile(file, JSON.stringify(manifest));
      const empty = await createEmptyDatabase();
      try {
        expect(await command('restore', [older], { DATABASE_URL: empty.url })).toMatchObject({ code: 0 });
        expect(await command('backup', [join(folder, 'again')], { DATABASE_URL: empty.url })).toMatchObject({
          code: 0,
        });
        const again = JSON.parse(await readFile(join(folder, 'again', 'backup.json'), 'utf8'));
        expect(again.migrations).toContain('0011_operations');
      } finally {
        await empty.drop();
      }
    });
  });

  it('is never half there: a folder is written to once, and named only when it is complete', async () => {
    const again = await command('backup', [backup], { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
    expect(again.code).toBe(1);
    expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });
});
