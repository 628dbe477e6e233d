import { record, unavailable } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

let service: Service;
/** A second process of the same installation. */
let other: Service;
const KNOWN = 'Larkspur Canyon Bakers LLC';
beforeAll(async () => {
  service = await startService();
  other = await startService({ databaseUrl: service.databaseUrl });
  for (const { registries } of [service, other])
    registries.of('us-co').records = [record({ id: '20220000001', name: KNOWN })];
});
afterAll(async () => {
  await other.close();
  await service.close();
});

const VERIFY = { entity_name: KNOWN, jurisdiction: 'us-co' };

async function newKey(owner: string, limits: object): Promise<{ key: string; keyId: string }> {
  const { status, body } = await service.ask('POST', '/v1/account/keys', {
    key: owner,
    body: { label: 'lent', ...limits },
  });
  expect(status).toBe(201);
  return { key: body.api_key, keyId: body.key_id };
}

const verify = (key: string, body: object = VERIFY, at = service) =>
  at.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body });

async function listed(owner: string, keyId: string) {
  const { body } = await service.ask('GET', '/v1/account/keys', { key: owner });
  return body.api_keys.find(({ id }: { id: string }) => id === keyId);
}

describe('a key with a budget', () => {
  it('spends its budget and no more, and reports what is left and when it resets', async () => {
    const owner = (await service.signUp()).key;
    const { key, keyId } = await newKey(owner, { budget: { credits: 2, every: 'month' } });
    const first = await service.ask('GET', '/v1/jobs', { key });
    expect(first.headers.get('x-budget-remaining')).toBe('2');
    for (const left of ['1', '0']) {
      const { status, headers } = await verify(key);
      expect([status, headers.get('x-budget-remaining')]).toEqual([200, left]);
    }
    const refused = await verify(key);
    expect(refused.status).toBe(402);
    expect(refused.body.error).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      details: {
        required: 1,
        available: 0,
        limited_by: 'key_budget',
        resets_at: expect.stringMatching(/-01T00:00:00\.000Z$/),
      },
    });
    expect(refused.headers.get('x-budget-remaining')).toBe('0');
    expect(refused.headers.get('x-credits-remaining')).toBe('48');
    const missing = await service.ask('GET', '/v1/nowhere', { key });
    expect([missing.status, missing.headers.get('x-budget-remaining')]).toEqual([404, '0']);
    expect((await listed(owner, keyId)).budget).toEqual({
      credits: 2,
      every: 'month',
      spent: 2,
      resets_at: refused.body.error.details.resets_at,
    });
    const unlimited = await verify(owner);
    expect([unlimited.status, unlimited.headers.get('x-budget-remaining')]).toEqual([200, null]);
  });

  it('names the smaller of two exhausted limits, or the balance on a tie', async () => {
    const owner = (await service.signUp()).key;
    const { key, keyId } = await newKey(owner, { budget: { credits: 60, every: 'once' } });
    const deep = { ...VERIFY, tier: 'deep' };
    for (const available of [50, 35, 20, 5]) {
      expect((await service.ask('POST', '/v1/quote', { key, body: deep })).body).toMatchObject({
        affordable: available >= 15,
        budget_remaining: available + 10,
      });
      expect((await verify(key, deep)).status).toBe(available >= 15 ? 200 : 402);
    }
    const balanceShort = await verify(key, deep);
    expect(balanceShort.body.error.details).toEqual({ required: 15, available: 5, limited_by: 'balance' });
    await service.ask('PATCH', `/v1/account/keys/${keyId}`, {
      key: owner,
      body: { budget: { credits: 50, every: 'once' } },
    });
    expect((await verify(key, deep)).body.error.details).toEqual({ required: 15, available: 5, limited_by: 'balance' });
    await service.ask('PATCH', `/v1/account/keys/${keyId}`, {
      key: owner,
      body: { budget: { credits: 49, every: 'once' } },
    });
    expect((await verify(key, deep)).body.error.details).toEqual({
      required: 15,
      available: 4,
      limited_by: 'key_budget',
    });
  });

  it('changes and removes its budget in every process at once, counting what it spent before', async () => {
    const owner = (await service.signUp()).key;
    const { key, keyId } = await newKey(owner, {});
    const change = (body: object) => service.ask('PATCH', `/v1/account/keys/${keyId}`, { key: owner, body });
    expect((await verify(key, VERIFY, other)).headers.get('x-budget-remaining')).toBeNull();
    const changed = await change({ label: 'renamed', budget: { credits: 1, every: 'day' } });
    expect([changed.status, changed.body]).toEqual([200, await listed(owner, keyId)]);
    expect(changed.body).toMatchObject({ label: 'renamed', budget: { credits: 1, every: 'day', spent: 1 } });
    await other.heard();
    const refused = await verify(key, VERIFY, other);
    expect([refused.status, refused.headers.get('x-budget-remaining')]).toEqual([402, '0']);
    expect((await change({ budget: null })).body).not.toHaveProperty('budget');
    await other.heard();
    const free = await verify(key, VERIFY, other);
    expect([free.status, free.headers.get('x-budget-remaining')]).toEqual([200, null]);
  });

  it('is refunded what a register did not answer, even after its revocation', async () => {
    const owner = (await service.signUp()).key;
    const { key, keyId } = await newKey(owner, { budget: { credits: 5, every: 'week' } });
    // Fails all three attempts, whichever process makes them.
    for (const { registries } of [service, other])
      registries.of('ca-bc').failures = [unavailable(), unavailable(), unavailable()];
    const begun = await service.ask('POST', '/v1/verify', {
      key,
      body: { entity_name: 'Nobody Known Inc', jurisdiction: 'ca-bc' },
    });
    expect([begun.status, begun.headers.get('x-budget-remaining')]).toEqual([202, '4']);
    expect((await service.ask('DELETE', `/v1/account/keys/${keyId}`, { key: owner })).status).toBe(204);
    const ended = await verify(owner, { entity_name: 'Nobody Known Inc', jurisdiction: 'ca-bc' });
    expect(ended.status).toBe(503);
    expect((await listed(owner, keyId)).budget).toMatchObject({ spent: 0 });
    expect(await service.balance(owner)).toBe(50);
  });

  it('cannot change the account, but can read it and buy credits', async () => {
    const owner = (await service.signUp()).key;
    const limits = [{ budget: { credits: 2, every: 'month' } }, { jurisdictions: ['us-co'] }, { tiers: ['quick'] }];
    for (const limit of limits) {
      const { key, keyId } = await newKey(owner, limit);
      const lifting = await service.ask('PATCH', `/v1/account/keys/${keyId}`, { key, body: { budget: null } });
      expect([lifting.status, lifting.body.error.code]).toEqual([403, 'FORBIDDEN']);
      const another = await service.ask('POST', '/v1/account/keys', { key, body: {} });
      expect([another.status, another.body.error.code]).toEqual([403, 'FORBIDDEN']);
      expect((await service.ask('GET', '/v1/account', { key })).status).toBe(200);
      const bought = await service.ask('POST', '/v1/billing/purchase', { key, body: { package_id: 'starter' } });
      expect(bought.status).toBe(201);
    }
  });
});

describe('a key limited to jurisdictions and tiers', () => {
  it('is refused any other paid request as a whole, by name, before its budget is checked', async () => {
    const owner = (await service.signUp()).key;
    const { key } = await newKey(owner, {
      jurisdictions: ['us-ct'],
      tiers: ['deep'],
      budget: { credits: 0, every: 'day' },
    });
    const ofJurisdiction = await verify(key, { ...VERIFY, tier: 'deep' });
    expect([ofJurisdiction.status, ofJurisdiction.body.error]).toEqual([
      403,
      expect.objectContaining({ code: 'FORBIDDEN', details: { jurisdiction: 'us-co', allowed: ['us-ct'] } }),
    ]);
    const ofTier = await verify(key, { ...VERIFY, jurisdiction: 'us-ct' });
    expect(ofTier.body.error.details).toEqual({ tier: 'quick', allowed: ['deep'] });
    const search = await service.ask('POST', '/v1/search', {
      key,
      body: { entity_name: KNOWN, jurisdictions: ['us-ct'] },
    });
    expect([search.status, search.body.error.details]).toEqual([403, { tier: 'quick', allowed: ['deep'] }]);
    const invalid = await verify(key, { ...VERIFY, tier: 'deep', max_credits: 1 });
    expect(invalid.status).toBe(400);
    const short = await verify(key, { ...VERIFY, jurisdiction: 'us-ct', tier: 'deep' });
    expect([short.status, short.body.error.details.limited_by]).toEqual([402, 'key_budget']);
    const { key: partly } = await newKey(owner, { jurisdictions: ['us-co'] });
    const whole = await service.ask('POST', '/v1/search', {
      key: partly,
      body: { entity_name: KNOWN, jurisdictions: ['us-co', 'us-ct'] },
    });
    expect([whole.status, whole.body.error.details.jurisdiction]).toEqual([403, 'us-ct']);
    const known = await verify(owner);
    const history = await service.ask('GET', `/v1/entity/${known.body.entity_id}/history`, { key });
    expect([history.status, history.body.error.details.jurisdiction]).toEqual([403, 'us-co']);
    expect((await service.ask('GET', `/v1/entity/${known.body.entity_id}`, { key })).status).toBe(200);
    expect(await service.balance(owner)).toBe(49);
  });
});

describe('limit validation', () => {
  const CODES = 'a list of jurisdiction codes (GET /v1/jurisdictions), none twice';
  const BAD: [body: object, field: string, message: string][] = [
    [{ budget: { credits: -1, every: 'day' } }, 'budget.credits', 'body.budget.credits must be at least 0.'],
    [{ budget: { credits: 1.5, every: 'day' } }, 'budget.credits', 'body.budget.credits must be a whole number.'],
    [
      { budget: { credits: 1e9 + 1, every: 'day' } },
      'budget.credits',
      'body.budget.credits must be at most 1000000000.',
    ],
    [{ budget: { credits: '5', every: 'day' } }, 'budget.credits', 'body.budget.credits must be a whole number.'],
    [
      { budget: { credits: 5, every: 'year' } },
      'budget.every',
      'body.budget.every must be one of "day", "week", "month", "once".',
    ],
    [{ budget: { credits: 5 } }, 'budget.every', 'body.budget.every is required.'],
    [{ budget: { credits: 5, every: 'day', spent: 0 } }, 'budget.spent', 'body.budget.spent is not a known field.'],
    [{ budget: 5 }, 'budget', 'body.budget must be an object'],
    [{ jurisdictions: [] }, 'jurisdictions', `body.jurisdictions must be ${CODES}.`],
    [{ jurisdictions: ['us-co', 'us-co'] }, 'jurisdictions', `body.jurisdictions must be ${CODES}.`],
    [{ jurisdictions: 'us-co' }, 'jurisdictions', 'body.jurisdictions must be a list'],
    [{ tiers: [] }, 'tiers', 'body.tiers must be a list of quick, deep, none twice.'],
    [{ tiers: ['deeper'] }, 'tiers', 'body.tiers.0 must be one of "quick", "deep".'],
    [{ budgets: { credits: 5, every: 'day' } }, 'budgets', 'body.budgets is not a known field; did you mean budget?'],
  ];
  it.each(BAD)('refuses %j with 400 naming %s, and changes nothing', async (body, field, message) => {
    const owner = (await service.signUp()).key;
    const { keyId } = await newKey(owner, { budget: { credits: 7, every: 'week' }, jurisdictions: ['us-ct'] });
    const before = await listed(owner, keyId);
    for (const [method, path] of [
      ['POST', '/v1/account/keys'],
      ['PATCH', `/v1/account/keys/${keyId}`],
    ] as const) {
      const { status, body: answer } = await service.ask(method, path, { key: owner, body });
      expect(status).toBe(400);
      expect(answer.error.message).toContain(message);
      expect(answer.error.details.errors[0].field).toBe(field);
    }
    const { body: after } = await service.ask('GET', '/v1/account/keys', { key: owner });
    expect(after.api_keys).toHaveLength(2);
    expect(await listed(owner, keyId)).toEqual(before);
  });

  it('names all unknown jurisdictions at once, with the nearest codes', async () => {
    const { key, keyId } = await service.signUp();
    const body = { jurisdictions: ['us-cq', 'us-co', 'gb-zzz'] };
    for (const [method, path] of [
      ['POST', '/v1/account/keys'],
      ['PATCH', `/v1/account/keys/${keyId}`],
    ] as const) {
      const { status, body: answer } = await service.ask(method, path, { key, body });
      expect([status, answer.error.code]).toEqual([400, 'JURISDICTION_NOT_SUPPORTED']);
      expect(answer.error.details).toEqual({
        provided: 'us-cq, gb-zzz',
        suggestions: expect.arrayContaining(['us-co', 'us-ct']),
      });
    }
  });

  it.each(['jobs', 'watches'])('refuses to list %s of an unknown jurisdiction', async (list) => {
    const { key } = await service.signUp();
    const { status, body } = await service.ask('GET', `/v1/${list}?jurisdiction=us-zz`, { key });
    expect([status, body.error.code]).toEqual([400, 'JURISDICTION_NOT_SUPPORTED']);
  });

  it('treats null at creation as absent, and refuses an empty change', async () => {
    const { key, keyId } = await service.signUp();
    const made = await service.ask('POST', '/v1/account/keys', { key, body: { budget: null } });
    expect([made.status, made.body.budget]).toEqual([201, undefined]);
    const empty = await service.ask('PATCH', `/v1/account/keys/${keyId}`, { key, body: {} });
    expect([empty.status, empty.body.error.message]).toEqual([
      400,
      'The body must name at least one of label, budget, confirm_above, jurisdictions, tiers.',
    ]);
  });

  it('returns the 404 of a missing key for a key of another account', async () => {
    const [mine, theirs] = [await service.signUp(), await service.signUp()];
    const body = { label: 'mine now' };
    const foreign = await service.ask('PATCH', `/v1/account/keys/${theirs.keyId}`, { key: mine.key, body });
    const missing = await service.ask('PATCH', '/v1/account/keys/key_none', { key: mine.key, body });
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body.error, request_id: 0 }).toEqual({ ...missing.body.error, request_id: 0 });
  });
});
