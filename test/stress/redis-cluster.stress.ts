import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { describeWithRedisCluster, startRedisCluster, type RedisCluster } from '../support/redis-cluster.js';
import { until } from '../support/until.js';

describeWithRedisCluster('an installation on a Redis Cluster', () => {
  let database: TestDatabase;
  let cluster: RedisCluster;
  let api: Service;
  let worker: Service;
  let key: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    const session = new Client({ connectionString: database.url });
    await session.connect();
    const { rows } = await session.query<{ id: string }>('select id from installation');
    await session.end();
    // The keys of this installation are on the node that the test kills.
    cluster = await startRedisCluster(`{standing:${rows[0]!.id}}`);
    const start = async (role: string) => {
      const env = { REDIS_URL: cluster.url, REDIS_CLUSTER: 'on', ROLE: role };
      const service = await startService({ databaseUrl: database.url, env });
      service.registries.of('us-co').records = [record({ id: '1', name: 'Shared Harbour LLC' })];
      return service;
    };
    api = await start('api');
    worker = await start('worker');
    ({ key } = await api.signUp());
  });
  afterAll(async () => {
    await api.close();
    await worker.close();
    await cluster.stop();
    await database.drop();
  });

  const file = async (name: string): Promise<string> => {
    const body = { entity_name: name, jurisdiction: 'us-co' };
    const asked = await api.ask('POST', '/v1/verify', { key, body });
    expect([asked.status, asked.body.status]).toEqual([202, 'pending']);
    return asked.body.job_id;
  };
  const ended = async (job: string) =>
    until(
      async () => (await api.ask('GET', `/v1/verify/status/${job}`, { key })).body?.error?.code === 'ENTITY_NOT_FOUND',
    );
  const counted = async (what: string): Promise<number> => {
    const { body } = await api.ask('GET', '/metrics');
    return Number(
      new RegExp(`^standing_${what.replaceAll(/[{}"]/g, '\\$&')} (\\d+)`, 'm').exec(String(body))?.[1] ?? 0,
    );
  };
  const ENTERED = 'queue_entries_total{kind="retrieval",outcome="entered"}';
  const SHARED = 'rate_limit_counts_total{where="shared"}';

  it('sends tasks to a worker through the queue, and counts limits for all processes', async () => {
    await ended(await file('Nobody At All LLC'));
    expect(await counted(ENTERED)).toBeGreaterThan(0);
    expect(await counted(SHARED)).toBeGreaterThan(0);
  });

  it('loses no job when the node with its keys fails, and recovers when another takes over', async () => {
    const before = await file('Asked Before LLC');
    const failing = cluster.fail();
    const meanwhile = await file('Asked Meanwhile LLC');
    await failing;
    const afterwards = await file('Asked Afterwards LLC');
    await Promise.all([before, meanwhile, afterwards].map(ended));
    const [entered, shared] = [await counted(ENTERED), await counted(SHARED)];
    await until(async () => {
      await ended(await file(`Asked Again ${Math.random()} LLC`));
      return (await counted(ENTERED)) > entered && (await counted(SHARED)) > shared;
    });
    expect((await api.ask('GET', '/health/ready')).status).toBe(200);
  });
});
