import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { keyFrom, startProgram } from '../support/program.js';
import { describeWithRedis } from '../support/redis.js';
import { until } from '../support/until.js';
import { newEmail, startService } from '../support/harness.js';

describe('a process whose clock is a day ahead', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'standing-clock-'));
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  it('recognises the Idempotency-Keys of other processes, and charges for none again', async () => {
    const service = await startService({ databaseUrl: database.url });
    await writeFile(join(folder, 'clock'), String(26 * 3_600_000));
    const ahead = await startProgram({
      DATABASE_URL: database.url,
      CLOCK_OFFSET_FILE: join(folder, 'clock'),
      NODE_OPTIONS: `--import ${pathToFileURL('test/stress/chaos/stepped-clock.mjs').href}`,
    });
    try {
      const { key } = await service.signUp();
      const ask = async (url: string) => {
        const answer = await fetch(`${url}/v1/verify`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': 'once' },
          body: JSON.stringify({ entity_name: 'Tomorrow LLC', jurisdiction: 'us-co' }),
        });
        return {
          status: answer.status,
          replayed: answer.headers.get('idempotency-replayed'),
          body: await answer.json(),
        };
      };
      const first = await ask(service.url);
      expect(first).toMatchObject({ status: 202, replayed: null });
      expect(await ask(ahead.url)).toEqual({ ...first, replayed: 'true' });
      expect(await service.balance(key)).toBe(49);
    } finally {
      await ahead.stop('SIGKILL');
      await service.close();
    }
  });

  it('accepts codes that others sent, keeps to the shared hourly limit, and expires no valid code', async () => {
    await writeFile(join(folder, 'clock'), String(26 * 3_600_000));
    const service = await startService({ databaseUrl: database.url });
    const ahead = await startProgram({
      DATABASE_URL: database.url,
      CLOCK_OFFSET_FILE: join(folder, 'clock'),
      NODE_OPTIONS: `--import ${pathToFileURL('test/stress/chaos/stepped-clock.mjs').href}`,
    });
    const email = newEmail();
    const post = async (url: string, path: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify({ email, ...body }) });
      return { status: answer.status, body: (await answer.json()) as { error?: { code: string } } };
    };
    const askFor = (url: string) => post(url, '/v1/auth/request-access', { accept_terms: true });
    try {
      await askFor(service.url);
      // The code comes from a process with the right clock; the process that verifies it is a day
      // ahead.
      const taken = await post(ahead.url, '/v1/auth/verify-access', { code: service.codeFor(email) });
      expect([taken.status, taken.body.error]).toEqual([200, undefined]);
      // The limit of five codes an hour per address is shared, although the processes' clocks are
      // in different hours.
      const asked = [];
      for (const url of [ahead.url, service.url, ahead.url, service.url]) asked.push((await askFor(url)).status);
      expect(asked).toEqual([200, 200, 200, 200]);
      expect([(await askFor(ahead.url)).status, (await askFor(service.url)).status]).toEqual([429, 429]);
      // The newest code comes from the process with the right clock. Codes from either process
      // expire at the right time.
      const { rows } = await inDatabase(
        database.url,
        `select count(*) filter (where expires_at between now() and now() + interval '15 minutes')::int as good, count(*)::int as all
           from one_time_codes where email = $1`,
        [email],
      );
      expect(rows).toEqual([{ good: 5, all: 5 }]);
      const last = await post(ahead.url, '/v1/auth/verify-access', { code: service.codeFor(email) });
      expect(last.status).toBe(200);
    } finally {
      await ahead.stop('SIGKILL');
      await service.close();
    }
  });
});

/** Longest wait of a job after a clock was set back. */
const MAX_WAIT_MS = 60_000;

describeWithRedis('a process whose clock is set back by five hours', (redisUrl) => {
  it('leaves no job waiting longer than a minute that was between two attempts then', async () => {
    const database = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'standing-clock-'));
    const clock = join(folder, 'clock');
    await writeFile(clock, String(5 * 3_600_000));
    const program = await startProgram({
      DATABASE_URL: database.url,
      REDIS_URL: redisUrl,
      CLOCK_OFFSET_FILE: clock,
      NODE_OPTIONS: `--import ${pathToFileURL('test/stress/chaos/stepped-clock.mjs').href}`,
    });
    try {
      const headers = { 'content-type': 'application/json', 'x-api-key': await keyFrom(program) };
      const ask = async (path: string, body?: object): Promise<any> => {
        const init = body && { method: 'POST', body: JSON.stringify(body) };
        return (await fetch(program.url + path, { headers, ...init })).json();
      };
      const asked = { entity_name: 'Sandbox Unavailable LLC', jurisdiction: 'us-co' };
      const { job_id } = await ask('/v1/verify', asked);
      const secondFailed = async () => {
        const { rows } = await inDatabase(
          database.url,
          'select from retrievals where attempts = 2 and claimed_until is null',
          [],
        );
        return rows.length === 1;
      };
      await until(secondFailed);
      await writeFile(clock, '0');
      program.process.kill('SIGUSR2');
      const steppedAt = performance.now();
      await until(async () => (await ask(`/v1/verify/status/${job_id}`)).status !== 'processing');
      expect(performance.now() - steppedAt).toBeLessThan(MAX_WAIT_MS);
    } finally {
      await program.stop('SIGKILL');
      await database.drop();
      await rm(folder, { recursive: true });
    }
  });
});

async function inDatabase(url: string, sql: string, values: unknown[]) {
  const session = new Client({ connectionString: url });
  await session.connect();
  try {
    return await session.query<object>(sql, values);
  } finally {
    await session.end();
  }
}
