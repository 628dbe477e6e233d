import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { createTestDatabase } from '../support/database.js';
import { TRIAL } from '../support/documented.js';
import { startService } from '../support/harness.js';

const run = promisify(execFile);
const COMPOSE = readFileSync('docker-compose.yml', 'utf8');

describe('the trial in containers, typed twice as the README says', () => {
  let folder: string;
  let docker: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'standing-trial-'));
    docker = await mkdtemp(join(tmpdir(), 'standing-docker-'));
    await writeFile(join(docker, 'docker'), `#!/bin/sh\necho "$@" >>"${join(docker, 'calls')}"\n`);
    await chmod(join(docker, 'docker'), 0o755);
  });
  afterAll(() => Promise.all([folder, docker].map((each) => rm(each, { recursive: true }))));

  const { services, secrets } = parse(COMPOSE, { merge: true });
  const ours = ['migrate', 'api', 'worker'].map((name) => services[name]);

  it('creates the key of the compose file once, and starts the containers each time', async () => {
    const { file } = secrets.encryption_key;
    const typed = async () => {
      // The umask of a careful user must not hide the key from the user of the containers.
      const env = { ...process.env, PATH: `${docker}${delimiter}${process.env['PATH']}` };
      await run('bash', ['-euc', `umask 077\n${TRIAL}`], { cwd: folder, env });
      return readFile(join(folder, file), 'utf8');
    };
    const key = await typed();
    expect(key).toMatch(/^[0-9a-f]{64}\n$/);
    expect(await typed()).toBe(key);
    expect(await readFile(join(docker, 'calls'), 'utf8')).toBe('compose up --build --wait\n'.repeat(2));
    expect((await stat(join(folder, file))).mode & 0o444).toBe(0o444);
    expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o700);
  });

  it('has git ignore the key', async () => {
    const { stdout } = await run('git', ['check-ignore', secrets.encryption_key.file]);
    expect(stdout.trim()).toBe(secrets.encryption_key.file);
  });

  it('gives every process the key, and demands no variable of docker compose ps, logs or down', () => {
    for (const service of ours) {
      expect(service.secrets).toEqual(['encryption_key']);
      expect(service.environment).toMatchObject({ SECRETS_DIR: '/run/secrets' });
      expect(service.environment).not.toHaveProperty('ENCRYPTION_KEY');
    }
    expect(COMPOSE.match(/\$\{\w+:?\?[^}]*\}/g)).toBeNull();
  });

  it('starts a second time on the database of the first with the key of the file', async () => {
    const database = await createTestDatabase();
    const env = { SECRETS_DIR: join(folder, secrets.encryption_key.file, '..') };
    const started = () => startService({ env, databaseUrl: database.url });
    const first = await started();
    const { key } = await first.signUp();
    const secretOf = async (service: typeof first) =>
      (await service.ask('GET', '/v1/account/webhook-secret', { key })).body;
    const secret = await secretOf(first);
    await first.close();
    const second = await started();
    expect(await secretOf(second)).toEqual(secret);
    await second.close();
    await expect(startService({ databaseUrl: database.url })).rejects.toThrow(/start with the ENCRYPTION_KEY/);
    await database.drop();
  });
});
