import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { record } from '../support/fakes.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { textOf, tokenIn, Visitor } from './visitor.js';

describe('which one was meant', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('is said on the page of a job whose match is for review, shown there, and changed', async () => {
    const name = 'Cedar Point Bakery LLC';
    service.registries.of('us-co').records = [
      record({ id: '20200000002', name, status: 'dissolved', goodStanding: false }),
      record({ id: '20200000003', name }),
    ];
    const email = newEmail();
    const { key } = await service.signUp(email);
    const body = { entity_name: name, jurisdiction: 'us-co' };
    const { body: job } = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body });
    const visitor = await Visitor.signedIn(service, email);
    const page = `/console/jobs/${job.job_id}`;
    const meant = async () => (await service.ask('GET', '/v1/jobs', { key })).body.jobs[0].meant;

    const shown = await visitor.get(page);
    expect(shown.html).not.toMatch(/<input type="radio"[^>]* checked/);
    expect(textOf(shown.html)).toContain('None of these');
    const form_token = tokenIn(shown.html);
    const press = (fields: Record<string, string>) => visitor.post(`${page}/meant`, { form_token, ...fields });
    for (const chosen of ['', 'record:20200000009', '20200000002']) {
      expect((await press({ chosen })).status).toBe(400);
    }
    expect(await meant()).toBeUndefined();
    const note = 'Its <b>address</b> fits.';
    expect((await press({ chosen: 'record:20200000002', note })).location).toBe(page);
    expect(await meant()).toMatchObject({ jurisdiction_id: '20200000002', note });
    const after = (await visitor.get(page)).html;
    expect(after).toMatch(/value="record:20200000002"[^>]* checked/);
    expect(after).toContain('value="Its &lt;b>address&lt;/b> fits."');
    await press({ chosen: 'none' });
    expect(await meant()).toMatchObject({ jurisdiction_id: null });
    expect((await visitor.get(page)).html).toMatch(/value="none"[^>]* checked/);
  });
});
