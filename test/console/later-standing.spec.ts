import { toUuid, type Id } from '../../src/core/ids.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { record } from '../support/fakes.js';
import { until } from '../support/until.js';
import { textOf, Visitor } from './visitor.js';

const NAME = 'Alder Bridge Ferries LLC';
const GOOD = record({ id: '20190000001', name: NAME });
const GREEN = /class="(?:state|verdict) good">(?:<strong>)?In good standing/;
const DATE = String.raw`\( ?\d+ \w+ \d{4}, [^)]+\)`;

describe('the standing in an earlier answer', () => {
  let service: Service;
  let visitor: Visitor;
  let key: string;
  let entityId: Id<'ent'>;
  /** Pages that show the standing of the answer. */
  let pages: Record<'job' | 'list' | 'overview' | 'batch' | 'search' | 'share' | 'transaction', string>;
  beforeAll(async () => {
    service = await startService({ env: { FREE_CREDITS: '1000' } });
    service.registries.of('us-co').records = [GOOD];
    const email = newEmail();
    ({ key } = await service.signUp(email));
    visitor = await Visitor.signedIn(service, email);
    const { body: job } = await verify();
    entityId = job.entity_id;
    await verify();
    const [cached] = (await service.ask('GET', '/v1/billing', { key })).body.transactions;
    const batch = await batchOf(NAME);
    const asked = { entity_name: NAME, jurisdictions: ['us-co'] };
    const { body: search } = await service.ask('POST', '/v1/search', {
      key,
      headers: { prefer: 'wait=10' },
      body: asked,
    });
    pages = {
      job: `/console/jobs/${job.job_id}`,
      list: '/console/jobs',
      overview: '/console',
      batch: `/console/batches/${batch}`,
      search: `/console/search/${search.search_id}`,
      share: `/console/jobs/${search.jobs[0].job_id}`,
      transaction: `/console/billing/${cached.transaction_id}`,
    };
  });
  afterAll(() => service.close());

  function verify(fields: object = {}) {
    const body = { entity_name: NAME, jurisdiction: 'us-co', ...fields };
    return service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body });
  }

  async function batchOf(name: string): Promise<string> {
    const sent = { key, headers: { 'content-type': 'text/csv' }, body: `entity_name,jurisdiction\n${name},us-co\n` };
    const { body } = await service.ask('POST', '/v1/batches?start=true', sent);
    await until(
      async () => (await service.ask('GET', `/v1/batches/${body.batch_id}`, { key })).body.status === 'completed',
    );
    return body.batch_id;
  }

  const shown = (path: string) => visitor.get(path);

  it('has its date and its colour while nothing else is known', async () => {
    for (const page of Object.values(pages)) {
      const { html } = await shown(page);
      expect([page, GREEN.test(html), textOf(html).includes('Since then')]).toEqual([page, true, false]);
    }
    for (const page of [pages.job, pages.transaction, `/console/entities/${entityId}`]) {
      expect(textOf((await shown(page)).html)).toMatch(
        /On \d+ \w+ \d{4}, \S+ \S+ the register stated that it was in good/,
      );
    }
  });

  it('is grey, with what the register stated later, on every page of it', async () => {
    service.registries.of('us-co').records = [{ ...GOOD, status: 'dissolved', goodStanding: false }];
    await verify({ tier: 'deep', force_refresh: true });
    for (const page of Object.values(pages)) {
      const { html } = await shown(page);
      expect([page, textOf(html)]).toEqual([
        page,
        expect.stringMatching(new RegExp(`In good standing(?: then)?.* Since then: dissolved ${DATE}`, 's')),
      ]);
      expect([page, html.includes(`href="/console/entities/${entityId}">dissolved</a>`)]).toEqual([page, true]);
      expect([page, GREEN.test(html)]).toEqual([page, false]);
    }
    const { html } = await shown(`/console/entities/${entityId}`);
    expect(html).toContain('<div class="verdict bad"><strong>Ended</strong>');
    expect(textOf(html)).not.toContain('Since then');
  });

  it('has no colour for a record that its register no longer has', async () => {
    service.registries.of('us-co').records = [GOOD];
    await verify({ tier: 'deep', force_refresh: true });
    const entity = `/console/entities/${entityId}`;
    expect((await shown(entity)).html).toContain('<div class="verdict good"><strong>In good standing</strong>');
    await service.db.change(`update entities set record = record || '{"isGone": true}' where id = $1`, [
      toUuid(entityId),
    ]);
    for (const page of [entity, '/console/entities', pages.job]) {
      const { html } = await shown(page);
      expect([page, textOf(html)]).toEqual([page, expect.stringContaining('Since then: no longer listed')]);
      expect([page, GREEN.test(html)]).toEqual([page, false]);
    }
  });
});
