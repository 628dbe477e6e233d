import { record, timedOut, unavailable, type FakeRegistry } from '../support/fakes.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startService, type Answer, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const ADMIN_KEY = 'the admin key of these tests, long enough';
const env = { ADMIN_API_KEY: ADMIN_KEY, WEBHOOK_ALLOW_PRIVATE: 'true' };

let database: TestDatabase;
let service: Service;
/** Another process of the same installation. */
let sibling: Service;
let colorado: FakeRegistry;
let account: { key: string; keyId: string; email: string };
beforeAll(async () => {
  database = await createTestDatabase();
  service = await startService({ env, databaseUrl: database.url });
  sibling = await startService({ env, databaseUrl: database.url });
  colorado = service.registries.of('us-co');
});
afterAll(async () => {
  await sibling.close();
  await service.close();
  await database.drop();
});
beforeEach(async () => {
  account = await service.signUp();
  for (const { registries } of [service, sibling]) {
    Object.assign(registries.of('us-co'), { records: [], complete: true, delayMs: 0, failures: [] });
  }
});

const admin = (method: string, path: string, body?: unknown): Promise<Answer> =>
  service.ask(method, `/v1/admin${path}`, { headers: { 'x-admin-key': ADMIN_KEY }, body });
const verify = (body: Record<string, unknown>, prefer = 'wait=10') =>
  service.ask('POST', '/v1/verify', {
    key: account.key,
    headers: { prefer },
    body: { jurisdiction: 'us-co', ...body },
  });
const untilNothingIsRetrieved = () =>
  until(async () => (await service.db.rows('select from retrievals where finished_at is null')).length === 0);
const accountId = async () => (await service.ask('GET', '/v1/account', account)).body.account_id;

let names = 0;
const freshName = () => `Admin Example ${'abcdefghijklmnopqrstuvwxyz'[(names += 1)]?.repeat(5)} LLC`;

/** Returns the id of an ended job that cost one credit. */
async function chargedJob(fields: Record<string, unknown> = {}): Promise<string> {
  const name = freshName();
  colorado.records = [record({ id: `2021${String(names).padStart(7, '0')}`, name })];
  Object.assign(sibling.registries.of('us-co'), { records: colorado.records });
  const { body } = await verify({ entity_name: name, ...fields });
  return body.job_id;
}

describe('the admin key', () => {
  const wrong = `${ADMIN_KEY.slice(0, -1)}x`;
  it.each([
    ['no key', {}, 401, 'UNAUTHORIZED'],
    ['a wrong key', { 'x-admin-key': wrong }, 403, 'FORBIDDEN'],
    ['an empty key', { 'x-admin-key': '' }, 403, 'FORBIDDEN'],
  ])('closes every route to a caller with %s, before it reads anything else', async (what, shown, status, code) => {
    const headers = { ...shown, 'x-forwarded-for': `198.51.100.${what.length}` };
    for (const [method, path] of [
      ['POST', '/jobs/nonsense/refund'],
      ['GET', '/jobs'],
      ['GET', '/accounts'],
      ['POST', '/accounts/x/credits'],
      ['PATCH', '/keys/x'],
      ['PATCH', '/jurisdictions/us-co'],
      ['GET', '/audit'],
    ] as const) {
      const answer = await service.ask(method, `/v1/admin${path}`, {
        headers,
        key: account.key,
      });
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    }
  });

  it('refuses to list the jobs of an unknown jurisdiction', async () => {
    const headers = { 'x-admin-key': ADMIN_KEY };
    const { status, body } = await service.ask('GET', '/v1/admin/jobs?jurisdiction=us-zz', { headers });
    expect([status, body.error.code]).toEqual([400, 'JURISDICTION_NOT_SUPPORTED']);
  });

  it('counts wrong keys against their network, records them, and accepts the right key despite them', async () => {
    const from = { 'x-forwarded-for': '198.51.100.200' };
    const ask = (key: string) =>
      service.ask('GET', '/v1/admin/jobs', { headers: { ...from, 'x-admin-key': key } }).then(({ status }) => status);
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(`${wrong}${i}`)));
    expect(guesses.filter((status) => status === 403)).toHaveLength(10);
    expect(guesses.filter((status) => status === 429)).toHaveLength(30);
    expect(await ask(`${wrong}again`)).toBe(429);
    expect(await ask(ADMIN_KEY)).toBe(200);
    const { body } = await admin('GET', '/audit?limit=1');
    expect(body.actions[0]).toMatchObject({ action: 'refuse key', subject: 'api', admin: { key_fingerprint: 'none' } });
  });

  it('leaves no admin routes when it is not configured', async () => {
    const without = await startService();
    try {
      const answer = await without.ask('GET', '/v1/admin/audit', { headers: { 'x-admin-key': '' } });
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('NOT_FOUND');
    } finally {
      await without.close();
    }
  });
});

describe('a manual refund', () => {
  it('refunds the credits, marks the job refunded, and records an event and an audit entry', async () => {
    const jobId = await chargedJob({ tier: 'deep', webhook_url: 'http://127.0.0.1:9/hook' });
    expect(await service.balance(account.key)).toBe(35);
    const { body: completed } = await service.ask('GET', `/v1/verify/status/${jobId}`, account);
    expect(completed).toMatchObject({ status: 'completed', data: { tier: 'deep' } });
    const { status, body } = await admin('POST', `/jobs/${jobId}/refund`, { reason: 'Our outage' });
    expect(status).toBe(200);
    expect(body).toEqual({ job_id: jobId, status: 'refunded', credits_refunded: 15, credit_balance: 50 });
    const { body: job } = await service.ask('GET', `/v1/verify/status/${jobId}`, account);
    expect(job).toEqual({ ...completed, status: 'refunded' });
    const events = await service.db.rows<{ body: string }>(
      `select body from events where type = 'verification.refunded'`,
    );
    const told = events.map((event) => JSON.parse(event.body)).find((event) => event.job_id === jobId);
    expect(told).toMatchObject({
      status: 'refunded',
      entity_id: expect.stringMatching(/^ent_/),
      credits_charged: 15,
      credits_refunded: true,
      jurisdiction: 'us-co',
    });
    const { body: trail } = await admin('GET', '/audit?limit=1');
    expect(trail.actions).toEqual([
      {
        at: expect.any(String),
        admin: {
          key_fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
          ip: expect.any(String),
          request_id: expect.any(String),
        },
        action: 'refund job',
        subject: jobId,
        reason: 'Our outage',
        details: { credits_refunded: 15, status_before: 'completed' },
      },
    ]);
  });

  it('withdraws the deep tier of the entity, unless the account paid for it again', async () => {
    const tierOf = async (id: string) => (await service.ask('GET', `/v1/entity/${id}`, account)).body.tier;
    const jobId = await chargedJob({ tier: 'deep' });
    const { body: job } = await service.ask('GET', `/v1/verify/status/${jobId}`, account);
    expect(await tierOf(job.entity_id)).toBe('deep');
    const repeated = await service.ask('POST', '/v1/verify', {
      key: account.key,
      body: { entity_name: job.data.entity_name, jurisdiction: 'us-co', tier: 'deep' },
    });
    expect(repeated.headers.get('x-credits-charged')).toBe('15');
    await admin('POST', `/jobs/${jobId}/refund`, { reason: 'Our outage' });
    expect(await tierOf(job.entity_id)).toBe('deep');

    account = await service.signUp();
    const single = await chargedJob({ tier: 'deep' });
    const { body: other } = await service.ask('GET', `/v1/verify/status/${single}`, account);
    expect(await tierOf(other.entity_id)).toBe('deep');
    await admin('POST', `/jobs/${single}/refund`, { reason: 'Our outage' });
    await service.heard();
    expect(await tierOf(other.entity_id)).toBe('quick');
  });

  it('returns 200 once and 409 nineteen times for twenty concurrent requests at two processes', async () => {
    const jobId = await chargedJob();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? service : sibling).ask('POST', `/v1/admin/jobs/${jobId}/refund`, {
          headers: { 'x-admin-key': ADMIN_KEY },
          body: { reason: 'pressed twenty times' },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(19);
    expect(refused.every(({ body }) => body.error.code === 'ALREADY_REFUNDED')).toBe(true);
    expect(await service.balance(account.key)).toBe(50);
  });

  it('is refused after the automatic refund', async () => {
    for (const { registries } of [service, sibling])
      registries.of('us-co').failures = Array.from({ length: 3 }, unavailable);
    const failed = await verify({ entity_name: freshName() });
    expect(failed.status).toBe(503);
    const { status, body } = await admin('POST', `/jobs/${failed.body.error.details.job_id}/refund`, {
      reason: 'again',
    });
    expect(status).toBe(409);
    expect(body.error.code).toBe('ALREADY_REFUNDED');
    expect(await service.balance(account.key)).toBe(50);
  });

  it('leaves the answer to a waiting caller pending; the job status is refunded', async () => {
    let letGo: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    for (const { registries } of [service, sibling]) registries.of('us-co').held = held;
    const entity_name = freshName();
    const waiting = verify({ entity_name }, 'wait=10');
    const jobId = await until(async () => (await service.ask('GET', '/v1/jobs', account)).body.jobs[0]?.job_id);
    await admin('POST', `/jobs/${jobId}/refund`, { reason: 'no longer wanted' });
    letGo?.();
    const { status, headers, body } = await waiting;
    expect([status, body]).toEqual([202, { status: 'pending', job_id: jobId }]);
    expect(headers.get('location')).toBe(`/v1/verify/status/${jobId}`);
    expect(headers.get('x-credits-charged')).toBe('0');
    expect((await service.ask('GET', `/v1/verify/status/${jobId}`, account)).body.status).toBe('refunded');
  });

  it('cancels a job that still runs, and ignores the answer of its register', async () => {
    let letGo: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const searches = () => service.registries.of('us-co').searches + sibling.registries.of('us-co').searches;
    const before = searches();
    for (const { registries } of [service, sibling]) registries.of('us-co').held = held;
    const { body: pending } = await verify({ entity_name: freshName() }, 'wait=0');
    await until(() => searches() > before);
    const waiting = service.ask('GET', `/v1/verify/status/${pending.job_id}`, account);
    expect((await waiting).body.status).toMatch(/pending|processing/);
    expect((await admin('POST', `/jobs/${pending.job_id}/refund`, { reason: 'no longer wanted' })).status).toBe(200);
    letGo?.();
    await untilNothingIsRetrieved();
    // The retrieval released above has ended by now, too.
    await verify({ entity_name: 'Later Question LLC' });
    expect(await service.balance(account.key)).toBe(49);
    expect((await service.ask('GET', `/v1/verify/status/${pending.job_id}`, account)).body.status).toBe('refunded');
  });

  it('refunds once when it coincides with the automatic refund', async () => {
    for (const later of [false, true, false, true]) {
      for (const { registries } of [service, sibling])
        registries.of('us-co').failures = Array.from({ length: 6 }, timedOut);
      const { body } = await verify({ entity_name: freshName() }, 'wait=0');
      await service.db.change('update retrievals set attempts = 2 where finished_at is null');
      if (later) await untilNothingIsRetrieved();
      await admin('POST', `/jobs/${body.job_id}/refund`, { reason: 'at the same time' });
    }
    await untilNothingIsRetrieved();
    expect(await service.balance(account.key)).toBe(50);
    const [twice] = await service.db.rows(
      `select job_id from ledger_entries where type = 'refund' group by job_id having count(*) > 1`,
    );
    expect(twice).toBeUndefined();
  });

  it.each([
    ['job_01kaaaaaaaaaaaaaaaaaaaaaaa', { reason: 'x' }, 404, 'JOB_NOT_FOUND'],
    ['nonsense', { reason: 'x' }, 404, 'JOB_NOT_FOUND'],
    ['nonsense', {}, 400, 'VALIDATION_ERROR'],
    ['nonsense', { reason: ' ' }, 400, 'VALIDATION_ERROR'],
  ])('is refused for %s with the body %j', async (jobId, body, status, code) => {
    const answer = await admin('POST', `/jobs/${jobId}/refund`, body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });
});

describe('/v1/admin/jobs', () => {
  it('lists jobs by account, status and jurisdiction, newest first', async () => {
    const first = await chargedJob();
    const second = await chargedJob();
    const id = await accountId();
    const { body } = await admin('GET', `/jobs?account_id=${id}&status=completed&jurisdiction=us-co&limit=5`);
    expect(body.jobs.map(({ job_id }: { job_id: string }) => job_id)).toEqual([second, first]);
    expect(body.pagination).toEqual({ limit: 5, offset: 0, total: 2 });
    expect(body.jobs[1]).toMatchObject({ account_id: id, tier: 'quick', credits_charged: 1, credits_refunded: false });
    const older = (await admin('GET', `/jobs?account_id=${id}&limit=1&offset=1`)).body;
    expect([older.jobs, older.pagination]).toEqual([[body.jobs[1]], { limit: 1, offset: 1, total: 2 }]);
    expect((await admin('GET', `/jobs?account_id=${id}&offset=2`)).body.jobs).toEqual([]);
    expect((await admin('GET', `/jobs?account_id=${id}&status=failed`)).body.jobs).toEqual([]);
    expect((await admin('GET', `/jobs?account_id=nonsense`)).body.jobs).toEqual([]);
    expect((await admin('GET', `/jobs/${first}`)).body).toEqual(body.jobs[1]);
    expect((await admin('GET', '/jobs?status=done')).status).toBe(400);
    expect((await admin('GET', '/jobs?jurisdiction=%00')).status).toBe(400);
  });
});

describe('/v1/admin/accounts', () => {
  it('lists accounts by cursor, newest first, and finds them by address prefix and by id', async () => {
    const start = `list${Date.now()}`;
    const signedUp = [];
    for (const name of ['a', 'b', 'c']) signedUp.push(await service.signUp(`${start}-${name}@example.com`));
    const listed = async (cursor = '') => (await admin('GET', `/accounts?email_prefix=${start}&limit=2${cursor}`)).body;
    const first = await listed();
    const second = await listed(`&cursor=${first.next_cursor}`);
    expect([...first.accounts, ...second.accounts].map(({ email }) => email)).toEqual(
      signedUp.map(({ email }) => email).toReversed(),
    );
    expect(second).not.toHaveProperty('next_cursor');
    const [newest] = (await admin('GET', '/accounts?limit=1')).body.accounts;
    expect(newest.email).toBe(`${start}-c@example.com`);
    expect((await admin('GET', `/accounts/${newest.account_id}`)).body).toEqual(newest);
    expect((await admin('GET', '/accounts/acc_none')).status).toBe(404);
    expect((await admin('GET', '/accounts?cursor=acc_none')).body.error.message).toContain('query.cursor');
    expect((await admin('GET', '/accounts?email_prefix=%25')).body.accounts).toEqual([]);
  });

  it('finds an account by its address in any case', async () => {
    const { body } = await admin('GET', `/accounts?email=${account.email.toUpperCase()}`);
    expect(body.accounts).toEqual([
      expect.objectContaining({
        account_id: await accountId(),
        email: account.email,
        credit_balance: 50,
        debt_credits: 0,
        disabled: false,
        deleted: false,
      }),
    ]);
    expect((await admin('GET', '/accounts?email=nobody@example.com')).body.accounts).toEqual([]);
  });

  it('disables and enables an account: at once in this process, in others on notification', async () => {
    const id = await accountId();
    const answers = async (process: Service, expected: number) =>
      (await process.ask('GET', '/v1/account', account)).status === expected;
    expect((await admin('POST', `/accounts/${id}/disable`, { reason: 'abuse' })).body.disabled).toBe(true);
    expect((await service.ask('GET', '/v1/account', account)).body.error.code).toBe('ACCOUNT_DISABLED');
    await until(() => answers(sibling, 403));
    expect((await admin('POST', `/accounts/${id}/enable`, { reason: 'cleared' })).body.disabled).toBe(false);
    expect((await service.ask('GET', '/v1/account', account)).status).toBe(200);
    await until(() => answers(sibling, 200));
    const { body } = await admin('GET', '/audit?limit=2');
    expect(body.actions.map(({ action, reason }: any) => [action, reason])).toEqual([
      ['enable account', 'cleared'],
      ['disable account', 'abuse'],
    ]);
    const earlier = (await admin('GET', '/audit?limit=1&offset=1')).body;
    expect(earlier.actions).toEqual([body.actions[1]]);
    expect(earlier.pagination).toMatchObject({ limit: 1, offset: 1, total: body.pagination.total });
  });

  it('gives and deducts credits, never below zero', async () => {
    const id = await accountId();
    const given = await admin('POST', `/accounts/${id}/credits`, { amount: 25, reason: 'goodwill' });
    expect(given.body).toEqual({
      account_id: id,
      transaction_id: expect.stringMatching(/^txn_/),
      amount: 25,
      credit_balance: 75,
    });
    const tooMuch = await admin('POST', `/accounts/${id}/credits`, { amount: -76, reason: 'too much' });
    expect([tooMuch.status, tooMuch.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(tooMuch.body.error.details).toEqual({
      available: 75,
      errors: [{ location: 'body', field: 'amount', message: 'body.amount would take the balance below zero.' }],
    });
    expect(
      (await admin('POST', `/accounts/${id}/credits`, { amount: -75, reason: 'all of it' })).body.credit_balance,
    ).toBe(0);
    expect((await admin('POST', `/accounts/${id}/credits`, { amount: 0, reason: 'nothing' })).status).toBe(400);
    const { body } = await admin('GET', '/audit?limit=1');
    expect(body.actions[0]).toMatchObject({
      action: 'adjust credits',
      subject: id,
      details: { amount: -75, credit_balance: 0 },
    });
  });

  it.each(['acc_01kaaaaaaaaaaaaaaaaaaaaaaa', 'nonsense'])('returns 404 for the account %s', async (id) => {
    for (const [path, body] of [
      ['disable', { reason: 'x' }],
      ['credits', { amount: 1, reason: 'x' }],
    ] as const) {
      const answer = await admin('POST', `/accounts/${id}/${path}`, body);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});

describe('a key', () => {
  it('gets its own rate limit from its next request on', async () => {
    const { body } = await admin('PATCH', `/keys/${account.keyId}`, { rate_limit: 7 });
    expect(body).toEqual({ key_id: account.keyId, rate_limit: 7 });
    const answer = await sibling.ask('GET', '/v1/account', account);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('7');
    expect(answer.body.api_keys[0].rate_limit).toBe(7);
    expect((await admin('PATCH', '/keys/key_01kaaaaaaaaaaaaaaaaaaaaaaa', { rate_limit: 7 })).status).toBe(404);
    expect((await admin('PATCH', `/keys/${account.keyId}`, { rate_limit: 0 })).status).toBe(400);
  });
});

describe('a jurisdiction', () => {
  const standsIn = async (process: Service) => {
    const { body } = await process.ask('GET', '/v1/jurisdictions');
    return body.jurisdictions.find(({ code }: { code: string }) => code === 'us-ct').active;
  };

  it('is disabled and enabled in every process, without a restart', async () => {
    const off = await admin('PATCH', '/jurisdictions/us-ct', { active: false, reason: 'the register moves house' });
    expect(off.body).toMatchObject({ code: 'us-ct', active: false });
    expect(await standsIn(service)).toBe(false);
    await until(async () => !(await standsIn(sibling)));
    const refused = await sibling.ask('POST', '/v1/verify', {
      ...account,
      body: { entity_name: 'A', jurisdiction: 'us-ct' },
    });
    expect(refused.body.error).toMatchObject({ code: 'JURISDICTION_NOT_SUPPORTED', details: { provided: 'us-ct' } });
    expect(refused.body.error.details.suggestions).not.toContain('us-ct');
    expect(refused.headers.get('x-credits-charged')).toBe('0');

    const restarted = await startService({ env, databaseUrl: database.url });
    expect(await standsIn(restarted)).toBe(false);
    await restarted.close();

    expect((await admin('PATCH', '/jurisdictions/us-ct', { active: true, reason: 'back' })).body.active).toBe(true);
    expect(await standsIn(service)).toBe(true);
    await until(() => standsIn(sibling));
  });

  it('stays disabled when its register is unavailable, and returns 404 for an unknown code', async () => {
    const { body } = await admin('PATCH', '/jurisdictions/us-il', { active: true, reason: 'try' });
    expect(body).toMatchObject({ code: 'us-il', active: false, unavailable_reason: expect.any(String) });
    expect((await admin('PATCH', '/jurisdictions/xx-yy', { active: true, reason: 'try' })).status).toBe(404);
  });
});

describe('the audit trail', () => {
  it('cannot be changed or shortened', async () => {
    await admin('POST', `/accounts/${await accountId()}/credits`, { amount: 1, reason: 'for the trail' });
    for (const sql of [
      `update admin_actions set reason = 'x'`,
      'delete from admin_actions',
      'truncate admin_actions',
    ]) {
      await expect(service.db.rows(sql)).rejects.toThrow('append-only');
    }
  });
});

it('lists the editions of mirrored registers with their dates and sizes', async () => {
  await service.db.change(
    `insert into mirror_editions (jurisdiction, realm, as_of, fingerprint, layout, rows, state, imported_at)
     values ('us-ia', 'live', '2026-01-31', 'none', '{}', 12, 'current', '2026-02-01T00:00:00Z')`,
  );
  const { body } = await admin('GET', '/mirrors');
  expect(body.mirrors).toContainEqual({
    jurisdiction: 'us-ia',
    sandbox: false,
    as_of: '2026-01-31',
    rows: 12,
    imported_at: '2026-02-01T00:00:00.000Z',
  });
});
