import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { record, type FakeRegistry } from '../fakes.js';
import { startService, type Service } from '../harness.js';

let service: Service;
let colorado: FakeRegistry;
let key: string;
beforeAll(async () => {
  service = await startService();
  colorado = service.registries.of('us-co');
  ({ key } = await service.signUp());
});
afterAll(() => service.close());

const quote = async (body: object) => service.ask('POST', '/v1/quote', { key, body });
const NAME = 'Larkspur Canyon Bakers LLC';

describe('a quote', () => {
  it('names what a verification costs, before and after an answer is known, and costs nothing', async () => {
    colorado.records = [record({ id: '20220000001', name: NAME })];
    const asked = { entity_name: NAME, jurisdiction: 'us-co' };
    const before = await quote(asked);
    expect(before.status).toBe(200);
    expect(before.body).toEqual({
      max_credits: 1,
      expected_credits: 1,
      cached: false,
      expected_wait_seconds: expect.any(Number),
      tier: 'quick',
    });
    expect(before.body.expected_wait_seconds).toBeGreaterThan(0);
    expect(before.headers.get('x-credits-charged')).toBe('0');
    expect(colorado.searches).toBe(0);

    await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body: asked });
    const after = await quote(asked);
    expect(after.body).toMatchObject({ max_credits: 1, cached: true, expected_wait_seconds: 0 });
    expect(after.body.cached_age_seconds).toBeLessThan(10);
    const deep = await quote({ ...asked, tier: 'deep' });
    expect(deep.body).toMatchObject({ max_credits: 15, cached: false, tier: 'deep' });
    const forced = await quote({ ...asked, tier: 'deep', force_refresh: true });
    expect(forced.body).toMatchObject({ max_credits: 25, cached: false });
    expect(await service.balance(key)).toBe(49);
  });

  it('falls back to quick where deep is not offered', async () => {
    const { body } = await quote({ entity_name: NAME, jurisdiction: 'ca-bc', tier: 'deep', force_refresh: true });
    expect(body).toMatchObject({ max_credits: 1, tier: 'quick' });
  });

  it('prices a search by jurisdiction', async () => {
    const { body } = await quote({ entity_name: NAME, jurisdictions: ['us-co', 'us-ct'], limit: 5 });
    expect(body).toMatchObject({ max_credits: 4, cached: false });
    expect(body.per_jurisdiction).toEqual([
      { jurisdiction: 'us-co', credits: 2, cached: false, expected_wait_seconds: expect.any(Number) },
      { jurisdiction: 'us-ct', credits: 2, cached: false, expected_wait_seconds: expect.any(Number) },
    ]);
  });

  it.each([
    ['an unknown code', { entity_name: NAME, jurisdiction: 'us-xx' }, 'JURISDICTION_NOT_SUPPORTED'],
    ['neither kind of request', { entity_name: NAME }, 'VALIDATION_ERROR'],
    ['both kinds at once', { entity_name: NAME, jurisdiction: 'us-co', jurisdictions: ['us-co'] }, 'VALIDATION_ERROR'],
    [
      'too many codes',
      { entity_name: NAME, jurisdictions: Array.from({ length: 11 }, (_, i) => `us-${i}`) },
      'TOO_MANY_JURISDICTIONS',
    ],
  ])('refuses %s', async (_what, body, code) => {
    const answer = await quote(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe(code);
  });
});

describe('max_credits', () => {
  it.each([
    ['/v1/verify', { entity_name: NAME, jurisdiction: 'us-ct', tier: 'deep', max_credits: 14 }, 15],
    ['/v1/search', { entity_name: NAME, jurisdictions: ['us-co', 'us-ct'], max_credits: 3 }, 4],
  ])('refuses %s before any charge when it could cost more', async (path, body, price) => {
    const balance = await service.balance(key);
    const { status, body: answer } = await service.ask('POST', path, { key, body });
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { price_credits: price } });
    expect(await service.balance(key)).toBe(balance);
  });

  it('lets through what costs exactly as much', async () => {
    const body = { entity_name: NAME, jurisdictions: ['us-co', 'us-ct'], max_credits: 4 };
    const { status } = await service.ask('POST', '/v1/search', { key, headers: { prefer: 'wait=10' }, body });
    expect(status).toBe(200);
  });
});
