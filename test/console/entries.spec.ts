import { toUuid } from '../../src/core/ids.js';
import { record } from '../support/fakes.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { textOf, Visitor } from './visitor.js';

const NAME = 'Alder Bridge Ferries LLC';

describe('the page of a transaction', () => {
  let service: Service;
  let visitor: Visitor;
  let key: string;
  beforeAll(async () => {
    service = await startService();
    service.registries.of('us-co').records = [record({ id: '20190000001', name: NAME })];
    const email = newEmail();
    ({ key } = await service.signUp(email));
    visitor = await Visitor.signedIn(service, email);
  });
  afterAll(() => service.close());

  const verify = (entity_name: string) => {
    const headers = { prefer: 'wait=10' };
    return service.ask('POST', '/v1/verify', { key, headers, body: { entity_name, jurisdiction: 'us-co' } });
  };
  const newest = async () => (await service.ask('GET', '/v1/billing', { key })).body.transactions[0].transaction_id;

  it('is the permanent address of an answer from the cache, as it was then', async () => {
    await verify(NAME);
    const cached = await verify(NAME);
    expect([cached.status, cached.body.job_id]).toEqual([200, undefined]);
    const page = `/console/billing/${await newest()}`;
    expect((await visitor.get('/console/billing')).html).toContain(`href="${page}"`);
    const shown = await visitor.get(page);
    expect(shown.status).toBe(200);
    for (const words of [NAME, '20190000001', 'in good standing', 'Credits -1']) {
      expect(textOf(shown.html)).toContain(words);
    }
    expect(shown.html).toContain(`href="/console/entities/${cached.body.entity_id}"`);
  });

  it('still shows the charge after the record of that time was deleted', async () => {
    const cached = await verify(NAME);
    await service.db.rows('delete from snapshots where entity_id = $1', [toUuid(cached.body.entity_id)]);
    const shown = await visitor.get(`/console/billing/${await newest()}`);
    expect(shown.status).toBe(200);
    expect(textOf(shown.html)).toContain('Credits -1');
    expect(textOf(shown.html)).not.toContain('in good standing');
  });

  it('shows a no-match that was known from an earlier search', async () => {
    const nobody = 'Nobody Bears This Name LLC';
    await verify(nobody);
    const cached = await verify(nobody);
    expect([cached.status, cached.headers.get('x-credits-charged')]).toEqual([404, '1']);
    const { html } = await visitor.get(`/console/billing/${await newest()}`);
    for (const words of ['Absent', nobody, 'Credits -1']) expect(textOf(html)).toContain(words);
    const { transactions } = (await service.ask('GET', '/v1/billing', { key })).body;
    for (const { transaction_id: id } of transactions.slice(1)) {
      expect(textOf((await visitor.get(`/console/billing/${id}`)).html)).not.toContain('Absent');
    }
  });

  it('links to its job, and returns 404 for another account', async () => {
    const { transactions } = (await service.ask('GET', '/v1/billing', { key })).body;
    const { transaction_id: id, job_id: job } = transactions.find((each: { job_id?: string }) => each.job_id);
    const page = `/console/billing/${id}`;
    expect((await visitor.get(page)).html).toContain(`href="/console/jobs/${job}"`);
    const other = await Visitor.signedIn(service);
    for (const path of [page, '/console/billing/txn_none']) expect((await other.get(path)).status).toBe(404);
  });
});
