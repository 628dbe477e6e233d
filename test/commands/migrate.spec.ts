import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';

const run = promisify(execFile);
const FILES = readdirSync('migrations')
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.replace('.sql', ''));

describe('the compiled migrate command', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createEmptyDatabase();
  });
  afterEach(() => database.drop());

  const migrate = (env: Record<string, string> = { DATABASE_URL: database.url }) =>
    run(process.execPath, ['dist/commands/migrate.js'], {
      env: { PATH: process.env['PATH'], ENV_FILE: '/dev/null', ...env },
    });

  it('applies every file once when several processes start together', async () => {
    const outputs = await Promise.all([migrate(), migrate(), migrate()]);
    const said = outputs.flatMap(({ stdout }) => stdout.split('\n')).filter((line) => line.startsWith('migrated'));
    expect(said).toEqual([`migrated ${FILES.join(', ')}`]);
    expect((await migrate()).stdout).toBe('');
  });

  it('names the missing setting when there is no database', async () => {
    await expect(migrate({})).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('DATABASE_URL must be set'),
    });
  });
});
