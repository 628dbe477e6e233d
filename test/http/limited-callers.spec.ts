import { record } from '../support/fakes.js';
import { startService, type Answer, type Asked, type Service } from '../support/harness.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { until } from '../support/until.js';

const NAME = 'Larkspur Canyon Bakers LLC';
const WAIT = { prefer: 'wait=20' };

let service: Service;
let receiver: Receiver;
let owner: string;
beforeAll(async () => {
  service = await startService({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  service.registries.of('us-co').records = [record({ id: '20220000001', name: NAME })];
  receiver = await startReceiver();
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});
beforeEach(async () => {
  owner = (await service.signUp()).key;
});

async function lend(limits: object): Promise<string> {
  const { body } = await service.ask('POST', '/v1/account/keys', { key: owner, body: { label: 'lent', ...limits } });
  return body.api_key;
}

/** Returns the delivery of a webhook about a job of this key, once it exists. */
async function deliveryOf(key: string): Promise<string> {
  const body = {
    entity_name: NAME,
    jurisdiction: 'us-co',
    tier: 'deep',
    force_refresh: true,
    webhook_url: receiver.url,
  };
  const { body: job } = await service.ask('POST', '/v1/verify', { key, headers: WAIT, body });
  const delivery = await until(async () => {
    const { body: list } = await service.ask('GET', '/v1/webhooks/deliveries', { key: owner });
    return list.deliveries.find(({ job_id }: { job_id: string }) => job_id === job.job_id);
  });
  return delivery.delivery_id;
}

describe('a limited key', () => {
  it.each([
    ['a budget', { budget: { credits: 40, every: 'month' } }],
    ['jurisdictions of its own', { jurisdictions: ['us-co'] }],
    ['tiers of its own', { tiers: ['quick', 'deep'] }],
  ])('resends with %s only the webhooks of its own jobs', async (_what, limits) => {
    const lent = await lend(limits);
    const [ofOwner, own] = [await deliveryOf(owner), await deliveryOf(lent)];
    const again = (id: string, key: string) => service.ask('POST', `/v1/webhooks/deliveries/${id}/redeliver`, { key });
    const refused = await again(ofOwner, lent);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect((await again(own, lent)).status).toBe(202);
    expect((await again(ofOwner, owner)).status).toBe(202);
  });

  const verification = { entity_name: NAME, jurisdiction: 'us-co', tier: 'deep' };
  const file = 'entity_name,jurisdiction\nNobody Knows Inc,us-co\n';
  it.each<[string, object, string, Asked]>([
    ['a verification elsewhere', { jurisdictions: ['us-ny'] }, '/v1/verify', { body: verification }],
    ['a verification of another tier', { tiers: ['quick'] }, '/v1/verify', { body: verification }],
    [
      'a search elsewhere',
      { jurisdictions: ['us-ny'] },
      '/v1/search',
      { body: { entity_name: NAME, jurisdictions: ['us-co'] } },
    ],
    [
      'a search, which counts as quick',
      { tiers: ['deep'] },
      '/v1/search',
      { body: { entity_name: NAME, jurisdictions: ['us-co'] } },
    ],
    [
      'the file of another',
      { budget: { credits: 40, every: 'month' } },
      '/v1/batches',
      { body: file, headers: { 'content-type': 'text/csv' } },
    ],
  ])('receives no replay of an answer that it may not request: %s', async (_what, limits, path, asked) => {
    const lent = await lend(limits);
    const headers = { ...WAIT, ...asked.headers, 'idempotency-key': 'once' };
    const ask = (key: string): Promise<Answer> => service.ask('POST', path, { ...asked, key, headers });
    const first = await ask(owner);
    expect(first.status).toBeLessThan(300);
    const replayed = await ask(owner);
    expect([replayed.headers.get('idempotency-replayed'), replayed.body]).toEqual(['true', first.body]);
    const refused = await ask(lent);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(refused.headers.has('idempotency-replayed')).toBe(false);
    expect(refused.headers.get('x-credits-charged')).toBe('0');
  });
});
