import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { shellBlock, shellBlocks } from '../support/documented.js';
import {
  DUMP_VERSION,
  EMBEDDED_VERSION,
  hasServer,
  startDumpedServer,
  type DumpedServer,
} from '../support/postgres-tools.js';
import { askProgram, keyFrom, startProgram, type Program } from '../support/program.js';
import { until } from '../support/until.js';
import { describeWhere } from '../support/where.js';

const run = promisify(execFile);
const PAGE = readFileSync('docs/how-to/back-up-and-restore.md', 'utf8');
const DUMP = shellBlock(PAGE, 'export DATABASE_URL=postgres://standing:secret@127.0.0.1:5432/standing');
const SMALL_DUMP = shellBlock(PAGE, 'pg_dump --format=custom --file=/backups/small.dump');
const NIGHTLY = shellBlock(PAGE, '#!/bin/sh');
const DRILL = shellBlock(PAGE, 'createdb');
const RESTORE = shellBlock(PAGE, 'new-server');
const SMALL_RESTORE = shellBlock(PAGE, '--section=pre-data');
const COPY = shellBlock(PAGE, 'npx --no standing backup');
const REPLACE = shellBlock(PAGE, 'cp -a');
const EMBEDDED_DUMP = shellBlock(PAGE, 'PGPASSWORD');
const ENCRYPTION_KEY = 'the-encryption-key-of-this-installation';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standing-backup-'));
  await mkdir(join(folder, 'backups'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs commands as an operator would type them, with the paths replaced. */
async function type(commands: string, env: Record<string, string> = {}): Promise<string> {
  const here = commands
    .replaceAll('/backups', join(folder, 'backups'))
    .replaceAll('.data/', `${folder}/.data/`)
    .replaceAll('/etc/standing/secrets', folder);
  const given = { ...process.env, ENV_FILE: '/dev/null', DATA_DIR: join(folder, '.data'), ...env };
  return (await run('bash', ['-euc', here], { env: given })).stdout;
}

/** Returns the data of an account that must survive a restore. */
async function everythingOf(program: Program, key: string, jobId: string, entityId: string) {
  const seen = (path: string) => askProgram(program, key, ['GET', path]);
  const { credit_balance: balance, email } = await seen('/v1/account');
  const { data } = await seen(`/v1/verify/status/${jobId}`);
  const { secret } = await seen('/v1/account/webhook-secret');
  const { evidence_id: evidence } = await seen(`/v1/entity/${entityId}/evidence`);
  return { balance, email, data, secret, evidence };
}

type Everything = Awaited<ReturnType<typeof everythingOf>>;

/** Verifies one business, and returns the key and the data of its account. */
async function useOf(program: Program) {
  const key = await keyFrom(program);
  const [name = ''] = /(?<="entity_name":")[^"]+/.exec(program.output.join('\n')) ?? [];
  const verified = await askProgram(program, key, ['POST', '/v1/verify'], { entity_name: name, jurisdiction: 'us-co' });
  const { job_id: jobId, entity_id: entityId } = verified;
  const all = await everythingOf(program, key, jobId, entityId);
  expect(all).toMatchObject({ balance: 49, data: { entity_name: name }, evidence: expect.stringMatching(/^evd_/) });
  return { key, all, again: (later: Program) => everythingOf(later, key, jobId, entityId) };
}

it('every command of the page is run here or by the container suite', () => {
  const here = [DUMP, SMALL_DUMP, NIGHTLY, DRILL, RESTORE, SMALL_RESTORE, COPY, REPLACE, EMBEDDED_DUMP];
  const rest = shellBlocks(PAGE).filter((block) => !here.includes(block));
  expect(rest).toEqual([
    expect.stringMatching(/^docker compose .*\n$/),
    expect.stringMatching(/^(docker (compose|volume) .*\n)+$/),
  ]);
  const typed = readFileSync('test/stress/containers/production.stress.ts', 'utf8');
  for (const words of ["'pg_dump'", 'pg_restore']) expect(typed).toContain(words);
});

const required = process.env['CI'] === 'true';
describeWhere(hasServer || required, 'no server of the version of pg_dump')('a dump of a server', () => {
  let server: DumpedServer;
  let used: { key: string; all: Everything; again: (program: Program) => Promise<Everything> };
  const settings = (database: string) => ({ DATABASE_URL: server.url(database), ENCRYPTION_KEY });
  const typeAt = (commands: string, database: string) =>
    type(
      commands
        .replaceAll('postgres://standing:secret@127.0.0.1:5432/', server.url(''))
        .replaceAll('postgres://standing:secret@new-server/standing', server.url(database)),
      { ...settings(database), DRILL_URL: server.url('standing_drill') },
    );
  const countIn = async (database: string, tables: string) => {
    const sql = `select relname as name from pg_class where relkind = 'r' and relname ~ '^(${tables})$' order by relname`;
    const found: { name: string }[] = await server.query(database, sql);
    const counts = found.map(async ({ name }) => [
      name,
      (await server.query(database, `select count(*)::int as n from ${name}`))[0].n,
    ]);
    return Object.fromEntries(await Promise.all(counts)) as Record<string, number>;
  };

  beforeAll(async () => {
    server = await startDumpedServer();
    await server.query('postgres', 'create database standing template template0');
    await writeFile(join(folder, 'database_url'), `${server.url('standing')}\n`);
    const program = await startProgram(settings('standing'));
    try {
      used = await useOf(program);
      // The dumps are taken while the service runs.
      await typeAt(DUMP, 'standing');
      await typeAt(SMALL_DUMP, 'standing');
      await typeAt(NIGHTLY, 'standing');
    } finally {
      await program.stop();
    }
  });
  afterAll(() => server.close());

  async function restore(commands: string, database: string, work: (program: Program) => Promise<void>) {
    await server.query('postgres', `create database ${database} template template0`);
    await typeAt(commands, database);
    expect(await typeAt('npx --no standing ledger check', database)).toContain(
      'the ledger adds up: 1 accounts, 2 entries',
    );
    return async () => {
      const program = await startProgram(settings(database));
      try {
        await work(program);
      } finally {
        await program.stop();
      }
    };
  }

  it('is written each night under the date, and only the newest remain', async () => {
    const names = await readdir(join(folder, 'backups'));
    expect(names).toContainEqual(expect.stringMatching(/^\d{4}-\d\d-\d\d\.dump$/));
    expect(names).not.toContain('unfinished');
    await type("touch --date='15 days ago' /backups/2020-01-01.dump");
    await typeAt(NIGHTLY, 'standing');
    expect((await readdir(join(folder, 'backups'))).toSorted()).toEqual(names.toSorted());
    await type("find /backups -name '*.dump' -mmin -1560 | grep -q .");
  });

  it('is restored beside the database by the drill, which leaves nothing behind', async () => {
    expect(await typeAt(DRILL, 'standing')).toContain('the ledger adds up: 1 accounts, 2 entries');
    expect(await server.query('postgres', `select from pg_database where datname = 'standing_drill'`)).toEqual([]);
  });

  it('has accounts, keys, balances, webhook secrets, answers, evidence and mirrors', async () => {
    const start = await restore(RESTORE, 'restored', async (program) => {
      expect(await used.again(program)).toEqual(used.all);
    });
    const tables = 'evidence.*|mirror_.*';
    expect(await countIn('restored', tables)).toEqual(await countIn('standing', tables));
    await start();
  });

  it('restores everything except evidence from a small dump, and imports mirrors again', async () => {
    const start = await restore(SMALL_RESTORE, 'small', async (program) => {
      expect(await used.again(program)).toEqual({ ...used.all, evidence: undefined });
      // The sandbox imports its mirrors at start. The numbers of their tables continue.
      const { mirror_editions: editions } = await countIn('standing', 'mirror_editions');
      await until(async () => {
        const [{ n }] = await server.query(
          'small',
          `select count(*)::int as n from mirror_editions where state = 'current'`,
        );
        return n === editions;
      });
    });
    expect(await countIn('small', 'evidence.*|snapshot_evidence|mirror_.*')).toEqual({
      evidence: 0,
      evidence_bodies: 0,
      evidence_erasures: 0,
      evidence_exchanges: 0,
      mirror_downloads: 0,
      mirror_editions: 0,
      snapshot_evidence: 0,
    });
    const constraints = (database: string) =>
      server.query(
        database,
        `select conname, convalidated from pg_constraint where conname !~ '^mirror_(rows|words)_[0-9]' order by conname`,
      );
    expect(await constraints('small')).toEqual(await constraints('standing'));
    await start();
  });
});

describe('a copy of the embedded database', () => {
  const settings = () => ({ DATA_DIR: join(folder, '.data'), ENCRYPTION_KEY });
  const refused = async (env: Record<string, string> = {}, to = 'refused') => {
    const failed = await run(process.execPath, ['dist/commands/backup.js', join(folder, to)], {
      env: { PATH: process.env['PATH'], ENV_FILE: '/dev/null', ...settings(), ...env },
    }).then(
      () => undefined,
      (error: { code: number; stderr: string }) => error,
    );
    expect(existsSync(join(folder, 'refused'))).toBe(false);
    return [failed?.code, failed?.stderr];
  };
  let used: Awaited<ReturnType<typeof useOf>>;

  it('is refused while the service runs, and where there is nothing to copy', async () => {
    expect(await refused()).toEqual([1, expect.stringMatching(/cluster does not exist: there is no embedded/)]);
    const program = await startProgram(settings());
    try {
      used = await useOf(program);
      expect(await refused()).toEqual([1, 'the service is running: stop it first\n']);
    } finally {
      await program.stop();
    }
    expect(await refused({ DATABASE_URL: 'postgres://127.0.0.1/other' })).toEqual([
      1,
      'DATABASE_URL is set: use pg_dump (docs/how-to/back-up-and-restore.md)\n',
    ]);
    expect(await refused({}, 'backups')).toEqual([1, expect.stringContaining('exists already')]);
  });

  it('has everything, even after the service was killed', async () => {
    const killed = await startProgram(settings());
    await killed.stop('SIGKILL');
    expect(await type(COPY)).toContain('as Postgres 18 stores it');
    expect((await readdir(join(folder, 'backups'))).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
    await rm(join(folder, '.data'), { recursive: true });
    const first = await startProgram(settings());
    await first.stop();
    await type(REPLACE);
    const program = await startProgram(settings());
    try {
      expect(await used.again(program)).toEqual(used.all);
    } finally {
      await program.stop();
    }
  });

  describeWhere(DUMP_VERSION >= EMBEDDED_VERSION, 'pg_dump is absent or older than the embedded Postgres')(
    'moves',
    () => {
      it('writes a dump for a move to a server', async () => {
        const program = await startProgram(settings());
        try {
          await type(EMBEDDED_DUMP);
        } finally {
          await program.stop();
        }
        expect(await type('pg_restore --list /backups/before-the-move.dump')).toContain('TABLE DATA public accounts');
      });
    },
  );
});
