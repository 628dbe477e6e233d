import { record, unavailable } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const TOKEN = 'a-token-of-the-tests';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { METRICS_TOKEN: TOKEN } });
});
afterAll(() => service.close());

/** Returns every sample of the page, from `name{label="value"}` to its value. */
async function metricsOf({ url }: Service): Promise<Map<string, number>> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(answer.status).toBe(200);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

const verify = (key: string, entity_name: string, jurisdiction = 'us-co') =>
  service.ask('POST', '/v1/verify', { key, body: { entity_name, jurisdiction }, headers: { prefer: 'wait=10' } });

describe('GET /metrics', () => {
  it('requires the token', async () => {
    const { status, body } = await service.ask('GET', '/metrics');
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    const wrong = await service.ask('GET', '/metrics', { headers: { authorization: 'Bearer guess' } });
    expect(wrong.status).toBe(401);
  });

  it('counts responses by route pattern, and never shows what a caller typed', async () => {
    await service.ask('GET', '/v1/entity/ent_confidential');
    await service.ask('GET', '/confidential/path');
    const metrics = await metricsOf(service);
    const route = '/v1/entity/:id';
    expect(metrics.get(`standing_http_requests_total{route="${route}",method="GET",code="401"}`)).toBe(1);
    expect(metrics.get('standing_http_requests_total{route="none",method="any",code="404"}')).toBe(1);
    expect([...metrics.keys()].join('\n')).not.toContain('confidential');
  });

  it('reports job outcomes, charges and refunds', async () => {
    const before = await metricsOf(service);
    const { key } = await service.signUp();
    service.registries.of('us-co').records = [record({ id: '1', name: 'Metered Lanterns LLC' })];
    expect((await verify(key, 'Metered Lanterns LLC')).status).toBe(200);
    service.registries.of('us-ct').failures = [unavailable(), unavailable(), unavailable()];
    expect((await verify(key, 'Metered Silence LLC', 'us-ct')).status).toBe(503);
    let after = before;
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    // The caller may learn of the end before the process has counted it.
    await until(async () => {
      after = await metricsOf(service);
      return grown('standing_jobs_total{jurisdiction="us-ct",outcome="unavailable"}') > 0;
    });
    expect(grown('standing_jobs_total{jurisdiction="us-co",outcome="found"}')).toBe(1);
    expect(grown('standing_jobs_total{jurisdiction="us-ct",outcome="unavailable"}')).toBe(1);
    expect(grown('standing_credits_total{type="charge"}')).toBe(2);
    expect(grown('standing_credits_total{type="refund"}')).toBe(1);
  });

  it('reports the state of registers, and how long work has been waiting', async () => {
    await service.db.change(
      `insert into retrievals (id, jurisdiction, entity_name, name_key, tier, due_at, claim, claimed_until)
       values (gen_random_uuid(), 'us-co', 'Waiting LLC', 'WAITING', 'quick', now() - interval '90 s', gen_random_uuid(), now() + interval '1 h')`,
    );
    const metrics = await metricsOf(service);
    expect(metrics.get('standing_source_state{source="us-co"}')).toBe(0);
    expect(metrics.get('standing_queue_waiting{kind="retrieval"}')).toBe(1);
    expect(metrics.get('standing_queue_oldest_seconds{kind="retrieval"}')).toBeGreaterThanOrEqual(90);
    expect(metrics.get('standing_queue_waiting{kind="delivery"}')).toBe(0);
    await service.db.change(`delete from retrievals where entity_name = 'Waiting LLC'`);
  });

  it('reports build, readiness, database connections, mail and Node metrics', async () => {
    const before = await metricsOf(service);
    await service.signUp();
    const metrics = await metricsOf(service);
    const build = `standing_build_info{version="0.0.0-test",node="${process.versions.node}",role="all"}`;
    expect([metrics.get(build), metrics.get('standing_ready')]).toEqual([1, 1]);
    const busyAndIdle = ['busy', 'idle'].map((state) =>
      metrics.get(`standing_postgres_connections{state="${state}"}`)!,
    );
    expect(busyAndIdle[0]! + busyAndIdle[1]!).toBeGreaterThan(0);
    const sent = 'standing_mails_total{outcome="sent"}';
    expect(metrics.get(sent)! - (before.get(sent) ?? 0)).toBe(1);
    // The names that every dashboard for Node uses.
    expect(metrics.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    expect([...metrics.keys()].filter((name) => /^standing_(nodejs|process)/.test(name))).toEqual([]);
  });

  it('leaves out what cannot be read, and reports the rest', async () => {
    await service.db.rows('alter table deliveries rename to deliveries_gone');
    try {
      const metrics = await metricsOf(service);
      expect(metrics.get('standing_queue_waiting{kind="retrieval"}')).toBeUndefined();
      expect(metrics.get('standing_source_state{source="us-co"}')).toBe(0);
      expect(metrics.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    } finally {
      await service.db.rows('alter table deliveries_gone rename to deliveries');
    }
  });
});

describe('GET /health', () => {
  it('reports liveness, uptime and the state of its parts', async () => {
    const { status, body } = await service.ask('GET', '/health');
    expect(status).toBe(200);
    expect(body).toMatchObject({ live: true, status: 'ok', checks: { postgres: { status: 'up' } } });
    expect(body.uptime_seconds).toBeGreaterThanOrEqual(0);
  });
});
