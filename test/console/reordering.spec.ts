import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';
import { Visitor } from './visitor.js';
import { administrator, ADMIN_KEY } from './administrator.js';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { ADMIN_API_KEY: ADMIN_KEY } });
});
afterAll(() => service.close());

const DISORDERLY = /[\u202A-\u202E\u2066-\u2069]|(?![\t\n\r])\p{Cc}/u;

it('shows names of others without the characters that reorder the text around them', async () => {
  const { key, email } = await service.signUp();
  // Requests cannot write them: rows of earlier versions may hold them.
  await service.db.change(`update api_keys set label = E'Evil\\u202E\\u2066\\u202Areverof'`);
  await service.db.change(`update accounts set name = E'Owner\\u202Etxt'`);
  const visitor = await Visitor.signedIn(service, email);
  const keys = await visitor.get('/console/keys');
  expect(keys.html).toContain('Evilreverof');
  expect(keys.html).not.toMatch(DISORDERLY);
  const { account_id: id } = (await service.ask('GET', '/v1/account', { key })).body;
  const admin = await administrator(service);
  const account = await admin.get(`/console/admin/accounts/${id}`);
  expect(account.html).toContain('Evilreverof');
  expect(account.html).not.toMatch(DISORDERLY);
});

it("shows the caller's own ids without control characters, which the files keep", async () => {
  const { key, email } = await service.signUp();
  const customId = 'A\u001B[31m1\u009B2K\u202Ez';
  const row = { custom_id: customId, entity_name: 'Sandbox Active LLC', jurisdiction: 'us-co' };
  const sent = await fetch(`${service.url}/v1/batches?start=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'x-api-key': key },
    body: JSON.stringify(row),
  });
  const { batch_id: id } = (await sent.json()) as { batch_id: string };
  await until(async () => (await service.ask('GET', `/v1/batches/${id}`, { key })).body.status === 'completed');
  const admin = await administrator(service);
  const visitor = await Visitor.signedIn(service, email);
  const pages = [await visitor.get(`/console/batches/${id}`), await admin.get(`/console/admin/batches/${id}/rows/1`)];
  for (const { html } of pages) {
    expect(html).toContain('A[31m12Kz');
    expect(html).not.toMatch(DISORDERLY);
  }
  const { body } = await service.ask('GET', `/v1/batches/${id}/results?format=ndjson`, { key });
  const read = typeof body === 'string' ? JSON.parse(body) : body;
  expect(read.custom_id).toBe(customId);
});
