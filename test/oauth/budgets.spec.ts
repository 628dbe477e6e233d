import { PostgresLedgerAudit } from '../../src/adapters/postgres/billing/ledger-audit.js';
import * as oauth from 'openid-client';
import { Client } from 'pg';
import { newEmail, startService, type Asked, type Service } from '../support/harness.js';
import { record, unavailable } from '../support/fakes.js';
import { until } from '../support/until.js';
import { callTool } from '../support/call-tool.js';
import { Browser, clientOf, freePort } from '../support/oauth-user.js';

const CALLBACK = 'http://127.0.0.1:9/callback';
const VERIFY = { entity_name: 'Larkspur Canyon Bakers LLC', jurisdiction: 'us-co' };
let service: Service;
beforeAll(async () => {
  service = await startService({ env: { PORT: String(await freePort()), WEBHOOK_ALLOW_PRIVATE: 'true' } });
  service.registries.of('us-co').records = [record({ id: '20220000001', name: VERIFY.entity_name })];
});
afterAll(() => service.close());

async function newClient(): Promise<oauth.Configuration> {
  const { body } = await service.ask('POST', '/oauth/register', {
    body: { client_name: 'Intake Agent', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
  });
  return clientOf(service, body);
}

/** Each user has their own IP address, because the number of codes per address is limited. */
let addresses = 0;

/** Takes a user to the consent page of a client. */
async function consenting(client: oauth.Configuration, email: string, details?: unknown) {
  const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
  const url = oauth.buildAuthorizationUrl(client, {
    redirect_uri: CALLBACK,
    scope: 'account:read account:write billing offline_access',
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...(details === undefined ? {} : { authorization_details: JSON.stringify(details) }),
  });
  const browser = new Browser(service);
  const gone = await browser.open(url.href);
  if (gone !== undefined) return { browser, gone, tokens: undefined as never };
  await browser.signIn(email, `10.9.8.${(addresses += 1)}`);
  const tokens = async (budget: string, confirmAbove = '') => {
    const back = await browser.submit({ action: 'allow', budget_credits: budget, confirm_above: confirmAbove });
    return oauth.authorizationCodeGrant(client, new URL(back ?? ''), { pkceCodeVerifier });
  };
  return { browser, gone, tokens };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const verify = (token: string) =>
  service.ask('POST', '/v1/verify', { headers: { ...bearer(token), prefer: 'wait=20' }, body: VERIFY });

async function grantsOf(key: string) {
  return (await service.ask('GET', '/v1/account/grants', { key })).body.grants;
}

describe('an application with a confirmation threshold', () => {
  it('is held to the threshold with its tokens, and cannot lift it', async () => {
    const { email, key } = await service.signUp();
    const client = await newClient();
    const { access_token: token } = await (await consenting(client, email)).tokens('');
    const made = await service.ask('POST', '/v1/account/keys', { headers: bearer(token), body: { label: 'its own' } });
    const again = await consenting(client, email);
    expect(again.browser.html).toContain('Ask me before a call that can cost more credits than');
    const { access_token: careful } = await again.tokens('', '0');
    const [grant] = await grantsOf(key);
    expect(grant).toMatchObject({ confirm_above: { credits: 0 } });

    const refused = await verify(careful);
    expect([refused.status, refused.body.error.details]).toEqual([
      403,
      { reason: 'confirmation_required', required: 1 },
    ]);
    // Its earlier tokens and keys are held to it too.
    await service.heard();
    const before = await service.ask('POST', '/v1/verify', { key: made.body.api_key, body: VERIFY });
    for (const { status, body } of [before, await verify(token)]) {
      expect([status, body.error.details.reason]).toEqual([403, 'confirmation_required']);
    }
    for (const [method, path] of [
      ['PATCH', `/v1/account/grants/${grant.grant_id}`],
      ['POST', '/v1/account/keys'],
    ] as const) {
      const lifting = await service.ask(method, path, { headers: bearer(careful), body: { confirm_above: null } });
      expect([lifting.status, lifting.body.error.code]).toEqual([403, 'FORBIDDEN']);
    }

    const third = await consenting(client, email);
    expect(third.browser.html).toMatch(/name="confirm_above"[^>]* value="0"/);
    const change = (confirm_above: unknown) =>
      service.ask('PATCH', `/v1/account/grants/${grant.grant_id}`, { key, body: { confirm_above } });
    expect((await change(null)).body).not.toHaveProperty('confirm_above');
    await service.heard();
    expect((await verify(careful)).status).toBe(200);
  });

  it('is held to the threshold with a key that it made', async () => {
    const { email, key } = await service.signUp();
    const { tokens } = await consenting(await newClient(), email);
    const { access_token: token } = await tokens('');
    const made = await service.ask('POST', '/v1/account/keys', { headers: bearer(token), body: {} });
    const [{ grant_id: grantId }] = await grantsOf(key);
    const body = { confirm_above: { credits: 0 } };
    expect((await service.ask('PATCH', `/v1/account/grants/${grantId}`, { key, body })).status).toBe(200);
    await service.heard();
    const refused = await service.ask('POST', '/v1/verify', { key: made.body.api_key, body: VERIFY });
    expect([refused.status, refused.body.error.details.required]).toEqual([403, 1]);
  });
});

describe('a watch of an application', () => {
  it('charges its checks to the budget of the grant, and pauses when it is spent', async () => {
    const { email, key } = await service.signUp();
    const { tokens } = await consenting(await newClient(), email);
    const { access_token: token } = await tokens('3');
    const { body: verified } = await verify(token);
    const { body: watch } = await service.ask('POST', '/v1/watches', {
      headers: bearer(token),
      body: { entity_id: verified.entity_id, every: '1d' },
    });
    expect(watch).toMatchObject({ status: 'active' });
    await service.ask('POST', '/v1/sandbox/clock/advance', { key, body: { by: '4d' } });
    const { body: paused } = await until(async () => {
      const answer = await service.ask('GET', `/v1/watches/${watch.watch_id}`, { key });
      return answer.body.status === 'paused' && answer;
    });
    expect(paused).toMatchObject({ status: 'paused', reason: 'budget' });
    await service.ask('POST', '/v1/sandbox/clock/advance', { key, headers: { prefer: 'wait=20' }, body: { by: '3d' } });
    const { body: told } = await service.ask('GET', '/v1/webhooks/events', { key });
    expect(told.events.map(({ payload }: any) => payload)).toMatchObject([{ event: 'watch.paused', reason: 'budget' }]);
    expect(await grantsOf(key)).toEqual([
      expect.objectContaining({ budget: expect.objectContaining({ credits: 3, spent: 3 }) }),
    ]);
    expect(await service.balance(key)).toBe(47);
  });
});

describe('an application with a budget', () => {
  it('redelivers only webhooks of its own jobs, and gets no replay of a batch of another caller', async () => {
    const { email, key } = await service.signUp();
    const { tokens } = await consenting(await newClient(), email);
    const { access_token: token } = await tokens('30');
    const deliveryOf = async (credentials: Asked) => {
      // Nothing listens on this port.
      const body = { ...VERIFY, tier: 'deep', force_refresh: true, webhook_url: 'http://127.0.0.1:9/hook' };
      const { body: job } = await service.ask('POST', '/v1/verify', { ...credentials, body });
      const delivery = await until(async () => {
        const { body: list } = await service.ask('GET', '/v1/webhooks/deliveries', { key });
        return list.deliveries.find(({ job_id }: { job_id: string }) => job_id === job.job_id);
      });
      return `/v1/webhooks/deliveries/${delivery.delivery_id}/redeliver`;
    };
    const asApplication = { headers: bearer(token) };
    const [ofOwner, own] = [await deliveryOf({ key }), await deliveryOf(asApplication)];
    const refused = await service.ask('POST', ofOwner, asApplication);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect((await service.ask('POST', own, asApplication)).status).toBe(202);

    const body = 'entity_name,jurisdiction\nNobody Knows Inc,us-co\n';
    const headers = { 'content-type': 'text/csv', 'idempotency-key': 'once' };
    expect((await service.ask('POST', '/v1/batches', { key, headers, body })).status).toBe(201);
    const replay = await service.ask('POST', '/v1/batches', { headers: { ...headers, ...bearer(token) }, body });
    expect([replay.status, replay.body.error.code]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('the consent page', () => {
  it('asks for a monthly limit, and makes it the budget of the grant', async () => {
    const { email, key } = await service.signUp();
    const { browser, tokens } = await consenting(await newClient(), email);
    expect(browser.html).toMatch(/credits per month \(empty: no limit\) <input name="budget_credits"[^>]* value="">/);
    const { access_token: token } = await tokens('1');
    expect(await grantsOf(key)).toEqual([
      expect.objectContaining({ budget: expect.objectContaining({ credits: 1, every: 'month', spent: 0 }) }),
    ]);
    const paid = await verify(token);
    expect([paid.status, paid.headers.get('x-budget-remaining')]).toEqual([200, '0']);
    const refused = await verify(token);
    expect([refused.status, refused.body.error.details]).toEqual([
      402,
      { required: 1, available: 0, limited_by: 'grant_budget', resets_at: expect.stringMatching(/T00:00:00\.000Z$/) },
    ]);
    const { body: usage } = await service.ask('GET', '/v1/account/usage', { key });
    const [{ grant_id: grantId }] = await grantsOf(key);
    expect(usage.by_grant).toEqual([
      { grant_id: grantId, client_name: 'Intake Agent', requests: 1, credits_charged: 1, credits_refunded: 0 },
    ]);
  });

  it('sets no budget when the field is empty', async () => {
    const { email, key } = await service.signUp();
    const { tokens } = await consenting(await newClient(), email);
    const answer = await tokens('');
    expect(answer).not.toHaveProperty('authorization_details');
    const [grant] = await grantsOf(key);
    expect(grant).not.toHaveProperty('budget');
    expect((await verify(answer.access_token)).headers.get('x-budget-remaining')).toBeNull();
  });

  it.each(['-1', '1.5', 'ten', '1000000001', '0x10'])('shows itself again with an error for %s', async (typed) => {
    const { email, key } = await service.signUp();
    const { browser } = await consenting(await newClient(), email);
    expect(await browser.submit({ action: 'allow', budget_credits: typed })).toBeUndefined();
    expect(browser.status).toBe(400);
    expect(browser.html).toContain(`value="${typed}"`);
    expect(browser.html).toContain('whole number from 0 to 1000000000');
    expect(await grantsOf(key)).toEqual([]);
  });
});

describe('an application that requests access again', () => {
  it('keeps its budget and spending unless the owner changes it, also after it revoked its token', async () => {
    const { email, key } = await service.signUp();
    const client = await newClient();
    const first = await (await consenting(client, email)).tokens('3');
    expect((await verify(first.access_token)).headers.get('x-budget-remaining')).toBe('2');
    const { browser, tokens } = await consenting(client, email, [{ type: 'credits', credits: 900, every: 'once' }]);
    expect(browser.html).toMatch(/credits per month [^<]*<input name="budget_credits"[^>]* value="3">/);
    expect(browser.html).toContain('It has already spent 1 credit of this budget.');
    const second = await tokens('3');
    expect((await grantsOf(key))[0].budget).toMatchObject({ credits: 3, every: 'month', spent: 1 });
    expect((await verify(second.access_token)).headers.get('x-budget-remaining')).toBe('1');

    await oauth.tokenRevocation(client, second.refresh_token ?? '');
    const third = await consenting(client, email);
    expect(third.browser.html).toMatch(/credits per month [^<]*<input name="budget_credits"[^>]* value="3">/);
    const token = (await third.tokens('3')).access_token;
    expect((await verify(token)).headers.get('x-budget-remaining')).toBe('0');
    expect((await verify(token)).status).toBe(402);
    expect(await new PostgresLedgerAudit(service.db).check()).toMatchObject({ difference: undefined });
  });

  it('gets back what is refunded of its spending under the earlier consent', async () => {
    const { email, key } = await service.signUp();
    const client = await newClient();
    const registry = service.registries.of('us-co');
    const first = await (await consenting(client, email)).tokens('20');
    let answer = (): void => undefined;
    registry.held = new Promise((resolve) => {
      answer = resolve;
    });
    const filed = await service.ask('POST', '/v1/verify', {
      headers: { ...bearer(first.access_token), prefer: 'wait=0' },
      body: { ...VERIFY, entity_name: 'Nobody Knows Inc', tier: 'deep' },
    });
    expect(filed.status).toBe(202);
    const second = await (await consenting(client, email)).tokens('20');
    const spent = async () => (await grantsOf(key))[0].budget.spent;
    expect(await spent()).toBe(15);
    registry.failures = Array.from({ length: 5 }, () => unavailable());
    registry.held = undefined;
    answer();
    await until(async () => (await service.ask('GET', '/v1/billing', { key })).body.credit_balance === 50);
    registry.failures = [];
    expect(await spent()).toBe(0);
    const deep = { headers: { ...bearer(second.access_token), prefer: 'wait=20' }, body: { ...VERIFY, tier: 'deep' } };
    expect((await service.ask('POST', '/v1/verify', deep)).headers.get('x-budget-remaining')).toBe('5');
    expect(await new PostgresLedgerAudit(service.db).check()).toMatchObject({ difference: undefined });
  });

  it('carries over a charge that is made while the new consent is written', async () => {
    const { email, key } = await service.signUp();
    const client = await newClient();
    await (await consenting(client, email)).tokens('20');
    const again = await consenting(client, email);
    const session = new Client({ connectionString: service.databaseUrl });
    await session.connect();
    await session.query('begin');
    await session.query(
      `insert into ledger_entries (account_id, type, amount, description, grant_id)
         select account_id, 'charge', -5, 'for a test', grant_id from budgets order by created_at desc limit 1`,
    );
    await session.query(
      'update budgets set spent = 5 where id = (select id from budgets order by created_at desc limit 1)',
    );
    const consent = again.tokens('20');
    await until(async () => {
      const waiting = await service.db.rows(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
    await session.query('commit');
    await session.end();
    await consent;
    expect((await grantsOf(key))[0].budget).toMatchObject({ credits: 20, spent: 5 });
    expect(await new PostgresLedgerAudit(service.db).check()).toMatchObject({ difference: undefined });
  });
});

describe('the authorization_details parameter', () => {
  const ASKED = [{ type: 'credits', credits: 40, every: 'week' }];

  it('is announced, fills in the page, and is echoed as the owner decided', async () => {
    const { body: metadata } = await service.ask('GET', '/.well-known/oauth-authorization-server');
    expect(metadata.authorization_details_types_supported).toEqual(['credits']);
    const { email, key } = await service.signUp();
    const client = await newClient();
    const { browser, tokens } = await consenting(client, email, ASKED);
    expect(browser.html).toMatch(/credits per week [^<]*<input name="budget_credits"[^>]* value="40">/);
    const first = await tokens('30');
    expect(first['authorization_details']).toEqual([{ type: 'credits', credits: 30, every: 'week' }]);
    const [{ grant_id: grantId }] = await grantsOf(key);
    const budget = { credits: 5, every: 'day' };
    await service.ask('PATCH', `/v1/account/grants/${grantId}`, { key, body: { budget } });
    const renewed = await oauth.refreshTokenGrant(client, first.refresh_token ?? '');
    expect(renewed['authorization_details']).toEqual([{ type: 'credits', ...budget }]);
  });

  it.each([
    [[{ type: 'credits', credits: -1, every: 'week' }]],
    [[{ type: 'credits', credits: 1.5, every: 'week' }]],
    [[{ type: 'credits', credits: 1, every: 'year' }]],
    [[{ type: 'credits', credits: 1 }]],
    [[{ type: 'credits', credits: 1, every: 'week', more: true }]],
    [[...ASKED, ...ASKED]],
    [[{ type: 'money', credits: 1, every: 'week' }]],
  ])('is refused as %j', async (details) => {
    const { gone } = await consenting(await newClient(), newEmail(), details);
    const { searchParams: told } = new URL(gone ?? '');
    expect(told.get('error')).toBe('invalid_authorization_details');
    expect(told.get('error_description')).toMatch(/must hold one|unsupported/);
  });
});

describe('an application with a budget', () => {
  it('spends it with its tokens and with the keys it made, and cannot lift a limit', async () => {
    const { email, key } = await service.signUp();
    const { tokens } = await consenting(await newClient(), email);
    const { access_token: token } = await tokens('');
    const made = await service.ask('POST', '/v1/account/keys', { headers: bearer(token), body: { label: 'its own' } });
    expect(made.status).toBe(201);
    const [{ grant_id: grantId }] = await grantsOf(key);
    const changed = await service.ask('PATCH', `/v1/account/grants/${grantId}`, {
      key,
      body: { budget: { credits: 2, every: 'once' } },
    });
    expect([changed.status, changed.body]).toEqual([200, (await grantsOf(key))[0]]);
    await service.heard();
    const byKey = await service.ask('POST', '/v1/verify', {
      key: made.body.api_key,
      headers: { prefer: 'wait=20' },
      body: VERIFY,
    });
    expect([byKey.status, byKey.headers.get('x-budget-remaining')]).toEqual([200, '1']);
    const byTool = await callTool(service, 'verify_business', VERIFY, { token });
    expect(byTool.body.result._meta).toMatchObject({ 'standing/credits_charged': 1, 'standing/budget_remaining': 0 });
    const refused = await service.ask('POST', '/v1/verify', { key: made.body.api_key, body: VERIFY });
    expect([refused.status, refused.body.error.details]).toEqual([
      402,
      { required: 1, available: 0, limited_by: 'grant_budget' },
    ]);
    for (const who of [{ headers: bearer(token) }, { key: made.body.api_key }]) {
      const lifting = await service.ask('PATCH', `/v1/account/grants/${grantId}`, { ...who, body: { budget: null } });
      expect([lifting.status, lifting.body.error.code]).toEqual([403, 'FORBIDDEN']);
      const another = await service.ask('POST', '/v1/account/keys', { ...who, body: {} });
      expect([another.status, another.body.error.code]).toEqual([403, 'FORBIDDEN']);
    }
    const empty = await service.ask('PATCH', `/v1/account/grants/${grantId}`, { key, body: {} });
    expect([empty.status, empty.body.error.message]).toEqual([
      400,
      'The body must name at least one of budget, confirm_above.',
    ]);
    const lifted = await service.ask('PATCH', `/v1/account/grants/${grantId}`, { key, body: { budget: null } });
    expect(lifted.body).not.toHaveProperty('budget');
    expect((await verify(token)).status).toBe(200);
  });

  it('has one grant and one budget: a second consent changes them, and leaves the tokens of the first', async () => {
    const { email, key } = await service.signUp();
    const client = await newClient();
    const first = await (await consenting(client, email)).tokens('3');
    const second = await (await consenting(client, email)).tokens('7');
    const grants = await grantsOf(key);
    expect(grants.map(({ budget }: { budget: { credits: number } }) => budget.credits)).toEqual([7]);
    expect((await verify(first.access_token)).status).toBe(200);
    const { status, headers } = await verify(second.access_token);
    expect([status, headers.get('x-budget-remaining')]).toEqual([200, '5']);
  });

  it('returns 404 for a grant of another account, like for a missing one', async () => {
    const [mine, theirs] = [await service.signUp(), await service.signUp()];
    await (await consenting(await newClient(), theirs.email)).tokens('3');
    const [{ grant_id: grantId }] = await grantsOf(theirs.key);
    const body = { budget: null };
    const foreign = await service.ask('PATCH', `/v1/account/grants/${grantId}`, { key: mine.key, body });
    const missing = await service.ask('PATCH', '/v1/account/grants/none', { key: mine.key, body });
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body.error, request_id: 0 }).toEqual({ ...missing.body.error, request_id: 0 });
    expect((await grantsOf(theirs.key))[0].budget.credits).toBe(3);
  });
});
