import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { atDistance } from '../support/distance.js';
import { startService } from '../support/harness.js';
import { keyFrom, startProgram } from '../support/program.js';
import { describeWithRedis } from '../support/redis.js';
import { until } from '../support/until.js';

let database: TestDatabase;
let session: Client;
beforeEach(async () => {
  database = await createTestDatabase();
  session = new Client({ connectionString: database.url });
  await session.connect();
});
afterEach(async () => {
  await session.end();
  await database.drop();
});

const untilFound = (query: string) => until(async () => (await session.query(query)).rowCount);

it('ends the running sweep before it closes the connections that the sweep needs', async () => {
  await session.query('begin');
  await session.query('lock table retrievals in access exclusive mode');
  const service = await startService({ databaseUrl: database.url });
  await untilFound(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%from retrievals%'`,
  );
  const closed = service.close();
  await sleep(500);
  await session.query('commit');
  await closed;
  await sleep(200);
  expect(service.log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
});

describeWithRedis('the program', (redisUrl) => {
  it('releases its jobs before it disconnects from Postgres and Redis, even after two signals', async () => {
    const program = await startProgram({
      DATABASE_URL: database.url,
      REDIS_URL: redisUrl,
      SOURCE_TIMEOUT: '30s',
    });
    const response = await fetch(`${program.url}/v1/verify`, {
      method: 'POST',
      headers: { 'x-api-key': await keyFrom(program), 'content-type': 'application/json' },
      body: JSON.stringify({ jurisdiction: 'us-co', entity_name: 'Sandbox Timeout LLC' }),
    });
    expect(response.status).toBe(202);
    await untilFound('select from retrievals where claim is not null');
    const ended = program.stop('SIGTERM');
    await sleep(200);
    expect(await Promise.all([ended, program.stop('SIGTERM')])).toEqual([0, 0]);
    const { rows } = await session.query('select attempts, claim, finished_at from retrievals');
    expect(rows).toEqual([{ attempts: 0, claim: null, finished_at: null }]);
    expect(
      program.output.filter((line) => /after calling end|left to the sweeper|Connection is closed/.test(line)),
    ).toEqual([]);
  });

  it('logs no lost connections when it is stopped as soon as it is ready', async () => {
    const program = await startProgram({ DATABASE_URL: database.url, REDIS_URL: redisUrl });
    const code = await program.stop('SIGTERM');
    expect(program.output.filter((line) => /after calling end|failed|could not|rror/.test(line))).toEqual([]);
    expect(code).toBe(0);
  });

  it('logs no lost connections when it is stopped before a distant Redis is connected', async () => {
    const redis = await atDistance(redisUrl, 100);
    try {
      const program = await startProgram({ DATABASE_URL: database.url, REDIS_URL: redis.url });
      const code = await program.stop('SIGTERM');
      expect(program.output.filter((line) => /after calling end|failed|could not|rror/.test(line))).toEqual([]);
      expect(code).toBe(0);
    } finally {
      redis.close();
    }
  });
});
