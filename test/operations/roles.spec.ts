import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { describeWithRedis } from '../support/redis.js';
import { until } from '../support/until.js';

describeWithRedis('processes of one installation', (redisUrl) => {
  let database: TestDatabase;
  let running: Service[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(running.map((service) => service.close()));
    running = [];
    await database.drop();
  });

  async function start(role: string): Promise<Service> {
    const service = await startService({ databaseUrl: database.url, env: { REDIS_URL: redisUrl, ROLE: role } });
    service.registries.of('us-co').records = [record({ id: '1', name: 'Shared Harbour LLC' })];
    running.push(service);
    return service;
  }

  const searches = (services: Service[]) =>
    services.map(({ registries }) => registries.of('us-co').searches).reduce((sum, count) => sum + count, 0);

  it('the work is divided by role: an API process runs no tasks, a worker has no API', async () => {
    const apis = [await start('api'), await start('api')];
    const [first, second] = apis as [Service, Service];
    const { key } = await first.signUp();
    const body = { entity_name: 'Shared Harbour LLC', jurisdiction: 'us-co' };
    const asked = await first.ask('POST', '/v1/verify', { key, body, headers: { prefer: 'wait=2' } });
    expect([asked.status, asked.body.status]).toEqual([202, 'pending']);
    expect(searches(apis)).toBe(0);

    const workers = [await start('worker'), await start('worker')];
    const status = async () => (await second.ask('GET', `/v1/verify/status/${asked.body.job_id}`, { key })).body.status;
    await until(async () => (await status()) === 'completed');
    expect([searches(apis), searches(workers)]).toEqual([0, 1]);
    for (const worker of workers) {
      expect((await worker.ask('POST', '/v1/verify', { key, body })).status).toBe(404);
      expect((await worker.ask('GET', '/v1/jurisdictions')).status).toBe(404);
    }
    for (const process of [...apis, ...workers]) {
      expect((await process.ask('GET', '/health/ready')).status).toBe(200);
      expect((await process.ask('GET', '/metrics')).status).toBe(200);
    }
  });

  it('refunds a verification after an hour when no process is connected to its register', async () => {
    const api = await start('api');
    const { key } = await api.signUp();
    const file = async (entity_name: string) =>
      (await api.ask('POST', '/v1/verify', { key, body: { entity_name, jurisdiction: 'us-co' } })).body.job_id;
    const [old, recent] = [await file('Other Realm LLC'), await file('Other Realm Too LLC')];
    await api.db.change('update retrievals set sandbox = not sandbox', []);
    await api.db.change(
      `update retrievals set created_at = now() - interval '61 minutes', due_at = now() - interval '10 seconds'
        where entity_name = 'Other Realm LLC'`,
      [],
    );
    const own = await file('Shared Harbour LLC');
    await start('worker');
    const job = (id: string) => api.ask('GET', `/v1/verify/status/${id}`, { key });
    await until(async () => (await job(old)).body.status === 'failed');
    expect((await job(old)).body.error).toMatch(/^DATA_SOURCE_UNAVAILABLE: .*no longer available/);
    await until(async () => (await job(own)).body.status === 'completed');
    expect((await job(recent)).body.status).toBe('pending');
    expect(await api.balance(key)).toBe(48);
  });

  it('runs each scheduled chore once across all processes', async () => {
    const [first] = await Promise.all([start('worker'), start('worker')]);
    const due = async () =>
      first.db.rows<{ name: string; due_at: Date }>(
        `select name, due_at from schedules where due_at > now() + interval '30 minutes' order by name`,
      );
    await until(async () => (await due()).length >= 4);
    const before = await due();
    expect(before.map(({ name }) => name)).toEqual([
      'the check of the ledger',
      'the erasure of evidence',
      'the purge of OAuth records',
      'the purge of what expired',
    ]);
    await Promise.all([start('worker'), start('all')]);
    // Once a schedule that is due again has run, the new processes have checked.
    const [again, ...others] = before;
    await first.db.change('update schedules set due_at = now() where name = $1', [again!.name]);
    await until(async () => (await due()).length === before.length);
    expect((await due()).slice(1)).toEqual(others);
  });
});
