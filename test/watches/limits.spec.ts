import { record, type FakeRegistry } from '../support/fakes.js';
import { newEmail, startService, type Answer, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const LLC = record({ id: '20019000001', name: 'Alder Works LLC' });

let service: Service;
let registry: FakeRegistry;
let owner: string;
let entityId: string;

beforeEach(async () => {
  service = await startService();
  registry = service.registries.of('us-co');
  registry.records = [LLC];
  ({ key: owner } = await service.signUp());
  const body = { entity_name: LLC.name, jurisdiction: 'us-co' };
  const verified = await service.ask('POST', '/v1/verify', { key: owner, headers: { prefer: 'wait=20' }, body });
  entityId = verified.body.entity_id;
});

afterEach(() => service.close());

async function keyWith(limits: object): Promise<{ key: string; keyId: string }> {
  const { body } = await service.ask('POST', '/v1/account/keys', { key: owner, body: limits });
  return { key: body.api_key, keyId: body.key_id };
}

const narrow = async (keyId: string, limits: object) =>
  expect((await service.ask('PATCH', `/v1/account/keys/${keyId}`, { key: owner, body: limits })).status).toBe(200);

const watched = () => ({ entity_id: entityId, every: '1d' });
const create = (key: string, more: object = {}): Promise<Answer> =>
  service.ask('POST', '/v1/watches', { key, body: { ...watched(), ...more } });
const change = (key: string, watchId: string, body: object): Promise<Answer> =>
  service.ask('PATCH', `/v1/watches/${watchId}`, { key, body });
const read = async (watchId: string) => (await service.ask('GET', `/v1/watches/${watchId}`, { key: owner })).body;

async function watch(key: string, more: object = {}): Promise<string> {
  const { status, body } = await create(key, more);
  expect(status).toBe(201);
  return body.watch_id;
}

async function pass(days: number): Promise<void> {
  await service.ask('POST', '/v1/sandbox/clock/advance', { key: owner, body: { by: `${days}d` } });
  await until(
    async () => (await service.ask('GET', '/v1/sandbox/clock', { key: owner })).body.advancing_to === undefined,
  );
}

async function told(): Promise<string[]> {
  const { body } = await service.ask('GET', '/v1/webhooks/events?limit=100', { key: owner });
  return body.events.map(({ payload }: any) => [payload.event, payload.reason].filter(Boolean).join(' '));
}

const unconfirmed = (required: number) => ({
  status: 403,
  body: { error: { code: 'FORBIDDEN', details: { reason: 'confirmation_required', required } } },
});

describe('a key with confirm_above', () => {
  it('creates a watch only with a cap for the month, which then bounds it', async () => {
    const { key } = await keyWith({ confirm_above: { credits: 5 } });
    expect(await create(key)).toMatchObject(unconfirmed(31));
    expect(await create(key, { tier: 'deep' })).toMatchObject(unconfirmed(465));
    expect((await create(key)).body.error.suggestion).toContain('max_credits_per_month of at least 31');
    expect((await create(key, { max_credits_per_month: 20 })).status).toBe(201);
  });

  it('creates a watch without a cap where a month costs no more than the threshold', async () => {
    const { key } = await keyWith({ confirm_above: { credits: 5 } });
    expect((await create(key, { every: '7d' })).status).toBe(201);
  });

  it('changes what its watch may cost only within a cap', async () => {
    const { key } = await keyWith({ confirm_above: { credits: 5 } });
    const watchId = await watch(key, { every: '7d' });
    expect(await change(key, watchId, { every: '1d' })).toMatchObject(unconfirmed(31));
    expect(await change(key, watchId, { tier: 'deep' })).toMatchObject(unconfirmed(75));
    expect((await change(key, watchId, { every: '1d', max_credits_per_month: 31 })).status).toBe(200);
    expect((await change(key, watchId, { tier: 'deep' })).status).toBe(200);
    expect(await change(key, watchId, { max_credits_per_month: null })).toMatchObject(unconfirmed(465));
    expect((await change(key, watchId, { on: ['DISSOLVED'] })).status).toBe(200);
  });

  it('checks now only with max_credits, in the body or the query, and not for less than the price', async () => {
    const { key } = await keyWith({ confirm_above: { credits: 0 } });
    const watchId = await watch(key, { max_credits_per_month: 31 });
    const before = await service.balance(owner);
    const check = (query: string, body?: object) =>
      service.ask('POST', `/v1/watches/${watchId}/check${query}`, { key, ...(body && { body }) });
    expect(await check('')).toMatchObject(unconfirmed(1));
    expect(await check('?max_credits=0')).toMatchObject({ status: 400, body: { error: { details: { required: 1 } } } });
    expect(await check('', { max_credits: 0 })).toMatchObject({ status: 400 });
    expect(await service.balance(owner)).toBe(before);
    for (const [at, asked] of [check('?max_credits=1'), check('', { max_credits: 1 })].entries()) {
      const { status, body } = await asked;
      expect([at, status]).toEqual([at, 202]);
      await until(async () => {
        const job = await service.ask('GET', `/v1/verify/status/${body.job_id}`, { key });
        return job.body.status === 'completed';
      });
    }
  });

  it('changes, checks and deletes no watch of the owner', async () => {
    const { key } = await keyWith({ confirm_above: { credits: 1000 } });
    const watchId = await watch(owner);
    expect((await change(key, watchId, { every: '30d' })).status).toBe(403);
    expect((await service.ask('POST', `/v1/watches/${watchId}/check?max_credits=100`, { key })).status).toBe(403);
    expect((await service.ask('DELETE', `/v1/watches/${watchId}`, { key })).status).toBe(403);
  });
});

describe('a watch of an account whose new address is not confirmed', () => {
  it('continues while a new address is not confirmed, and costs no more until it is', async () => {
    const watchId = await watch(owner, { max_credits_per_month: 20 });
    await service.ask('PATCH', '/v1/account', { key: owner, body: { email: newEmail() } });
    const before = await service.balance(owner);
    await pass(1);
    expect(await service.balance(owner)).toBe(before - 1);
    expect(await read(watchId)).toMatchObject({ status: 'active', last_checked_at: expect.any(String) });
    for (const dearer of [{ max_credits_per_month: null }, { tier: 'deep', max_credits_per_month: 21 }]) {
      const refused = await change(owner, watchId, dearer);
      expect([refused.status, refused.body.error.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    }
    expect((await change(owner, watchId, { max_credits_per_month: 5 })).status).toBe(200);
    expect((await change(owner, watchId, { every: '30d' })).status).toBe(200);
    for (const paid of ['/v1/watches', `/v1/watches/${watchId}/check`]) {
      const { body } = await service.ask('POST', paid, { key: owner, body: paid.endsWith('check') ? {} : watched() });
      expect(body.error.code).toBe('EMAIL_NOT_VERIFIED');
    }
  });
});

describe('a watch whose key is narrowed', () => {
  it.each([
    ['to other jurisdictions', { jurisdictions: ['us-ny'] }, { jurisdictions: ['us-ny', 'us-co'] }],
    ['to another tier', { tiers: ['quick'] }, { tiers: null }],
  ])('pauses %s without a query, and resumes when the key may ask again', async (_, limits, wider) => {
    const { key, keyId } = await keyWith({ label: 'narrowed later' });
    const watchId = await watch(key, { tier: 'deep' });
    await narrow(keyId, limits);
    const [asked, before] = [registry.fetches, await service.balance(owner)];
    await pass(2);
    expect([registry.fetches, await service.balance(owner)]).toEqual([asked, before]);
    expect(await read(watchId)).toMatchObject({ status: 'paused', reason: 'key_limits' });
    await narrow(keyId, wider);
    await until(async () => (await read(watchId)).status === 'active');
    await pass(1);
    expect(registry.fetches).toBe(asked + 1);
    expect(await told()).toEqual(['watch.paused key_limits', 'watch.resumed']);
  });

  it('continues where its key still allows it', async () => {
    const { key, keyId } = await keyWith({ label: 'narrowed later' });
    const watchId = await watch(key);
    await narrow(keyId, { jurisdictions: ['us-co'], tiers: ['quick'] });
    await pass(1);
    expect(await read(watchId)).toMatchObject({ status: 'active', last_checked_at: expect.any(String) });
  });
});

describe('the cap of a watch', () => {
  it('counts a check of the old month that ends in the new one together with those of the new one', async () => {
    const watchId = await watch(owner, { max_credits_per_month: 2 });
    await service.db.rows(
      `update watches set spent = 2, spent_month = '2030-02-01', next_check_at = '2030-01-31T23:59:00Z'`,
    );
    const before = await service.balance(owner);
    await pass(31);
    expect(await service.balance(owner)).toBe(before);
    expect(await read(watchId)).toMatchObject({ status: 'paused', reason: 'budget' });
    const [row] = await service.db.rows(`select spent, spent_month::text from watches`);
    expect(row).toEqual({ spent: 2, spent_month: '2030-02-01' });
  });

  it('keeps the counter of the new month when a check of the old one ends after it', async () => {
    await watch(owner);
    await service.db.rows(
      `update watches set spent = 5, spent_month = '2030-02-01', next_check_at = '2030-01-31T23:59:00Z'`,
    );
    await pass(31);
    const [row] = await service.db.rows(`select spent, spent_month::text from watches`);
    expect(row).toEqual({ spent: 6, spent_month: '2030-02-01' });
  });
});
