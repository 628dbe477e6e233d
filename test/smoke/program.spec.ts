import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startProgram, type Program } from '../support/program.js';
import { until } from '../support/until.js';

const run = promisify(execFile);

describe('the compiled program', () => {
  let database: TestDatabase;
  let program: Program;
  beforeAll(async () => {
    database = await createTestDatabase();
    program = await startProgram({ DATABASE_URL: database.url });
  }, 60_000);
  afterAll(async () => {
    await program.stop('SIGKILL');
    await database.drop();
  });

  it('tells a newcomer the address, how to get a key, and a request to paste', async () => {
    await until(() => program.output.some((line) => line.includes('/health/ready')));
    const said = program.output.join('\n');
    expect(said).toContain(`Standing is ready at ${program.url}`);
    expect(said).toContain(`curl ${program.url}/v1/auth/request-access`);
    expect(said).toContain(`curl ${program.url}/v1/verify`);
  });

  it('does what it says: sign up, verify, see the record and the balance', async () => {
    const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const answer = await fetch(program.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    };
    await post('/v1/auth/request-access', { email: 'you@example.com', accept_terms: true });
    await until(() => program.output.some((line) => line.startsWith('e-mail to')));
    const announced = program.output.find((line) => line.startsWith('e-mail to you@example.com')) ?? '';
    const [code] = /\b\d{6}\b/.exec(announced) ?? [];
    const { body: access } = await post('/v1/auth/verify-access', { email: 'you@example.com', code });
    const [name] = /(?<="entity_name":")[^"]+/.exec(program.output.join('\n')) ?? [];
    const headers = { 'x-api-key': access.api_key, prefer: 'wait=10' };
    const verified = await post('/v1/verify', { entity_name: name, jurisdiction: 'us-co' }, headers);
    expect(verified.status).toBe(200);
    expect(verified.body.data).toMatchObject({ entity_name: name, jurisdiction: 'us-co', confidence: 100 });
    expect(verified.headers.get('x-credits-remaining')).toBe('49');
    expect(program.output.join('\n')).not.toContain(access.api_key);
  });

  it('shows itself in a demonstration from beginning to end, a checked webhook included', async () => {
    const [outbox = ''] = / in (\S+outbox)/.exec(program.output.join('\n'))?.slice(1) ?? [];
    const { stdout } = await run(process.execPath, ['dist/commands/demo.js', '--url', program.url, '--outbox', outbox]);
    expect(stdout).toContain('✓ it is signed with the secret of the account');
    expect(stdout).toContain('✓ every credit is accounted for');
  }, 60_000);

  it('is ready, and says so', async () => {
    expect((await fetch(`${program.url}/health/ready`)).status).toBe(200);
  });

  it('refuses a second process on its port with a line that says so', async () => {
    const { port } = new URL(program.url);
    const env = { PATH: process.env['PATH'], ENV_FILE: '/dev/null', DATABASE_URL: database.url, PORT: port };
    const failure: unknown = await run(process.execPath, ['dist/main.js'], { env }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining(`port ${port} is taken`) });
  });

  it('ends in order when it is asked to', async () => {
    const another = await startProgram({ DATABASE_URL: database.url });
    expect(await another.stop('SIGTERM')).toBe(0);
  });

  it('does not start on a bad value, and names it in one line', async () => {
    const env = { PATH: process.env['PATH'], ENV_FILE: '/dev/null', PORT: 'eighty' };
    const failure: unknown = await run(process.execPath, ['dist/main.js'], { env }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Standing cannot start: PORT .*\n$/),
    });
  });
});
