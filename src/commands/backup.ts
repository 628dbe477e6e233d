import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { run } from '../adapters/postgres/embedded/run.js';
import { loadLocalSettings } from '../config.js';
import { runCommand, UsageError } from './cli/command.js';
import { BACKUP } from './cli/definitions.js';
import { withServer } from './cli/open-database.js';

const PAGE = 'docs/how-to/back-up-and-restore.md';

await runCommand(BACKUP, async ({ positionals: [name, ...rest] }) => {
  if (name === undefined || rest.length > 0) throw new UsageError('give one folder that does not exist yet');
  const folder = resolve(name);
  const settings = loadLocalSettings();
  if (settings.databaseUrl !== undefined) throw new Error(`DATABASE_URL is set: use pg_dump (${PAGE})`);
  const cluster = join(settings.dataDir, 'postgres', 'cluster');
  if (!existsSync(cluster)) throw new Error(`${cluster} does not exist: there is no embedded database to copy`);
  if (existsSync(folder)) throw new Error(`${folder} exists already: give a new folder`);
  // Stops a server left behind by a killed service, unless another process uses it.
  await withServer(settings, () => Promise.resolve());
  if (existsSync(join(cluster, 'postmaster.pid'))) throw new Error('the service is running: stop it first');
  await copyStopped(cluster, folder);
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  console.log(`${folder}: the embedded database, as Postgres ${version} stores it`);
  console.log(`To restore it, stop the service, replace ${cluster} by a copy of the folder (cp -a), and start.`);
  console.log('Keep ENCRYPTION_KEY too, elsewhere: without it the webhook secrets in the copy cannot be opened.');
});

/** The folder gets its final name only when it is complete. */
async function copyStopped(cluster: string, folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  // Postgres writes this file on every start.
  const control = () => readFile(join(cluster, 'global', 'pg_control'));
  const before = await control();
  await mkdir(dirname(folder), { recursive: true });
  await rm(unfinished, { recursive: true, force: true });
  try {
    // fs.cp does not preserve the owner, which differs when root runs the service.
    const copied = await run('cp', ['-Rp', cluster, unfinished], '.');
    if (copied.code !== 0) throw new Error(copied.output);
    if (!before.equals(await control())) throw new Error('the service was started meanwhile: stop it, and repeat');
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
