import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { prepareBinaries, type Binaries } from '../../src/adapters/postgres/embedded/binaries.js';
import { Cluster } from '../../src/adapters/postgres/embedded/cluster.js';
import { prepareHome, type Home } from '../../src/adapters/postgres/embedded/home.js';
import { run } from '../../src/adapters/postgres/embedded/run.js';
import { until } from './until.js';

/** A primary and a streaming standby, both running the bundled Postgres. */
export interface ReplicatedPostgres {
  primary: PostgresServer;
  standby: PostgresServer;
  /** Makes each later commit on the primary wait until the standby has it on disk. */
  commitOnBoth(): Promise<void>;
  close(): Promise<void>;
}

export interface PostgresServer {
  url: string;
  query(sql: string): Promise<any[]>;
  /** Stops the server abruptly, as a power cut does. */
  kill(): Promise<void>;
}

const quiet = () => undefined;

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folders = [await newFolder(), await newFolder()] as const;
  const homes = [await prepareHome(folders[0], quiet), await prepareHome(folders[1], quiet)] as const;
  const binaries = await prepareBinaries(homes[0], quiet);
  const primary = await start(homes[0], binaries);
  await primary.query(`select pg_create_physical_replication_slot('standby', true)`);
  await copyCluster(primary, homes[0], homes[1]);
  const standby = await start(homes[1], binaries);
  await until(
    async () => (await primary.query(`select from pg_stat_replication where state = 'streaming'`)).length === 1,
  );
  return {
    primary,
    standby,
    commitOnBoth: async () => {
      await primary.query(`alter system set synchronous_standby_names = '*'`);
      await primary.query('select pg_reload_conf()');
      await until(
        async () => (await primary.query(`select from pg_stat_replication where sync_state = 'sync'`)).length === 1,
      );
    },
    close: async () => {
      await Promise.all([primary.kill(), standby.kill()]);
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}

const newFolder = () => mkdtemp(join(tmpdir(), 'standing-replicated-'));

async function start(home: Home, binaries: Binaries): Promise<PostgresServer> {
  const cluster = new Cluster(home, binaries, true);
  await cluster.createIfAbsent();
  const problem = await cluster.start(undefined);
  const port = await cluster.runningPort();
  if (problem !== undefined || port === undefined) throw new Error(`a server did not start: ${problem}`);
  const url = await cluster.url(port, 'postgres');
  return { url, query: (sql) => query(url, sql), kill: () => kill(cluster) };
}

async function query(url: string, sql: string): Promise<any[]> {
  const session = new Client({ connectionString: url });
  session.on('error', quiet);
  await session.connect();
  try {
    return (await session.query(sql)).rows;
  } finally {
    await session.end();
  }
}

async function kill(cluster: Cluster): Promise<void> {
  const [pid] = (await readFile(join(cluster.directory, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  if (!pid) return;
  // An immediate shutdown: no checkpoint, and no message to a standby.
  process.kill(Number(pid), 'SIGQUIT');
  await until(async () => !(await cluster.isRunning()));
}

/**
 * Copies a cluster as pg_basebackup does, which is not in the package: the files as they are, and
 * the label that says where to start replaying the log.
 */
async function copyCluster(primary: PostgresServer, from: Home, to: Home): Promise<void> {
  const session = new Client({ connectionString: primary.url });
  await session.connect();
  await session.query(`select pg_backup_start('standby', true)`);
  const copied = await run('cp', ['-a', join(from.directory, 'cluster'), to.directory], to.directory, to.user);
  if (copied.code !== 0) throw new Error(`copying failed: ${copied.output}`);
  const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  await session.end();
  const cluster = join(to.directory, 'cluster');
  for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(cluster, name), { force: true });
  const { hostname, port, username, password } = new URL(primary.url);
  const settings = [
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'`,
    `primary_slot_name = 'standby'`,
    `hot_standby = on`,
  ];
  const files = {
    backup_label: rows[0]?.labelfile ?? '',
    'standby.signal': '',
    'postgresql.auto.conf': `${settings.join('\n')}\n`,
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(cluster, name), content);
    if (to.user) await chown(join(cluster, name), to.user.uid, to.user.gid);
  }
}
