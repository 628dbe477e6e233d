import { newId } from '../../src/core/ids.js';
import { record, type FakeRegistry } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

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

/** Inserts retrievals that ended just now after these seconds each. `but` overrides one column. */
async function took(jurisdiction: string, seconds: number[], but = ''): Promise<void> {
  const ids = await service.db.rows<{ id: string }>(
    `insert into retrievals (id, jurisdiction, entity_name, name_key, tier, kind, attempts, created_at, finished_at)
     select gen_random_uuid(), $1, 'X', 'X', 'quick', 'verification', 1, now() - make_interval(secs => s), now()
       from unnest($2::float8[]) s returning id`,
    [jurisdiction, seconds.map(String)],
  );
  if (but === '') return;
  await service.db.change(`update retrievals set ${but} where id = any ($1::uuid[])`, [ids.map(({ id }) => id)]);
}

const NAME = 'Larkspur Canyon Bakers LLC';

describe('a quote', () => {
  it('names the price of a verification before and after an answer is known, free of charge', async () => {
    colorado.records = [record({ id: '20220000001', name: NAME })];
    const asked = { entity_name: NAME, jurisdiction: 'us-co', reference: 'case 1' };
    const before = await quote(asked);
    expect(before.status).toBe(200);
    expect(before.body).toEqual({
      max_credits: 1,
      expected_credits: 1,
      cached: false,
      expected_wait_seconds: null,
      tier: 'quick',
      affordable: true,
    });
    expect(before.headers.get('x-credits-charged')).toBe('0');
    expect(colorado.searches).toBe(0);

    await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body: asked });
    const after = await quote(asked);
    expect(after.body).toMatchObject({ max_credits: 1, cached: true, expected_wait_seconds: 0 });
    expect(after.body.cached_age_seconds).toBeGreaterThanOrEqual(0);
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
      { jurisdiction: 'us-co', credits: 2, cached: false, expected_wait_seconds: null },
      { jurisdiction: 'us-ct', credits: 2, cached: false, expected_wait_seconds: null },
    ]);
  });

  it('expects the wait of similar recent questions, and none without any', async () => {
    const asked = { entity_name: 'Never Asked Before LLC', jurisdiction: 'ca-bc' };
    expect((await quote(asked)).body.expected_wait_seconds).toBeNull();
    await took('ca-bc', [3.2, 6.1, 40]);
    expect((await quote(asked)).body.expected_wait_seconds).toBe(7);
    // Searches, deep verifications and old retrievals do not count.
    await took('ca-bc', [90, 90, 90, 90], `kind = 'search'`);
    await took('ca-bc', [90, 90, 90, 90], `tier = 'deep'`);
    await took('ca-bc', [90, 90, 90, 90], `finished_at = now() - interval '25 hours'`);
    expect((await quote(asked)).body.expected_wait_seconds).toBe(7);
  });

  it('expects at least the wait of a request that waits already', async () => {
    await took('us-ct', [1]);
    await service.db.change(
      `insert into retrievals (id, jurisdiction, entity_name, name_key, tier, kind, created_at, due_at)
       values (gen_random_uuid(), 'us-ct', 'X', 'X', 'quick', 'verification', now() - interval '30 s', now() + interval '1 hour')`,
    );
    const { body } = await quote({ entity_name: NAME, jurisdiction: 'us-ct' });
    expect(body.expected_wait_seconds).toBeGreaterThanOrEqual(30);
  });

  it('returns no expected wait for a register that is down', async () => {
    const asked = { entity_name: NAME, jurisdiction: 'ca-bc' };
    expect((await quote(asked)).body.expected_wait_seconds).toBe(7);
    service.registries.of('ca-bc').status = 'down';
    expect((await quote(asked)).body.expected_wait_seconds).toBeNull();
    service.registries.of('ca-bc').status = 'operational';
  });

  it('returns the age of a cached answer, including a no-match', async () => {
    const asked = { entity_name: 'Quorblat Unfounded Holdings LLC', jurisdiction: 'us-ct' };
    await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body: asked });
    await service.db.change(`update answers set answered_at = now() - interval '90 s' where jurisdiction = 'us-ct'`);
    await service.heard();
    const { body } = await quote(asked);
    expect(body).toMatchObject({ cached: true, expected_wait_seconds: 0 });
    expect(body.cached_age_seconds).toBeGreaterThanOrEqual(90);

    const search = { entity_name: asked.entity_name, jurisdictions: ['us-ct'] };
    await service.ask('POST', '/v1/search', { key, headers: { prefer: 'wait=10' }, body: search });
    await service.db.change(`update rankings set ranked_at = now() - interval '80 s' where jurisdiction = 'us-ct'`);
    await service.heard();
    const known = await quote(search);
    expect(known.body).toMatchObject({ cached: true, per_jurisdiction: [{ cached: true }] });
    expect(known.body.cached_age_seconds).toBeGreaterThanOrEqual(80);
  });

  it.each([
    ['an unknown code', { entity_name: NAME, jurisdiction: 'us-xx' }, 'JURISDICTION_NOT_SUPPORTED'],
    ['a watch that does not say how often', { entity_id: newId('ent') }, 'VALIDATION_ERROR'],
    [
      'a watch and a verification at once',
      { entity_id: newId('ent'), every: '1d', jurisdiction: 'us-co' },
      'VALIDATION_ERROR',
    ],
    ['a verification of nobody', { jurisdiction: 'us-co' }, 'VALIDATION_ERROR'],
    ['neither kind of request', {}, 'VALIDATION_ERROR'],
    [
      'jurisdictions and countries',
      { entity_name: NAME, jurisdictions: ['us-co'], countries: ['us'] },
      'VALIDATION_ERROR',
    ],
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

describe('a quote for a watch', () => {
  let entityId: string;
  beforeAll(async () => {
    colorado.records = [record({ id: '20220000002', name: 'Watched Canyon Works LLC' })];
    const body = { entity_name: 'Watched Canyon Works LLC', jurisdiction: 'us-co' };
    const answer = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body });
    entityId = answer.body.entity_id;
  });

  it.each([
    [{ every: '1d' }, 31],
    [{ every: '7d' }, 5],
    [{ every: '30d' }, 2],
    [{ every: '7d', tier: 'deep' }, 75],
    [{ every: '1d', max_credits_per_month: 10 }, 10],
    [{ every: '30d', max_credits_per_month: 10 }, 2],
  ])('returns the maximum cost of a month of %j, free of charge', async (watch, most) => {
    const before = await service.balance(key);
    const { status, body } = await quote({ entity_id: entityId, ...watch, on: ['DISSOLVED'] });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        max_credits: most,
        expected_credits: most,
        affordable: most <= before,
        tier: 'tier' in watch ? watch.tier : 'quick',
      },
    });
    expect(await service.balance(key)).toBe(before);
  });

  it('returns 404 for an unknown entity', async () => {
    for (const unknown of ['ent_nonsense', newId('ent')]) {
      expect(await quote({ entity_id: unknown, every: '1d' })).toMatchObject({
        status: 404,
        body: { error: { code: 'ENTITY_NOT_FOUND' } },
      });
    }
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
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { required: price, max_credits: body.max_credits },
    });
    expect(answer.error.details.errors).toEqual([
      {
        location: 'body',
        field: 'max_credits',
        message: expect.stringContaining(`body.max_credits must be at least ${price}`),
      },
    ]);
    expect(await service.balance(key)).toBe(balance);
  });

  it('allows a request that costs exactly as much', async () => {
    const body = { entity_name: NAME, jurisdictions: ['us-co', 'us-ct'], max_credits: 4 };
    const { status } = await service.ask('POST', '/v1/search', { key, headers: { prefer: 'wait=10' }, body });
    expect(status).toBe(200);
  });

  it('accepts any whole number', async () => {
    const body = { entity_name: NAME, jurisdiction: 'us-co', max_credits: 5_000_000_000 };
    expect((await service.ask('POST', '/v1/quote', { key, body })).status).toBe(200);
  });
});
