import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

let service: Service;
let key: string;
beforeAll(async () => {
  service = await startService();
  service.registries.of('us-co').records = [record({ id: '20019000001', name: 'Birch Works LLC' })];
  ({ key } = await service.signUp());
});
afterAll(() => service.close());

describe('a number in a query', () => {
  it.each(['01', '1.0', '1e1', '+1', '0x1', ' 1', '-01', '1_0', ''])('is refused as %j', async (limit) => {
    const { status, body } = await service.ask('GET', `/v1/jobs?limit=${encodeURIComponent(limit)}`, { key });
    expect([status, body.error.message]).toEqual([400, 'query.limit must be a whole number.']);
  });

  it.each([
    ['1', 200, undefined],
    ['0', 400, 'query.limit must be at least 1.'],
    ['-1', 400, 'query.limit must be at least 1.'],
    ['99999999999999999999', 400, 'query.limit must be at most 100.'],
  ])('is read as a number as %j', async (limit, expected, message) => {
    const { status, body } = await service.ask('GET', `/v1/jobs?limit=${limit}`, { key });
    expect([status, body.error?.message]).toEqual([expected, message]);
  });
});

describe('a field given twice', () => {
  const TWICE = '{"entity_name":"Alder Works LLC","jurisdiction":"us-co","entity_name":"Birch Works LLC"}';

  it('counts as given last, in a body, in a tool call and in a row', async () => {
    const post = async (path: string, type: string, body: string) => {
      const headers = { 'content-type': type, 'x-api-key': key, prefer: 'wait=20', accept: '*/*' };
      return (await fetch(service.url + path, { method: 'POST', headers, body })).json();
    };
    const verified = await post('/v1/verify', 'application/json', TWICE);
    expect(verified.data.entity_name).toBe('Birch Works LLC');
    const called = await post(
      '/mcp',
      'application/json',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"verify_business","arguments":${TWICE}}}`,
    );
    expect(called.result.structuredContent.data.entity_name).toBe('Birch Works LLC');
    const { batch_id: id } = await post('/v1/batches?start=true', 'application/x-ndjson', TWICE);
    await until(async () => (await service.ask('GET', `/v1/batches/${id}`, { key })).body.status === 'completed');
    const { body: results } = await service.ask('GET', `/v1/batches/${id}/results`, { key });
    expect(results).toContain('Birch Works LLC');
    expect(results).not.toContain('Alder');
  });
});

describe('an Idempotency-Key', () => {
  it('belongs to the account: another key of it gets the first answer, and another account its own', async () => {
    const { body: second } = await service.ask('POST', '/v1/account/keys', { key, body: { label: 'second' } });
    const { key: stranger } = await service.signUp();
    const headers = { 'idempotency-key': 'shared-by-the-account', prefer: 'wait=20' };
    const body = { entity_name: 'Birch Works LLC', jurisdiction: 'us-co' };
    const ask = async (as: string) => {
      const answer = await service.ask('POST', '/v1/verify', { key: as, headers, body });
      return [answer.status, answer.headers.get('idempotency-replayed')];
    };
    expect(await ask(key)).toEqual([200, null]);
    expect(await ask(second.api_key)).toEqual([200, 'true']);
    expect(await ask(stranger)).toEqual([200, null]);
  });
});
