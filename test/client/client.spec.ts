import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readWebhook, Standing, StandingError } from '../../src/client/client.js';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

let service: Service;
let client: Standing;
beforeAll(async () => {
  service = await startService();
  service.registries.of('us-co').records.push(record({ id: '20191', name: 'Juniper Causeway LLC' }));
  const { key } = await service.signUp();
  client = new Standing({ baseUrl: service.url, apiKey: key });
});
afterAll(() => service.close());

it('gets a key by code, and verifies with it', async () => {
  const nobody = new Standing({ baseUrl: `${service.url}/` });
  await nobody.requestAccess('client@example.com');
  const { api_key } = await nobody.verifyAccess({
    email: 'client@example.com',
    code: service.codeFor('client@example.com'),
  });
  const verified = await nobody
    .withKey(api_key)
    .verifyAndWait({ entity_name: 'Juniper Causeway LLC', jurisdiction: 'us-co' });
  expect(verified?.data).toMatchObject({ entity_name: 'Juniper Causeway LLC', status: 'active' });
  const { credit_balance } = await nobody.withKey(api_key).account();
  expect(credit_balance).toBe(49);
});

it('tells a confirmed no-match from a register that does not answer', async () => {
  expect(await client.verifyAndWait({ entity_name: 'Nobody Has This Name', jurisdiction: 'us-co' })).toBeUndefined();
});

it('throws what the service says, by code', async () => {
  const refused = client.verify({ entity_name: 'Juniper', jurisdiction: 'us-zz' });
  await expect(refused).rejects.toMatchObject({
    name: 'StandingError',
    code: 'JURISDICTION_NOT_SUPPORTED',
    status: 400,
    details: { provided: 'us-zz' },
    requestId: expect.any(String),
  });
  await expect(refused).rejects.toBeInstanceOf(StandingError);
});

it('says what an answer cost, and repeats it free under the same key', async () => {
  const asked = { entity_name: 'Juniper Causeway LLC', jurisdiction: 'us-co' };
  const first = await client.verify(asked, { idempotencyKey: 'one', waitSeconds: 10 });
  const again = await client.verify(asked, { idempotencyKey: 'one', waitSeconds: 10 });
  expect(first.credits.charged).toBe(1);
  expect(again.credits).toEqual({ charged: 0, remaining: first.credits.remaining });
  expect(again).toEqual(first);
});

it('reads a webhook that is genuine, and no other', () => {
  const body = JSON.stringify({ event: 'verification.completed', job_id: 'job_1' });
  const signature = `sha256=${createHmac('sha256', 'whsec_right').update(body).digest('hex')}`;
  expect(readWebhook(body, { 'x-service-signature': signature }, 'whsec_right').job_id).toBe('job_1');
  expect(readWebhook(body, { 'x-service-signature-previous': signature }, 'whsec_right').job_id).toBe('job_1');
  const wrong = 'not signed with the secret';
  expect(() => readWebhook(`${body} `, { 'x-service-signature': signature }, 'whsec_right')).toThrow(wrong);
  expect(() => readWebhook(body, { 'x-service-signature': signature }, 'whsec_other')).toThrow(wrong);
  expect(() => readWebhook(body, {}, 'whsec_right')).toThrow(wrong);
});
