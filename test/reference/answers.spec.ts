import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfiguredRegistries } from '../../src/adapters/registries/index.js';
import { RECORDED, RECORDED_FILE } from '../../src/modules/reference/recorded-answers.js';
import { isForced } from '../../src/sandbox/forced-outcomes.js';
import { startSandbox, type Sandbox } from '../../src/sandbox/server.js';
import { MemoryLog } from '../fakes.js';
import { startService, type Asked, type Answer, type Service } from '../harness.js';
import { AnswersCheck } from './answers-check.js';

const ADMIN_KEY = 'an-admin-key-for-the-tests-only';
const NAME = 'Zyxwv Quorblat Unfounded Holdings';

let sandbox: Sandbox;
let service: Service;
let receiver: Server;
let hook: string;
let check: AnswersCheck;
const recorded: Record<string, Record<string, unknown>> = {};
const problems: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
  const registries = new ConfiguredRegistries({
    mode: 'sandbox',
    sandboxOrigin: sandbox.origin,
    sampleNames: (code) => sandbox.sampleNames(code),
    exempt: isForced,
    urls: {},
    credentials: {},
    timeoutMs: 1_000,
    log: new MemoryLog(),
  });
  const env = { ADMIN_API_KEY: ADMIN_KEY, WEBHOOK_ALLOW_PRIVATE: 'true', BASE_URL: 'http://localhost:3000' };
  service = await startService({ registries, env });
  check = new AnswersCheck((await service.ask('GET', '/openapi.json')).body);
  receiver = createServer((_request, response) => response.end('thank you')).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/standing`;
});
afterAll(async () => {
  receiver.close();
  await service.close();
  await sandbox.close();
});

/** Asks, and holds the answer against the document. */
async function ask(method: string, path: string, asked?: Asked): Promise<Answer> {
  const answer = await service.ask(method, path, asked);
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
    .replaceAll(new RegExp(`${sandbox.origin}(/[a-z]{2}-[a-z0-9]+)?`, 'g'), 'https://register.example')
    .replaceAll('0.0.0-test', '0.1.0');
  return JSON.parse(text, (_key, value) => (Array.isArray(value) ? value.slice(0, 2) : value));
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + 8_000; Date.now() < deadline; await sleep(50)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error('waited in vain');
}

const verify = (key: string, body: object, headers: Record<string, string> = {}) =>
  ask('POST', '/v1/verify', { key, body: { jurisdiction: 'us-co', ...body }, headers });
const waiting = { prefer: 'wait=10' };

async function signUp(email: string): Promise<string> {
  await ask('POST', '/v1/auth/request-access', { body: { email, accept_terms: true } });
  const { body } = await ask('POST', '/v1/auth/verify-access', { body: { email, code: service.codeFor(email) } });
  return body.api_key;
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
    const [name] = sandbox.sampleNames('us-co') ?? [];
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
    expect(problems.splice(0)).toEqual([]);
  });

  it('about the account, to its end', async () => {
    const other = '2123456789abcdef@example.com';
    const own = await signUp(other);
    await ask('GET', '/v1/account', { key: own });
    await ask('PATCH', '/v1/account', { key: own, body: { name: 'Northwind Compliance' } });
    await ask('PATCH', '/v1/account', { key: own, body: { email: '0123456789abcdef@example.com' } });
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
    const admin = { headers: { 'x-admin-key': ADMIN_KEY } };
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
    if (process.env['RECORD_ANSWERS']) await writeFile(RECORDED_FILE, `${JSON.stringify(recorded, null, 2)}\n`);
    const shapeOf = (answers: object) =>
      Object.entries(answers).map(([name, byStatus]) => [name, Object.keys(byStatus)]);
    expect(Object.fromEntries(shapeOf(process.env['RECORD_ANSWERS'] ? recorded : RECORDED))).toEqual(
      Object.fromEntries(shapeOf(recorded)),
    );
  });
});
