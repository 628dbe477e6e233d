import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { EmbeddedPostgres } from '../../src/adapters/postgres/embedded/embedded-postgres.js';
import { migrate } from '../../src/adapters/postgres/client/migrate.js';

const DIRECTORY_PREFIX = 'standing-test-';
const TEMPLATE = 'standing_template';

/**
 * Starts a server for this run only, with one migrated database from which every test database is
 * copied.
 */
export async function startPostgres(): Promise<{ stop: () => Promise<void> }> {
  await removeAbandonedServers();
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), `${DIRECTORY_PREFIX}${process.pid}-`));
  const lines: string[] = [];
  const server = await EmbeddedPostgres.start({ dataDir, durable: false, log: (line) => lines.push(line) });
  process.env['TEST_POSTGRES_URL'] = server.url;
  // A broken migration only fails the suites that use a database, with its own message.
  await makeTemplate(server.url).catch((error: Error) => (process.env['TEST_TEMPLATE_ERROR'] = error.message));
  return {
    stop: async () => {
      await server.stop();
      await fs.rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(url: string): Promise<void> {
  await inSession(url, (admin) => admin.query(`create database ${TEMPLATE}`));
  const templateUrl = new URL(url);
  templateUrl.pathname = TEMPLATE;
  await inSession(templateUrl.href, (template) => migrate(template, path.resolve('migrations'), () => undefined));
}

/** Leaves no session open, because Postgres only copies a database without sessions. */
async function inSession(url: string, work: (dataSource: DataSource) => Promise<unknown>): Promise<void> {
  const dataSource = await new DataSource({ type: 'postgres', url }).initialize();
  try {
    await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

async function removeAbandonedServers(): Promise<void> {
  for (const name of await fs.readdir(os.tmpdir())) {
    const owner = new RegExp(`^${DIRECTORY_PREFIX}(\\d+)-`).exec(name)?.[1];
    if (!owner || isAlive(Number(owner))) continue;
    const directory = path.join(os.tmpdir(), name);
    try {
      const pidFile = await fs.readFile(path.join(directory, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
      const [pid, dataDir] = pidFile.split('\n');
      if (pid && dataDir?.startsWith(directory)) process.kill(Number(pid), 'SIGQUIT');
    } catch {
      // Already gone, or another user's: not ours to report.
    }
    await fs.rm(directory, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
