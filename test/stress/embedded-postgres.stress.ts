import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/adapters/postgres/embedded/embedded-postgres.js';

const run = promisify(execFile);

describe('the embedded Postgres', () => {
  let dataDir: string;
  let lines: string[];
  let servers: EmbeddedPostgres[];
  let children: ChildProcess[];

  beforeEach(async () => {
    dataDir = await fs.mkdtemp(path.join(os.tmpdir(), `standing-test-${process.pid}-`));
    [lines, servers, children] = [[], [], []];
  });

  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    // Adopts the server of a killed process so that it can be stopped.
    if ((await pidOfServer()) !== undefined) await start();
    await Promise.all(servers.map((server) => server.stop()));
    await fs.rm(dataDir, { recursive: true, force: true });
  });

  const start = async (durable = false) => {
    const server = await EmbeddedPostgres.start({ dataDir, durable, log: (line) => lines.push(line) });
    servers.push(server);
    return server;
  };

  const spawnProcess = () => {
    const program = ['--import', './test/setup/typescript.mjs', 'test/stress/embedded-postgres-process.ts', dataDir];
    const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    return child;
  };

  const startInProcess = async () => {
    const child = spawnProcess();
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('started '))
        return { child, ...(JSON.parse(line.slice(8)) as { url: string; adopted: boolean }) };
    }
    throw new Error('the process ended before its server was up');
  };

  const pidOfServer = async () => {
    const content = await fs.readFile(path.join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').catch(() => undefined);
    return content === undefined ? undefined : Number(content.split('\n')[0]);
  };

  it('starts from nothing: durable, in UTF-8, on loopback, behind a password', async () => {
    const server = await start(true);
    expect(server.adopted).toBe(false);
    expect(await ask(server.url, 'select current_database() as v')).toBe('standing');
    expect(await ask(server.url, 'show server_encoding')).toBe('UTF8');
    expect(await ask(server.url, "select upper('žluťoučký') as v")).toBe('ŽLUŤOUČKÝ');
    expect(await ask(server.url, 'show fsync')).toBe('on');
    expect(await ask(server.url, 'show listen_addresses')).toBe('127.0.0.1');
    const wrong = new URL(server.url);
    wrong.password = 'guess';
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it('starts one server when two processes start it at the same moment', async () => {
    const [one, two] = await Promise.all([startInProcess(), startInProcess()]);
    expect(one.url).toBe(two.url);
    expect([one.adopted, two.adopted].filter((adopted) => !adopted)).toHaveLength(1);
    expect(await fs.readdir(dataDir)).toEqual(['cluster']);
  });

  it('starts after a process was killed while it created the data directory', async () => {
    const child = spawnProcess();
    const isCreating = async () => {
      const attempt = (await fs.readdir(dataDir)).find((name) => name.startsWith('initdb-'));
      if (!attempt) throw new Error('not yet');
      await fs.access(path.join(dataDir, attempt, 'cluster', 'PG_VERSION'));
    };
    await eventually(isCreating, 1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await fs.readdir(dataDir)).not.toContain('cluster');
    const server = await start();
    expect(server.adopted).toBe(false);
    expect(await ask(server.url, 'select 1 as v')).toBe(1);
  });

  describe('the embedded Postgres on an existing data directory', () => {
    /** Created once and copied, because creating it takes longer than everything else. */
    let made: string;
    beforeAll(async () => {
      made = await fs.mkdtemp(path.join(os.tmpdir(), `standing-test-${process.pid}-`));
      const server = await EmbeddedPostgres.start({ dataDir: made, durable: false, log: () => undefined });
      await server.stop();
    });
    afterAll(() => fs.rm(made, { recursive: true, force: true }));
    beforeEach(() => run('cp', ['-a', `${made}/cluster`, dataDir]));

    it('keeps its data, its password and its port between starts', async () => {
      const first = await start();
      await ask(first.url, 'create table kept as select 7 as v');
      await first.stop();
      const second = await start();
      expect(second.adopted).toBe(false);
      expect(second.url).toBe(first.url);
      expect(await ask(second.url, 'select v from kept')).toBe(7);
    });

    it('is adopted after the process that started it was killed', async () => {
      const { child, url } = await startInProcess();
      await ask(url, 'create table kept as select 7 as v');
      child.kill('SIGKILL');
      await once(child, 'exit');
      const server = await start();
      expect(server.adopted).toBe(true);
      expect(server.url).toBe(url);
      expect(await ask(server.url, 'select v from kept')).toBe(7);
    });

    it('stops with the last process that uses it, not with the first', async () => {
      const first = await start();
      const second = await start();
      await first.stop();
      expect(lines).toContainEqual(expect.stringMatching(/keeps running: 1 other/));
      expect(await ask(second.url, 'select 1 as v')).toBe(1);
      await second.stop();
      expect(await pidOfServer()).toBeUndefined();
    });

    it('stops when two processes leave at the same moment', async () => {
      const both = [await start(), await start()];
      await Promise.all(both.map((server) => server.stop()));
      expect(await pidOfServer()).toBeUndefined();
    });

    it('restarts with its data, at the same address, when the server alone is killed', async () => {
      const server = await start(true);
      await ask(server.url, 'create table kept as select 7 as v');
      process.kill((await pidOfServer())!, 'SIGKILL');
      expect(await eventually(() => ask(server.url, 'select v from kept'))).toBe(7);
      expect(lines).toContain('the embedded Postgres stopped; restarting it');
    });

    it('starts after both the process and the server were killed', async () => {
      const { child, url } = await startInProcess();
      await ask(url, 'create table kept as select 7 as v');
      await ask(url, 'checkpoint');
      const pid = (await pidOfServer())!;
      child.kill('SIGKILL');
      process.kill(pid, 'SIGKILL');
      const server = await start();
      expect(server.adopted).toBe(false);
      expect(await ask(server.url, 'select v from kept')).toBe(7);
    });

    it('starts when another program has the pid of a crashed server', async () => {
      await (await start()).stop();
      const stranger = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
      children.push(stranger);
      await fs.writeFile(
        path.join(dataDir, 'cluster', 'postmaster.pid'),
        `${stranger.pid}\n${dataDir}/cluster\n1\n1\n\n127.0.0.1\n\nready\n`,
      );
      const server = await start();
      expect(await ask(server.url, 'select 1 as v')).toBe(1);
    });
  });
});

/** Returns the first column of the first row. */
async function ask(url: string, sql: string): Promise<unknown> {
  const session = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  session.on('error', () => undefined);
  await session.connect();
  try {
    const result = await session.query<Record<string, unknown>>(sql);
    return Object.values(result.rows?.[0] ?? {})[0];
  } finally {
    await session.end();
  }
}

async function eventually<T>(attempt: () => Promise<T>, pauseMs = 100): Promise<T> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(pauseMs);
    }
  }
}
