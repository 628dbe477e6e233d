import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { prepareBinaries } from '../../src/adapters/postgres/embedded/binaries.js';
import { Cluster } from '../../src/adapters/postgres/embedded/cluster.js';
import { prepareHome } from '../../src/adapters/postgres/embedded/home.js';
import { run } from '../../src/adapters/postgres/embedded/run.js';

const said = (program: string, option: string) =>
  spawnSync(program, [option], { encoding: 'utf8' }).stdout?.trim() ?? '';

const majorOf = (program: string) => Number(/ (\d+)/.exec(said(program, '--version'))?.[1] ?? 0);

/** Major version of the machine's pg_dump; 0 if there is none. */
export const DUMP_VERSION = majorOf('pg_dump');

/** Debian keeps the programs of each version in a separate folder. */
const PROGRAMS = said('pg_config', '--bindir') || `/usr/lib/postgresql/${DUMP_VERSION}/bin`;

/** Major version of the bundled Postgres. */
export const EMBEDDED_VERSION = 18;

/** pg_dump refuses a newer server, and an older server does not accept every dump. */
export const hasServer =
  DUMP_VERSION === EMBEDDED_VERSION || (DUMP_VERSION > 0 && majorOf(join(PROGRAMS, 'initdb')) === DUMP_VERSION);

/** A server with the version of the machine's pg_dump. */
export interface DumpedServer {
  url(database: string): string;
  query(database: string, sql: string): Promise<any[]>;
  close(): Promise<void>;
}

/** Starts the bundled Postgres or the machine's own, whichever has the version of pg_dump. */
export async function startDumpedServer(): Promise<DumpedServer> {
  const directory = await mkdtemp(join(tmpdir(), 'standing-dumped-'));
  const home = await prepareHome(directory, () => undefined);
  const own = { initdb: join(PROGRAMS, 'initdb'), pgCtl: join(PROGRAMS, 'pg_ctl') };
  const binaries = DUMP_VERSION === EMBEDDED_VERSION ? await prepareBinaries(home, () => undefined) : own;
  const cluster = new Cluster(home, binaries, false);
  const options = [
    `--pgdata=${cluster.directory}`,
    '--username=standing',
    '--auth=trust',
    '--encoding=UTF8',
    '--no-sync',
  ];
  const made = await run(binaries.initdb, options, home.directory, home.user);
  if (made.code !== 0) throw new Error(`initdb failed: ${made.output}`);
  await writeFile(join(cluster.directory, 'standing.password'), 'any');
  const problem = await cluster.start(undefined);
  const port = await cluster.runningPort();
  if (problem !== undefined || port === undefined) throw new Error(`a server did not start: ${problem}`);
  const url = (database: string) => `postgres://standing:any@127.0.0.1:${port}/${database}`;
  return {
    url,
    query: async (database, sql) => {
      const session = new Client({ connectionString: url(database) });
      await session.connect();
      try {
        return (await session.query(sql)).rows;
      } finally {
        await session.end();
      }
    },
    close: async () => {
      await cluster.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
