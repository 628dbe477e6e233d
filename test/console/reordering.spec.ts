import { startService, type Service } from '../support/harness.js';
import { Visitor } from './visitor.js';
import { administrator, ADMIN_KEY } from './administrator.js';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { ADMIN_API_KEY: ADMIN_KEY } });
});
afterAll(() => service.close());

const REORDERING = /[\u202A-\u202E\u2066-\u2069]/;

it('shows names of others without the characters that reorder the text around them', async () => {
  const { key, email } = await service.signUp();
  // Requests cannot write them: rows of earlier versions may hold them.
  await service.db.change(`update api_keys set label = E'Evil\\u202E\\u2066\\u202Areverof'`);
  await service.db.change(`update accounts set name = E'Owner\\u202Etxt'`);
  const visitor = await Visitor.signedIn(service, email);
  const keys = await visitor.get('/console/keys');
  expect(keys.html).toContain('Evilreverof');
  expect(keys.html).not.toMatch(REORDERING);
  const { account_id: id } = (await service.ask('GET', '/v1/account', { key })).body;
  const admin = await administrator(service);
  const account = await admin.get(`/console/admin/accounts/${id}`);
  expect(account.html).toContain('Evilreverof');
  expect(account.html).not.toMatch(REORDERING);
});
