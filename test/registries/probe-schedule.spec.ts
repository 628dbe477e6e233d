import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startProgram, type Program } from '../support/program.js';
import { describeWithRedis } from '../support/redis.js';
import { until } from '../support/until.js';

describeWithRedis('two processes of one installation with PROBE_EVERY', (redisUrl) => {
  let database: TestDatabase;
  let running: Program[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
    const env = { DATABASE_URL: database.url, REDIS_URL: redisUrl, PROBE_EVERY: '24h' };
    running = await Promise.all([startProgram(env), startProgram(env)]);
  });
  afterEach(async () => {
    await Promise.all(running.map((program) => program.stop()));
    await database.drop();
  });

  const probed = ({ output }: Program) => output.filter((line) => line.includes('registers probed'));

  it('probe the registers once, and the one that did lists the results', async () => {
    const first = await until(() => running.find((program) => probed(program).length > 0));
    const { jurisdictions } = (await (await fetch(`${first.url}/v1/jurisdictions`)).json()) as {
      jurisdictions: { code: string; active: boolean; last_probe?: { verdict: string } }[];
    };
    const queried = jurisdictions.filter(({ last_probe: last }) => last !== undefined);
    expect(queried.map(({ code }) => code)).toEqual(expect.arrayContaining(['us-co', 'us-ia', 'gb-eaw', 'fi-18']));
    expect(new Set(queried.map(({ last_probe: last }) => last?.verdict))).toEqual(new Set(['as_expected']));
    await Promise.all(running.map((program) => program.stop()));
    expect(running.flatMap(probed)).toHaveLength(1);
  });
});
