import { record } from '../support/fakes.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';
import { textOf, Visitor } from './visitor.js';

const ADMIN_KEY = 'the admin key of these tests, long enough';
const TWOFOLD = 'Cedar Point Bakery LLC';
const DISSOLVED = '20200000002';
const LIVE = '20200000003';

let service: Service;
let email: string;
let key: string;
let visitor: Visitor;
beforeAll(async () => {
  service = await startService({ env: { ADMIN_API_KEY: ADMIN_KEY } });
  service.registries.of('us-co').records = [
    record({ id: DISSOLVED, name: TWOFOLD, status: 'dissolved', goodStanding: false }),
    record({ id: LIVE, name: TWOFOLD }),
    record({ id: '20200000004', name: 'Alder Works LLC' }),
  ];
});
afterAll(() => service.close());
beforeEach(async () => {
  email = newEmail();
  ({ key } = await service.signUp(email));
  visitor = await Visitor.signedIn(service, email);
});

const ask = (method: string, path: string, body?: object) =>
  service.ask(method, path, { key, headers: { prefer: 'wait=10' }, body });
const refund = (path: string) =>
  service.ask('POST', `/v1/admin${path}/refund`, {
    headers: { 'x-admin-key': ADMIN_KEY },
    body: { reason: 'our outage' },
  });
const shown = async (path: string) => textOf((await visitor.get(path)).html);
const decide = (id: string, number: string, note: string) =>
  ask('PUT', `/v1/records/${id}/decision`, { jurisdiction_id: number, note });

it('takes a reference with a verification, a search and a watch, and shows it', async () => {
  const question = { entity_name: 'Alder Works LLC', jurisdiction: 'us-co', reference: ' case 1 ' };
  const { location: job = '' } = await visitor.press('/console/verify', '/console/verify', question);
  await until(async () => (await shown(job)).includes('Record ID'));
  expect(await shown(job)).toMatch(/Reference case 1 .*Record ID rec_/s);

  const searched = { entity_name: 'Alder Works', 'jurisdiction:us-co': 'on', reference: 'case 2' };
  const { location: search = '' } = await visitor.press('/console/search', '/console/search', searched);
  expect(await shown(search)).toContain('Reference case 2');

  const { body: found } = await ask('POST', '/v1/verify', { entity_name: 'Alder Works LLC', jurisdiction: 'us-co' });
  const page = `/console/entities/${found.entity_id}`;
  const watch = { entity_id: found.entity_id, every: '7d', tier: 'quick' };
  const { location = '' } = await visitor.press(page, '/console/watches', { ...watch, reference: 'case 3' });
  expect(await shown(location)).toContain('Reference case 3');
  await visitor.press(location, location, { every: '7d', tier: 'quick', reference: '' });
  expect(await shown(location)).not.toContain('case 3');
  expect((await ask('GET', '/v1/watches')).body.watches[0]).not.toHaveProperty('reference');
});

it('shows what was decided about a share of a search, on its page and on that of its job', async () => {
  const { body } = await ask('POST', '/v1/search', { entity_name: TWOFOLD, jurisdictions: ['us-co'] });
  const [{ record_id: id }] = body.records;
  expect(await shown(`/console/search/${body.search_id}`)).not.toContain('Decisions');
  await decide(id, DISSOLVED, 'By the invoice.');
  await decide(id, LIVE, 'By a call.');
  expect(await shown(`/console/search/${body.search_id}`)).toMatch(
    new RegExp(`Decisions .*Colorado ${LIVE} ${email}`, 's'),
  );
  const [jobId] = body.job_ids;
  expect((await ask('GET', `/v1/verify/status/${jobId}`)).body.decision).toMatchObject({ jurisdiction_id: LIVE });
  const job = await shown(`/console/jobs/${jobId}`);
  expect(job).toMatch(/Decision .*Reason By a call\. .*Earlier decisions .*By the invoice\./s);
  expect(job).not.toContain('Decide again');

  await refund(`/jobs/${jobId}`);
  expect(await shown(`/console/search/${body.search_id}`)).toContain(
    'Colorado was refunded by an administrator: it cost nothing.',
  );
});

it('says of a refunded row what it cost, and of a refunded job why its evidence is gone', async () => {
  const sent = await service.ask('POST', '/v1/batches?start=true', {
    key,
    headers: { 'content-type': 'text/csv' },
    body: `entity_name,jurisdiction\n${TWOFOLD},us-co\n`,
  });
  const { batch_id: batch } = sent.body;
  await until(async () => (await ask('GET', `/v1/batches/${batch}`)).body.status === 'completed');
  const row = `/console/batches/${batch}/rows/2`;
  expect(await shown(row)).toContain('Cost 1 credit Record');
  await refund(`/batches/${batch}/rows/2`);
  expect(await shown(row)).toContain('Cost nothing (1 credit charged, 1 credit refunded)');

  const { body: job } = await ask('POST', '/v1/verify', { entity_name: 'Nobody At All LLC', jurisdiction: 'us-co' });
  const jobId = job.error.details.job_id;
  expect((await ask('GET', `/v1/jobs/${jobId}/evidence`)).status).toBe(200);
  await refund(`/jobs/${jobId}`);
  const gone = await ask('GET', `/v1/jobs/${jobId}/evidence`);
  expect([gone.status, gone.body.error.message]).toEqual([404, 'No job has this id, or its answer was refunded.']);
  expect(await shown(`/console/jobs/${jobId}`)).not.toContain('Evidence');
});

it('offers no form once personal data were erased, and says why', async () => {
  const { body: job } = await ask('POST', '/v1/verify', { entity_name: TWOFOLD, jurisdiction: 'us-co', tier: 'deep' });
  const path = `/console/jobs/${job.job_id}`;
  expect(await shown(path)).toContain('Which one is meant?');
  await service.db.change(
    `update records set erased = '{officer}' where account_id = (select id from accounts where email = $1)`,
    [email],
  );
  const erased = await shown(path);
  expect(erased).toContain('Personal data were erased from this record, so it can no longer be decided.');
  expect(erased).not.toContain('None of these');
});
