import { record, unavailable } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { describeWithRedis } from '../support/redis.js';
import { until } from '../support/until.js';

const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const TRACEPARENT = `00-${CALLER.traceId}-${CALLER.spanId}-01`;

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  /** Attributes of the sender. */
  resource: Record<string, string | undefined>;
}

/** Takes OTLP over HTTP as JSON, on loopback. */
let collector: Receiver;
let webhooks: Receiver;
let services: Service[];
beforeEach(async () => {
  services = [];
  [collector, webhooks] = [await startReceiver(), await startReceiver()];
  collector.answer = () => 200;
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${collector.port}`;
  process.env['OTEL_SERVICE_NAME'] = 'standing-under-test';
  process.env['OTEL_BSP_SCHEDULE_DELAY'] = '100';
});
afterEach(async () => {
  for (const service of services) await service.close();
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_SERVICE_NAME', 'OTEL_BSP_SCHEDULE_DELAY'])
    delete process.env[name];
  await Promise.all([collector.close(), webhooks.close()]);
});

async function start(env: Record<string, string>, databaseUrl?: string): Promise<Service> {
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`, WEBHOOK_ALLOW_PRIVATE: 'true' };
  const service = await startService({ env: { ...traced, ...env }, databaseUrl });
  service.registries.of('us-co').records = [record({ id: '7', name: 'Traceable Kites LLC' })];
  services.push(service);
  return service;
}

function spans(): SentSpan[] {
  return collector.received.flatMap(({ json }) =>
    json.resourceSpans.flatMap((sent: any) => {
      const resource = Object.fromEntries(
        sent.resource.attributes.map(({ key, value }: any) => [key, value.stringValue]),
      );
      return sent.scopeSpans.flatMap((scope: any) => scope.spans.map((span: object) => ({ ...span, resource })));
    }),
  );
}

async function spansNamed(name: string, count = 1): Promise<SentSpan[]> {
  return until(() => {
    const found = spans().filter((span) => span.name === name);
    return found.length >= count && found;
  });
}

const verify = (service: Service, key: string, headers: Record<string, string> = {}) =>
  service.ask('POST', '/v1/verify', {
    key,
    headers,
    body: { entity_name: 'traceable kites', jurisdiction: 'us-co', webhook_url: webhooks.url },
  });

async function expectOneTrace(service: Service, roles: { request: string; work: string }): Promise<void> {
  const { key } = await service.signUp();
  expect((await verify(service, key, { traceparent: TRACEPARENT })).status).toBe(202);
  const [sent] = await webhooks.first(1);
  const [webhook] = await spansNamed('webhook');
  const [request] = await spansNamed('POST /v1/verify');
  const [first, second] = await spansNamed('retrieval', 2);
  const searches = await spansNamed('register search', 2);

  const all = [request, first, second, ...searches, webhook];
  expect(new Set(all.map((span) => span?.traceId))).toEqual(new Set([CALLER.traceId]));
  expect(request?.parentSpanId).toBe(CALLER.spanId);
  expect([first, second].map((span) => span?.parentSpanId)).toEqual([request?.spanId, request?.spanId]);
  expect(searches.map((span) => span.parentSpanId)).toEqual([first?.spanId, second?.spanId]);
  expect(webhook?.parentSpanId).toBe(request?.spanId);
  expect(sent?.headers['traceparent']).toBe(`00-${CALLER.traceId}-${webhook?.spanId}-01`);

  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 202 } });
  expect(request?.resource).toMatchObject({ 'service.name': 'standing-under-test', 'standing.role': roles.request });
  expect(webhook?.resource['standing.role']).toBe(roles.work);
  expect(JSON.stringify(collector.received.map(({ json }) => json))).not.toMatch(new RegExp(`kites|${key}`, 'i'));
}

describe('a trace', () => {
  it('follows a request from the caller through retries to the register and the webhook', async () => {
    const service = await start({});
    service.registries.of('us-co').failures = [unavailable()];
    await expectOneTrace(service, { request: 'all', work: 'all' });
  });

  it('begins with the request when the caller sends an invalid one', async () => {
    const service = await start({});
    await service.ask('GET', '/v1/config', { headers: { traceparent: '00-nonsense-01' } });
    const [span] = await spansNamed('GET /v1/config');
    expect(span?.parentSpanId).toBeUndefined();
    expect(span?.traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each<Record<string, string>>([
    { OTEL_SDK_DISABLED: 'true' },
    { OTEL_TRACES_EXPORTER: 'none' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  ])('is off with %j: nothing is sent, forwarded or stored', async (off) => {
    const service = await start(off);
    const { key } = await service.signUp();
    await verify(service, key, { traceparent: TRACEPARENT });
    const [sent] = await webhooks.first(1);
    expect(sent?.headers['traceparent']).toBeUndefined();
    const kept = await service.db.rows('select from jobs where traceparent is not null');
    // A process sends its pending spans when it closes.
    await Promise.all(services.splice(0).map((each) => each.close()));
    expect([kept.length, collector.received.length]).toEqual([0, 0]);
  });
});

describeWithRedis('traces over several processes', (redisUrl) => {
  it('continues in the worker process', async () => {
    const api = await start({ REDIS_URL: redisUrl, ROLE: 'api' });
    const { databaseUrl } = api;
    const worker = await start({ REDIS_URL: redisUrl, ROLE: 'worker' }, databaseUrl);
    services.reverse();
    worker.registries.of('us-co').failures = [unavailable()];
    await expectOneTrace(api, { request: 'api', work: 'worker' });
  });
});
