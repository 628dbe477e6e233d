import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import StripeSdk from 'stripe';
import { RECORDED } from '../../src/modules/openapi/recorded-answers.generated.js';
import { startSandboxService, type Asked, type Answer, type SandboxService } from '../support/harness.js';
import { accessToken, freePort } from '../agents/oauth-user.js';
import { StripeDouble } from '../support/stripe-double.js';
import { AnswersCheck } from './answers-check.js';
import { EVERY_DOOR } from './every-entrance.js';
import { until } from '../support/until.js';

const RECORDED_FILE = 'src/modules/openapi/recorded-answers.generated.ts';
const APP = 'https://app.example.com';
const NAME = 'Zyxwv Quorblat Unfounded Holdings';

let service: SandboxService;
let double: StripeDouble;
let receiver: Server;
const signer = new StripeSdk(EVERY_DOOR.STRIPE_SECRET_KEY);
let hook: string;
let check: AnswersCheck;
const recorded: Record<string, Record<string, unknown>> = {};
const problems: string[] = [];

beforeAll(async () => {
  double = await StripeDouble.start(EVERY_DOOR.STRIPE_SECRET_KEY);
  const env = {
    // Its own address, because signing in with OAuth happens nowhere else.
    PORT: String(await freePort()),
    ...EVERY_DOOR,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ALLOWED_ORIGINS: APP,
    STRIPE_API_BASE: double.url,
  };
  service = await startSandboxService({ env, timeoutMs: 1_000 });
  check = new AnswersCheck((await service.ask('GET', '/openapi.json')).body);
  receiver = createServer((_request, response) => response.end('thank you')).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/standing`;
});
afterAll(async () => {
  receiver.close();
  await service.close();
  await double.stop();
});

/** Asks as the page of an application does, and holds the answer against the document. */
async function ask(method: string, path: string, { headers, ...asked }: Asked = {}): Promise<Answer> {
  const answer = await service.ask(method, path, { ...asked, headers: { origin: APP, ...headers } });
  problems.push(...check.problems(method, path, answer.status, answer.headers, answer.body));
  const operation = check.operationOf(method, path);
  if (operation && answer.status < 300 && typeof answer.body === 'object') {
    (recorded[operation] ??= {})[answer.status] ??= asExample(answer.body);
  }
  return answer;
}

/** What belongs to nobody: no address of a test, no secret. */
function asExample(body: unknown): unknown {
  const text = JSON.stringify(body)
    .replaceAll(/"whsec_[^"]+"/g, '"whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxl"')
    .replaceAll(/"stnd_[0-9A-Za-z]{9,}"/g, '"stnd_anExampleOfAKey00000000000000000"')
    .replaceAll(/[0-9a-f]{16}@example\.com/g, 'you@example.com')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/standing/g, 'https://hooks.example.com/standing')
    .replaceAll(new RegExp(`${service.sandbox.origin}(/[a-z]{2}-[a-z0-9]+)?`, 'g'), 'https://register.example')
    .replaceAll(service.url, 'http://localhost:3000')
    .replaceAll(double.url, 'https://checkout.stripe.com')
    .replaceAll('0.0.0-test', '0.1.0');
  return JSON.parse(text, (_key, value) => (Array.isArray(value) ? value.slice(0, 2) : value));
}

async function record(): Promise<void> {
  const source = await readFile(RECORDED_FILE, 'utf8');
  const head = source.slice(0, source.indexOf('= {') + 2);
  await writeFile(RECORDED_FILE, `${head}${JSON.stringify(recorded, null, 2)};\n`);
}

const verify = (key: string, body: object, headers: Record<string, string> = {}) =>
  ask('POST', '/v1/verify', { key, body: { jurisdiction: 'us-co', ...body }, headers });
const waiting = { prefer: 'wait=10' };

async function signUp(email: string): Promise<string> {
  await ask('POST', '/v1/auth/request-access', { body: { email, accept_terms: true } });
  const { body } = await ask('POST', '/v1/auth/verify-access', { body: { email, code: service.codeFor(email) } });
  return body.api_key;
}

/** What Stripe tells of a session that was paid, out of what it was opened with. */
function completed(id: string, fields: Record<string, string>): object {
  const metadata = { account_id: fields['metadata[account_id]'], package_id: fields['metadata[package_id]'] };
  const session = { id, object: 'checkout.session', payment_status: 'paid', payment_intent: 'pi_1', metadata };
  return { id: 'evt_1', object: 'event', type: 'checkout.session.completed', data: { object: session } };
}

describe('what the service answers is what its document says', () => {
  let key: string;
  let entityId: string;
  beforeAll(async () => {
    key = await signUp('0123456789abcdef@example.com');
  });

  it('about itself', async () => {
    for (const path of ['/health/live', '/health/ready', '/health', '/metrics', '/v1/config', '/v1/jurisdictions'])
      await ask('GET', path);
    await ask('GET', '/v1/config?unknown=1');
    expect(problems.splice(0)).toEqual([]);
  });

  it('about a verification: pending, found, cached, replayed, not registered, not answered, refused', async () => {
    const [name] = service.sandbox.sampleNames('us-co') ?? [];
    const pending = await verify(key, { entity_name: 'Sandbox Slow LLC', webhook_url: hook });
    await ask('GET', `/v1/verify/status/${pending.body.job_id}`, { key });
    const found = await verify(key, { entity_name: name, tier: 'deep' }, { ...waiting, 'idempotency-key': 'order-1' });
    entityId = found.body.entity_id;
    await verify(key, { entity_name: name, tier: 'deep' }, { ...waiting, 'idempotency-key': 'order-1' });
    await verify(key, { entity_name: name, tier: 'quick' }, { 'idempotency-key': 'order-1' });
    await verify(key, { entity_name: name });
    const absent = await verify(key, { entity_name: NAME }, waiting);
    await ask('GET', `/v1/verify/status/${absent.body.error.details.job_id}`, { key });
    const failed = await verify(key, { entity_name: 'Sandbox Unavailable LLC' }, waiting);
    await ask('GET', `/v1/verify/status/${failed.body.error.details.job_id}`, { key });
    await verify(key, { entity_name: 'Sandbox Timeout LLC' }, { prefer: 'wait=20' });
    await verify(key, { entity_name: '' });
    await verify(key, { entity_name: name, jurisdiction: 'us-zz' });
    await verify(key, { entity_name: name, tier: 'deep' });
    await verify(key, { entity_name: name, tier: 'deep' });
    await verify(key, { entity_name: name, tier: 'deep' });
    await ask('POST', '/v1/verify', { body: { entity_name: name, jurisdiction: 'us-co' } });
    await ask('GET', '/v1/verify/status/job_none', { key });
    expect(problems.splice(0)).toEqual([]);
  }, 60_000);

  it('about entities, their history and searches', async () => {
    const own = await signUp('1123456789abcdef@example.com');
    await ask('GET', `/v1/entity/${entityId}`, { key });
    await ask('GET', '/v1/entity/ent_none', { key });
    await ask('GET', `/v1/entity/${entityId}/history`, { key: own });
    await ask('GET', `/v1/entity/${entityId}/history?limit=0`, { key: own });
    const body = { entity_name: 'Lanterns', jurisdictions: ['us-co', 'us-ny'] };
    const pending = await ask('POST', '/v1/search', { key: own, body, headers: { prefer: 'wait=0' } });
    await ask('POST', '/v1/search', { key: own, body, headers: waiting });
    await ask('GET', `/v1/search/${pending.body.search_id}`, { key: own });
    await ask('GET', '/v1/search/srch_none', { key: own });
    await ask('POST', '/v1/search', { key: own, body: { ...body, jurisdictions: Array(11).fill('us-co') } });
    await ask('POST', '/v1/search', {
      key: own,
      body: { ...body, entity_name: 'Sandbox Unavailable LLC' },
      headers: { prefer: 'wait=20' },
    });
    const share = await ask('GET', `/v1/verify/status/${pending.body.job_ids[0]}`, { key: own });
    expect(share.body.results).toBeDefined();
    expect(problems.splice(0)).toEqual([]);
  }, 60_000);

  it('about webhooks', async () => {
    const delivery = await until(async () => {
      const { body } = await service.ask('GET', '/v1/webhooks/deliveries', { key });
      return body.deliveries.find(({ status }: { status: string }) => status === 'delivered');
    });
    await ask('GET', '/v1/webhooks/deliveries', { key });
    await ask('GET', `/v1/webhooks/deliveries/${delivery.delivery_id}`, { key });
    await ask('GET', '/v1/webhooks/deliveries/dlv_none', { key });
    await ask('POST', `/v1/webhooks/deliveries/${delivery.delivery_id}/redeliver`, { key });
    await ask('GET', '/v1/webhooks/events', { key });
    await ask('GET', '/v1/webhooks/events?after=x', { key });
    expect(problems.splice(0)).toEqual([]);
  });

  it('about money', async () => {
    await ask('GET', '/v1/billing', { key });
    await ask('POST', '/v1/billing/purchase', { key, body: { package_id: 'pro' } });
    await ask('POST', '/v1/billing/purchase', { key, body: { package_id: 'golden' } });
    double.trouble.push({ status: 402, error: { type: 'card_error', message: 'No more of this.' } });
    await ask('POST', '/v1/billing/purchase', { key, body: { package_id: 'pro' } });
    const [first] = double.opened;
    const payload = JSON.stringify(completed(first?.id ?? '', first?.fields ?? {}));
    const signature = signer.webhooks.generateTestHeaderString({ payload, secret: EVERY_DOOR.STRIPE_WEBHOOK_SECRET });
    const event = { body: payload, headers: { 'stripe-signature': signature } };
    await ask('POST', '/v1/billing/stripe/webhook', event);
    await ask('POST', '/v1/billing/stripe/webhook', { body: payload, headers: { 'stripe-signature': 'forged' } });
    const { body } = await ask('GET', '/v1/billing', { key });
    expect(body.transactions[0]).toMatchObject({ type: 'purchase', amount: 500 });
    expect(problems.splice(0)).toEqual([]);
  });

  it('about what something would cost', async () => {
    const entity_name = service.sandbox.sampleNames('us-co')?.[0];
    await ask('POST', '/v1/quote', { key, body: { entity_name, jurisdiction: 'us-co', tier: 'deep' } });
    await ask('POST', '/v1/quote', { key, body: { entity_name, jurisdictions: ['us-co', 'us-ny'] } });
    await ask('POST', '/v1/quote', { key, body: { entity_name, jurisdiction: 'us-zz' } });
    await ask('POST', '/v1/quote', { key, body: { entity_name } });
    await verify(key, { entity_name, tier: 'deep', force_refresh: true, max_credits: 1 });
    expect(problems.splice(0)).toEqual([]);
  });

  it('to an agent that acts for somebody: what it may, what it may not, and that its leave was taken back', async () => {
    const email = '4123456789abcdef@example.com';
    const own = await signUp(email);
    const token = await accessToken(service, { email, scope: 'account:read' });
    const bearer = { headers: { authorization: `Bearer ${token}` } };
    const { body: account } = await ask('GET', '/v1/account', bearer);
    const { body: held } = await ask('GET', '/v1/account/sessions', bearer);
    await ask('DELETE', `/v1/account/sessions/${held.sessions[0].session_id}`, { key: own });
    await ask('GET', '/v1/account/usage', bearer);
    await ask('POST', '/v1/quote', { ...bearer, body: { entity_name: NAME, jurisdiction: 'us-co' } });
    const { body } = await ask('GET', '/v1/account/grants', bearer);
    const refused = [
      await ask('GET', '/v1/billing', bearer),
      await ask('POST', '/v1/billing/purchase', { ...bearer, body: { package_id: 'pro' } }),
      await ask('PATCH', '/v1/account', { ...bearer, body: { name: 'Somebody else' } }),
      await ask('PUT', '/v1/account/password', { ...bearer, body: { new_password: 'correct horse battery' } }),
      await ask('POST', '/v1/account/keys', { ...bearer, body: {} }),
      await ask('DELETE', `/v1/account/keys/${account.api_keys[0].id}`, bearer),
      await ask('POST', '/v1/account/webhook-secret/rotate', bearer),
      await ask('DELETE', `/v1/account/grants/${body.grants[0].grant_id}`, bearer),
      await ask('DELETE', '/v1/account', bearer),
    ];
    expect(refused.map(({ body: { error } }) => error.code)).toEqual(refused.map(() => 'INSUFFICIENT_SCOPE'));
    await ask('DELETE', `/v1/account/grants/${body.grants[0].grant_id}`, { key: own });
    await ask('DELETE', '/v1/account/grants/none', { key: own });
    const ended = await ask('GET', '/v1/account', bearer);
    expect(ended.body.error.code).toBe('UNAUTHORIZED');
    await ask('GET', '/v1/account', { headers: { ...bearer.headers, 'x-api-key': own } });
    expect(problems.splice(0)).toEqual([]);
  });

  it('about the account, to its end', async () => {
    const other = '2123456789abcdef@example.com';
    const own = await signUp(other);
    await ask('GET', '/v1/account', { key: own });
    await ask('PATCH', '/v1/account', { key: own, body: { name: 'Northwind Compliance' } });
    await ask('PATCH', '/v1/account', { key: own, body: { email: '0123456789abcdef@example.com' } });
    const moved = '5123456789abcdef@example.com';
    await ask('PATCH', '/v1/account', { key: own, body: { email: moved } });
    await ask('POST', '/v1/account/confirm-email', { key: own, body: { code: '000000' } });
    await ask('POST', '/v1/account/confirm-email', { key: own, body: { code: service.codeFor(moved) } });
    await ask('DELETE', '/v1/account/sessions/none', { key: own });
    await ask('DELETE', '/v1/account/sessions', { key: own });
    await ask('PUT', '/v1/account/password', { key: own, body: { new_password: 'correct horse battery' } });
    await ask('PUT', '/v1/account/password', {
      key: own,
      body: { new_password: 'correct horse battery', current_password: 'wrong' },
    });
    await ask('GET', '/v1/account/usage', { key });
    await ask('GET', '/v1/account/data-export', { key });
    const { body } = await ask('POST', '/v1/account/keys', { key: own, body: { label: 'second' } });
    await ask('DELETE', `/v1/account/keys/${body.key_id}`, { key: own });
    await ask('GET', '/v1/account', { key: body.api_key });
    await ask('GET', '/v1/account', { key: 'stnd_nonsense' });
    await ask('GET', '/v1/account/webhook-secret', { key: own });
    await ask('POST', '/v1/account/webhook-secret/rotate', { key: own });
    await ask('DELETE', '/v1/account', { key: own });
    await ask('GET', '/v1/account', { key: own });
    await ask('POST', '/v1/auth/request-access', { body: { email: other, accept_terms: false } });
    await ask('POST', '/v1/auth/verify-access', { body: { email: other, code: '000000' } });
    expect(problems.splice(0)).toEqual([]);
  });

  it('about support', async () => {
    const admin = { headers: { 'x-admin-key': EVERY_DOOR.ADMIN_API_KEY } };
    const reason = 'asked for by phone';
    const own = await signUp('3123456789abcdef@example.com');
    const job = await verify(own, { entity_name: 'Sandbox Flaky LLC' });
    const { body: account } = await ask('GET', '/v1/account', { key: own });
    await ask('GET', '/v1/admin/jobs', { headers: {} });
    await ask('GET', '/v1/admin/jobs', { headers: { 'x-admin-key': 'wrong' } });
    await ask('GET', '/v1/admin/jobs?limit=5', admin);
    await ask('GET', `/v1/admin/jobs/${job.body.job_id}`, admin);
    await ask('GET', '/v1/admin/jobs/job_none', admin);
    for (let times = 0; times < 2; times += 1) {
      await ask('POST', `/v1/admin/jobs/${job.body.job_id}/refund`, { ...admin, body: { reason } });
    }
    await ask('GET', `/v1/verify/status/${job.body.job_id}`, { key: own });
    await ask('GET', `/v1/admin/accounts?email=${account.email}`, admin);
    const created = { email: 'ada@example.com', name: 'Ada Example', credits: 100, label: 'production' };
    await ask('POST', '/v1/admin/accounts', { ...admin, body: created });
    await ask('POST', '/v1/admin/accounts', { ...admin, body: created });
    await ask('POST', `/v1/admin/accounts/${account.account_id}/disable`, { ...admin, body: { reason } });
    await ask('GET', '/v1/account', { key: own });
    await ask('POST', `/v1/admin/accounts/${account.account_id}/enable`, { ...admin, body: { reason } });
    await ask('POST', `/v1/admin/accounts/${account.account_id}/credits`, { ...admin, body: { amount: 5, reason } });
    await ask('PATCH', `/v1/admin/keys/${account.api_keys[0].id}`, { ...admin, body: { rate_limit: 120 } });
    await ask('PATCH', '/v1/admin/jurisdictions/us-or', { ...admin, body: { active: false, reason } });
    await ask('PATCH', '/v1/admin/jurisdictions/us-or', { ...admin, body: { active: true, reason } });
    await ask('POST', `/v1/admin/entities/${entityId}/erase-personal-data`, { ...admin, body: { reason } });
    await ask('GET', '/v1/admin/audit', admin);
    expect(problems.splice(0)).toEqual([]);
  });

  it('and every success that is documented was seen, and is the example of its operation', async () => {
    expect(check.unseen()).toEqual([]);
    if (process.env['RECORD_ANSWERS']) await record();
    const shapeOf = (answers: object) =>
      Object.entries(answers).map(([name, byStatus]) => [name, Object.keys(byStatus)]);
    expect(Object.fromEntries(shapeOf(process.env['RECORD_ANSWERS'] ? recorded : RECORDED))).toEqual(
      Object.fromEntries(shapeOf(recorded)),
    );
  });
});
