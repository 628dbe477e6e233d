import { newId } from '../../src/core/ids.js';
import { Redeliver } from '../../src/core/webhooks/redeliver.js';
import { SendTestEvent } from '../../src/core/webhooks/send-test-event.js';
import { startService, type Service } from '../support/harness.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const FILE = 'entity_name,jurisdiction\nAlder Works LLC,us-co\n';
const WEBHOOK_URL = 'https://hooks.example.com/standing';

async function customer() {
  const { key: owner } = await service.signUp();
  const { body } = await service.ask('POST', '/v1/account/keys', { key: owner, body: { tiers: ['quick'] } });
  return { owner, limited: String(body.api_key) };
}

describe('a key with limits', () => {
  it('has at most half of the batches that an account may have open', async () => {
    const { owner, limited } = await customer();
    const upload = (key: string) =>
      service.ask('POST', '/v1/batches', { key, headers: { 'content-type': 'text/csv' }, body: FILE });
    for (let sent = 0; sent < 10; sent += 1) expect((await upload(limited)).status).toBe(201);
    const refused = await upload(limited);
    expect([refused.status, refused.body.error.details]).toEqual([400, expect.objectContaining({ batches: 10 })]);
    for (let sent = 0; sent < 10; sent += 1) expect((await upload(owner)).status).toBe(201);
    expect((await upload(owner)).body.error.details).toMatchObject({ batches: 20 });
  });

  it('has at most half of the webhook tests and redeliveries that an account may have open', async () => {
    const asked: number[] = [];
    const full = (most: number) => {
      asked.push(most);
      return Promise.resolve('full' as const);
    };
    const accountId = newId('acc');
    const nobody = { keyId: undefined, grantId: undefined };
    const sendTest = new SendTestEvent(
      { test: (_account: unknown, _event: unknown, most: number) => full(most) } as never,
      { register: (url: string) => Promise.resolve(url) } as never,
      {} as never,
      { now: () => new Date() },
      { of: () => ({}) },
    );
    const redeliver = new Redeliver(
      {
        holderOf: () => Promise.resolve({ keyId: 'key_own', grantId: undefined }),
        redeliver: (_account: unknown, _id: unknown, most: number) => full(most),
      } as never,
      {} as never,
    );
    const free = { jurisdictions: undefined, tiers: undefined, confirmAbove: undefined };
    const budgets = { ofKey: false, ofGrant: false };
    for (const limits of [
      { ...free, budgets },
      { ...free, budgets, tiers: ['quick' as const] },
    ]) {
      const caller = { ...nobody, keyId: 'key_own' as never, accountId, limits };
      await expect(sendTest.run(caller, WEBHOOK_URL)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
      await expect(redeliver.run(caller, newId('dlv'))).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    }
    expect(asked).toEqual([100, 100, 50, 50]);
  });
});
