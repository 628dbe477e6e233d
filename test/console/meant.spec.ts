import { toUuid } from '../../src/core/ids.js';
import { record } from '../support/fakes.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';
import { textOf, tokenIn, Visitor } from './visitor.js';

describe('the decision on an unsure match', () => {
  const name = 'Cedar Point Bakery LLC';
  let service: Service;
  beforeAll(async () => {
    service = await startService();
    service.registries.of('us-co').records = [
      record({ id: '20200000002', name, status: 'dissolved', goodStanding: false }),
      record({ id: '20200000003', name }),
    ];
  });
  afterAll(() => service.close());

  it('is made on the page of the answer, with its reason and the person, and again', async () => {
    const email = newEmail();
    const { key } = await service.signUp(email);
    const body = { entity_name: name, jurisdiction: 'us-co' };
    const { body: job } = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body });
    const visitor = await Visitor.signedIn(service, email);
    const page = `/console/jobs/${job.job_id}`;
    const meant = async () => (await service.ask('GET', '/v1/jobs', { key })).body.jobs[0].meant;

    const shown = await visitor.get(page);
    expect(textOf(shown.html)).toContain('None of these');
    expect(textOf((await visitor.get('/console/review?decided=false')).html)).toMatch(
      /verification \d+ \w+ \d{4}, \d\d:\d\d Open/,
    );
    const overview = await visitor.get('/console');
    expect(textOf(overview.html)).toContain('One unsure match waits for a decision');
    expect(overview.html).toContain('href="/console/review?decided=false"');
    const form_token = tokenIn(shown.html);
    const press = (fields: Record<string, string>) => visitor.post(`${page}/meant`, { form_token, ...fields });
    const unsaid = await press({ chosen: 'record:20200000003', note: 'x'.repeat(501) });
    expect(unsaid.status).toBe(400);
    expect(unsaid.html).toMatch(/<textarea name="note"[^>]*aria-invalid="true"/);
    expect(unsaid.html).toMatch(/value="record:20200000003"[^>]* checked/);
    const unchosen = await press({ note: 'by the invoice' });
    expect(unchosen.html).toContain('id="problem-chosen"');
    expect(unchosen.html).toContain('>by the invoice</textarea>');
    for (const chosen of ['', 'record:20200000009', '20200000002']) {
      expect((await press({ chosen })).status).toBe(400);
    }
    expect(await meant()).toBeUndefined();
    const note = 'Its <b>address</b> fits.\nSo does the number.';
    const typed = note.replace('\n', '\r\n');
    expect((await press({ chosen: 'record:20200000002', note: typed })).location).toBe(page);
    expect(await meant()).toMatchObject({ jurisdiction_id: '20200000002', note, decided_by: email });
    const after = await visitor.get(page);
    expect(textOf(after.html)).toContain('The decision is recorded.');
    expect(textOf((await visitor.get('/console')).html)).not.toContain('unsure match');
    expect(textOf(after.html)).toContain(`Decided by ${email}`);
    expect(after.html).toContain('<span class="lines">Its &lt;b>address&lt;/b> fits.\nSo does the number.</span>');
    expect(textOf(after.html)).toContain(`Confirmed by ${email}: ${name}`);
    expect(textOf(after.html)).not.toContain('Not sure');
    expect(textOf((await visitor.get(page)).html)).not.toContain('The decision is recorded.');
    expect(textOf((await visitor.get('/console/jobs')).html)).toContain(`20200000002 ${email}`);

    expect(after.html).toContain('<summary>Decide again</summary>');
    expect((await press({ chosen: 'none', note: 'A slip.' })).location).toBe(page);
    expect(await meant()).toMatchObject({ jurisdiction_id: null, note: 'A slip.' });
    expect(textOf((await visitor.get(page)).html)).toContain(`Rejected by ${email}: none of the candidates`);
    expect(textOf((await visitor.get(page)).html)).toMatch(
      /Earlier decisions .* 20200000002 Its &lt;b>address&lt;\/b> fits/s,
    );
    const ofRecord = `rec_${job.job_id.slice('job_'.length)}`;
    expect((await visitor.get('/console/jobs.csv')).html).toMatch(
      new RegExp(`,none,[^,]+,[^,]+,A slip\\.,,${ofRecord}\r\n$`),
    );
  });

  it('tells the second of two people what the first decided, and keeps what they typed', async () => {
    const email = newEmail();
    const { key } = await service.signUp(email);
    const body = { entity_name: name, jurisdiction: 'us-co', reference: 'case-7' };
    const { body: job } = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body });
    const people = [await Visitor.signedIn(service, email), await Visitor.signedIn(service, email)] as const;
    const decisions = async () =>
      (await service.ask('GET', `/v1/records/rec_${job.job_id.slice('job_'.length)}`, { key })).body.decisions;
    const page = `/console/jobs/${job.job_id}`;
    const seen = await Promise.all(people.map(async (person) => (await person.get(page)).html));
    expect(textOf(seen[0] ?? '')).toMatch(/Reference case-7 .*Record ID rec_\w+/s);
    const decide = (of: 0 | 1, html: string, chosen: string) => {
      const decisions_seen = /name="decisions_seen" value="(\d+)"/.exec(html)?.[1] ?? '';
      return people[of].post(`${page}/meant`, {
        form_token: tokenIn(html),
        chosen,
        decisions_seen,
        note: `typed by ${of}`,
      });
    };
    expect((await decide(0, seen[0] ?? '', 'record:20200000002')).location).toBe(page);
    const late = await decide(1, seen[1] ?? '', 'none');
    expect(late.status).toBe(400);
    expect(textOf(late.html)).toContain(
      `${email} decided for the record 20200000002 meanwhile (“typed by 0”). Nothing was changed.`,
    );
    expect(late.html).toContain('>typed by 1</textarea>');
    expect(late.html).toMatch(/<details class="screen" open/);
    expect(await decisions()).toHaveLength(1);
    expect((await decide(1, late.html, 'none')).location).toBe(page);
    expect(await decisions()).toHaveLength(2);
  });

  it('is made for a known answer, which has no job, on a page of its own', async () => {
    const email = newEmail();
    const { key } = await service.signUp(email);
    const visitor = await Visitor.signedIn(service, email);
    const body = { entity_name: name, jurisdiction: 'us-co' };
    const { body: job } = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body });
    // As the answers of a search that were known.
    await service.db.change('delete from records where job_id = $1', [toUuid(job.job_id)]);
    await service.db.change(
      `insert into records (id, account_id, via, entity_name, jurisdiction, tier, outcome, cached, entity_id, official_name, record_number, status, confidence, answer, credits_charged)
         select gen_random_uuid(), j.account_id, 'rest', j.entity_name, j.jurisdiction, j.tier, 'not_sure', true, uuid_of(j.result ->> 'entityId'), j.entity_name,
                '20200000003', 'active', 80, '{"alternatives":[{"entity_name":"Another","jurisdiction_id":"20200000002","status":"dissolved","confidence":80}]}', 1
           from jobs j where j.id = $1`,
      [toUuid(job.job_id)],
    );
    const page = /href="(\/console\/review\/rec_\w+)"/.exec((await visitor.get('/console/review')).html)?.[1] ?? '';
    const shown = await visitor.get(page);
    expect(textOf(shown.html)).toContain('Registration number 20200000002');
    const fields = { form_token: tokenIn(shown.html), chosen: 'record:20200000002', note: 'by the invoice' };
    expect((await visitor.post(`${page}/meant`, fields)).location).toBe(page);
    expect(textOf((await visitor.get(page)).html)).toContain(`Confirmed by ${email}: Another`);
  });

  it('is made for unsure rows of a batch, from the list of all unsure matches', async () => {
    const email = newEmail();
    const { key } = await service.signUp(email);
    const visitor = await Visitor.signedIn(service, email);
    const sent = await fetch(`${service.url}/v1/batches?start=true`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'x-api-key': key },
      body: `entity_name,jurisdiction,custom_id\n${name},us-co,-C7\nNobody at all LLC,us-co,C-8\n`,
    });
    const { batch_id: id } = (await sent.json()) as { batch_id: string };
    await until(async () => (await service.ask('GET', `/v1/batches/${id}`, { key })).body.status === 'completed');

    const list = await visitor.get('/console/review');
    expect(textOf(list.html)).toMatch(/line 2, -C7 \d+ \w+ \d{4}, \d\d:\d\d Open/);
    expect(textOf(list.html)).not.toContain('Nobody at all');
    expect(textOf((await visitor.get('/console')).html)).toContain('One unsure match waits for a decision');
    const page = `/console/batches/${id}/rows/2`;
    expect(list.html).toContain(`href="${page}"`);
    const shown = await visitor.get(page);
    for (const number of ['20200000002', '20200000003'])
      expect(textOf(shown.html)).toContain(`Registration number ${number}`);
    const form_token = tokenIn(shown.html);
    const press = (fields: Record<string, string>) => visitor.post(`${page}/meant`, { form_token, ...fields });
    expect((await press({ chosen: 'record:20200000009', note: 'x' })).status).toBe(400);
    expect((await press({ chosen: 'record:20200000003', note: 'by the invoice' })).location).toBe(page);
    expect(textOf((await visitor.get(page)).html)).toContain('Reason by the invoice');
    expect(textOf((await visitor.get('/console')).html)).not.toContain('unsure match');
    expect(textOf((await visitor.get(`/console/batches/${id}`)).html)).toContain(`20200000003 ${email}`);
    expect(textOf((await visitor.get('/console/review?decided=false')).html)).toContain('Nothing to review.');
    expect(textOf((await visitor.get('/console/review?decided=all')).html)).toContain('20200000003');
    const csv = (await visitor.get('/console/review.csv?decided=all')).html.trim().split('\r\n');
    expect(csv[1]).toMatch(new RegExp(`^${id},2,-C7,${name},us-co,[0-9 ]+,20200000003,by the invoice,${email},`));
    const { body: data } = await service.ask('GET', '/v1/account/data-export', { key });
    expect(data.batch_rows[0].meant).toMatchObject({ jurisdiction_id: '20200000003', decided_by: email });
    await expect(
      service.db.change(`update record_decisions set jurisdiction_id = null where jurisdiction_id = '20200000003'`),
    ).rejects.toThrow('a decision that was made stays as it is');

    const other = await Visitor.signedIn(service);
    const missing = textOf((await other.get('/console/nowhere')).html);
    expect(textOf((await other.get(page)).html)).toBe(missing);
    const theirs = tokenIn((await other.get('/console')).html);
    const decided = await other.post(`${page}/meant`, { form_token: theirs, chosen: 'none', note: 'mine' });
    expect([decided.status, textOf(decided.html)]).toEqual([404, missing]);
  });
});
