import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startProgram } from '../support/program.js';
import { until } from '../support/until.js';
import { describeWhere } from '../support/where.js';

const NOBODY = 65_534;
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
const hasPgbouncer = spawnSync('pgbouncer', ['--version'], { env }).status === 0;
const describeWithPgbouncer = describeWhere(hasPgbouncer, 'no pgbouncer');

describeWithPgbouncer('a service behind pgbouncer', () => {
  let folder: string;
  let database: TestDatabase;
  let pooler: ChildProcess;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'standing-pooler-'));
    database = await createTestDatabase();
  });
  afterEach(async () => {
    const gone = once(pooler, 'exit');
    if (pooler.kill('SIGKILL')) await gone;
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts a pooler with these settings and returns the database URL through it. */
  async function behind(settings: Record<string, string>): Promise<string> {
    const { hostname, port, username, password, pathname } = new URL(database.url);
    const listening = await freePort();
    const all = {
      listen_addr: '127.0.0.1',
      listen_port: listening,
      auth_type: 'any',
      unix_socket_dir: '',
      ...settings,
    };
    const server = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
    const lines = [
      '[databases]',
      `* = ${server}`,
      '[pgbouncer]',
      ...Object.entries(all).map((each) => each.join(' = ')),
    ];
    await writeFile(join(folder, 'pgbouncer.ini'), lines.join('\n'));
    await chmod(folder, 0o755);
    // pgbouncer refuses to run as root.
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    pooler = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { env, stdio: 'ignore', ...user });
    await until(() => answers(listening));
    return `postgres://anybody@127.0.0.1:${listening}${pathname}`;
  }

  const IGNORED = { ignore_startup_parameters: 'statement_timeout,idle_in_transaction_session_timeout' };

  it('refuses to start in transaction mode, in one line that says why', async () => {
    const DATABASE_URL = await behind({ ...IGNORED, pool_mode: 'transaction' });
    await expect(startProgram({ DATABASE_URL })).rejects.toThrow(
      /before it was ready:\nStanding cannot start: DATABASE_URL must give each connection a session .*pool_mode = session\)$/,
    );
  });

  it('refuses to start behind a pooler that rejects its time limits, and says what to set', async () => {
    const DATABASE_URL = await behind({ pool_mode: 'session' });
    await expect(startProgram({ DATABASE_URL })).rejects.toThrow(
      /Standing cannot start: the pooler .* refuses \w+: set /,
    );
  });

  it('works in session mode', async () => {
    const program = await startProgram({ DATABASE_URL: await behind({ ...IGNORED, pool_mode: 'session' }) });
    expect((await fetch(`${program.url}/health/ready`)).status).toBe(200);
    expect(await program.stop('SIGTERM')).toBe(0);
  });
});

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
