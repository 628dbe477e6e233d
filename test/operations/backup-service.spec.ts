import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/adapters/postgres/client/migrate.js';
import { backupsIn } from '../../src/commands/backup/regularly.js';
import { MIGRATIONS_DIR, withConnections } from '../../src/commands/cli/open-database.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await withConnections(database.url, (dataSource) => migrate(dataSource, MIGRATIONS_DIR, () => undefined));
  folder = await mkdtemp(join(tmpdir(), 'standing-backups-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const start = (...options: string[]) =>
  spawn(process.execPath, ['dist/commands/backup.js', folder, ...options], {
    env: { PATH: process.env['PATH'], ENV_FILE: '/dev/null', DATABASE_URL: database.url },
  });

it('writes the first backup at once, waits for the next, and ends when it is stopped', async () => {
  const service = start('--every', '24', '--keep', '14');
  await until(async () => (await backupsIn(folder)).length > 0);
  const [name = ''] = await backupsIn(folder);
  expect(JSON.parse(await readFile(join(folder, name, 'backup.json'), 'utf8'))).toMatchObject({ mirrors: true });
  expect(service.exitCode).toBeNull();
  service.kill('SIGTERM');
  expect(await once(service, 'exit')).toEqual([0, null]);
});

it('refuses a period that is not a number of hours', async () => {
  const refused = start('--every', '1d');
  const [said] = await once(refused.stderr, 'data');
  expect(String(said)).toContain('--every must be a whole number from 1 to 8760 (it is "1d")');
  expect(await once(refused, 'exit')).toEqual([2, null]);
});
