import { readFileSync } from 'node:fs';
import { CHANGE_CODES } from '../../src/core/watches/comparison/compare.js';
import { newEmail, startSandboxService, type SandboxService } from '../support/harness.js';
import { until } from '../support/until.js';
import { textOf, tokenIn, Visitor } from './visitor.js';

/** No receiver listens there. */
const RECEIVER = 'http://127.0.0.1:9/hooks';

describe('monitoring', () => {
  let service: SandboxService;
  let visitor: Visitor;
  let email: string;
  let key: string;
  beforeAll(async () => {
    service = await startSandboxService({
      tellsStory: true,
      env: { FREE_CREDITS: '1000', WEBHOOK_ALLOW_PRIVATE: 'true' },
    });
    email = newEmail();
    ({ key } = await service.signUp(email));
    visitor = await Visitor.signedIn(service, email);
  });
  afterAll(() => service.close());

  const mailed = () => service.said.filter((line) => line.startsWith(`e-mail to ${email}: Watched:`));

  async function watchRenamed(): Promise<{ entity: string; watch: string }> {
    const asked = { entity_name: 'Sandbox Renamed LLC', jurisdiction: 'us-co', tier: 'deep' };
    const { body } = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body: asked });
    const entity = `/console/entities/${body.entity_id}`;
    const order = {
      entity_id: body.entity_id,
      every: '7d',
      tier: 'quick',
      'on:NAME_CHANGED': 'yes',
      webhook_url: RECEIVER,
    };
    const { location = '' } = await visitor.press(entity, '/console/watches', order);
    return { entity, watch: location };
  }

  it('lists nothing before any change', async () => {
    const { html } = await visitor.get('/console/monitoring');
    expect(textOf(html)).toContain('No changes so far.');
    expect(textOf(html)).toContain('The clock shows 1 Jan 2030');
  });

  it('shows a change in the feed, on the watch and on the business, and sends one mail', async () => {
    const { entity, watch } = await watchRenamed();
    const { watches } = (await service.ask('GET', '/v1/watches', { key })).body;
    expect(watches).toMatchObject([{ on: ['NAME_CHANGED'] }]);
    const chosen = await visitor.press('/console/monitoring', '/console/monitoring/mail', { every: 'at_once' });
    expect(chosen.location).toBe('/console/monitoring');
    expect(textOf((await visitor.get('/console/monitoring')).html)).toContain('You will get changes by e-mail.');
    await visitor.press('/console/monitoring', '/console/monitoring/clock', { by: '30d' });
    await until(async () => (await service.ask('GET', '/v1/sandbox/clock', { key })).body.advancing_to === undefined);
    for (const page of ['/console/monitoring', watch, entity, '/console']) {
      expect([page, textOf((await visitor.get(page)).html)]).toEqual([
        page,
        expect.stringContaining('Its name changed'),
      ]);
    }
    expect(textOf((await visitor.get('/console/watches')).html)).not.toContain('wch_');
    expect(textOf((await visitor.get('/console')).html)).toContain('The clock shows 31 Jan 2030');
    await until(() => Promise.resolve(mailed().length > 0));
    expect(mailed()).toHaveLength(1);
    const csv = (await visitor.get('/console/monitoring.csv')).html.trim().split('\r\n');
    expect(csv[1]).toContain('entity.changed');
    const other = await Visitor.signedIn(service);
    expect(textOf((await other.get('/console/monitoring')).html)).toContain('No changes so far.');
  });

  it('keeps the checks of a watch under the watch, and names its schedule and no person', async () => {
    const [watch] = (await service.ask('GET', '/v1/watches', { key })).body.watches;
    const { jobs } = (await service.ask('GET', `/v1/jobs?watch_id=${watch.watch_id}`, { key })).body;
    expect(jobs.length).toBeGreaterThan(0);
    const all = (await service.ask('GET', '/v1/jobs', { key })).body.jobs;
    expect(all.length).toBeGreaterThan(jobs.length);
    const check = `/console/jobs/${jobs[0].job_id}`;
    expect(jobs[0].watch_id).toBe(watch.watch_id);
    expect((await visitor.get('/console/jobs')).html).not.toContain(check);
    expect((await visitor.get('/console')).html).not.toContain(check);
    for (const list of ['/console/jobs?checks=true', `/console/watches/${watch.watch_id}`]) {
      expect((await visitor.get(list)).html).toContain(check);
    }
    const under = (await visitor.get(`/console/jobs?watch_id=${watch.watch_id}`)).html;
    expect(under.match(/href="\/console\/jobs\/job_/g)).toHaveLength(jobs.length);
    const page = await visitor.get(check);
    expect(textOf(page.html)).toContain('Checked by the schedule of a watch');
    expect(page.html).toContain(`href="/console/watches/${watch.watch_id}"`);
    expect(textOf(page.html)).not.toContain(`Requested by ${email}`);
    expect((await service.ask('GET', '/v1/jobs?watch_id=wch_1', { key })).status).toBe(400);
  });

  it('watches every change when an edit selects no code, or each of them', async () => {
    const { body } = await service.ask('GET', '/v1/watches', { key });
    const page = `/console/watches/${body.watches[0].watch_id}`;
    const all = Object.fromEntries(CHANGE_CODES.map((code) => [`on:${code}`, 'yes']));
    for (const [codes, words] of [
      [{}, 'every change'],
      [{ 'on:FILED': 'yes' }, 'a new filing was made'],
      [all, 'every change'],
    ] as const) {
      await visitor.press(page, page, { every: '30d', tier: 'quick', ...codes });
      expect(textOf((await visitor.get(page)).html)).toContain(`Notify about ${words}`);
    }
    expect(await service.db.rows('select 1 from watches where codes is not null')).toEqual([]);
  });

  it('migrates a watch on each code to every change, and keeps a selection', async () => {
    const file = readFileSync('migrations/0018_watches_on_everything_and_unsure_jobs.sql', 'utf8');
    const [statement = ''] = file.split(/;\s*$/m);
    const most = CHANGE_CODES.filter((code) => code !== 'FILED');
    const stored = async (codes: readonly string[]) => {
      await service.db.change('update watches set codes = $1', [[...codes]]);
      await service.db.change(statement);
      return service.db.rows('select codes from watches');
    };
    try {
      expect(await stored(CHANGE_CODES.toReversed())).toEqual([{ codes: null }]);
      expect(await stored(most)).toEqual([{ codes: most }]);
      expect(await stored(['FILED'])).toEqual([{ codes: ['FILED'] }]);
    } finally {
      await service.db.change('update watches set codes = null');
    }
  });

  it('keeps a mail that could not be marked as sent, and sends the same one again', async () => {
    await service.db.change(
      `update change_mails set due_at = now(), claimed_until = null,
              outbox = '{"id": "0198c0de-0000-7000-8000-000000000001", "subject": "Watched: again", "text": "x", "lastEvent": "evt_01kaaaaaaaaaaaaaaaaaaaaaaa"}'`,
    );
    await until(() => Promise.resolve(mailed().some((line) => line.includes('Watched: again'))));
    await until(
      async () => (await service.db.rows('select 1 from change_mails where outbox is not null')).length === 0,
    );
    const none = await visitor.press('/console/monitoring', '/console/monitoring/mail', { every: '' });
    expect(none.location).toBe('/console/monitoring');
    expect(await service.db.rows('select 1 from change_mails')).toEqual([]);
  });

  it('links the business where it linked a watch, once that was deleted', async () => {
    const [{ watch_id: id, entity_id: entity }] = (await service.ask('GET', '/v1/watches', { key })).body.watches;
    const [delivery] = (await service.ask('GET', '/v1/webhooks/deliveries', { key })).body.deliveries;
    const pages = ['/console', '/console/monitoring', `/console/webhooks/${delivery.delivery_id}`];
    const linking = async () => {
      const shown = await Promise.all(pages.map((page) => visitor.get(page)));
      return shown.map(({ html }) => html.includes(`/watches/${id}`));
    };
    expect(await linking()).toEqual([true, true, true]);
    expect((await service.ask('DELETE', `/v1/watches/${id}`, { key })).status).toBe(204);
    expect(await linking()).toEqual([false, false, false]);
    for (const page of ['/console', '/console/monitoring']) {
      expect((await visitor.get(page)).html).toContain(`href="/console/entities/${entity}"`);
    }
  });

  it('refuses an interval or a clock step that it does not offer', async () => {
    const form_token = tokenIn((await visitor.get('/console/monitoring')).html);
    for (const [path, fields] of [
      ['mail', { every: 'hourly' }],
      ['clock', { by: '10y' }],
      ['clock', { by: 'constructor' }],
    ] as const) {
      const { status } = await visitor.post(`/console/monitoring/${path}`, { form_token, ...fields });
      expect([path, status]).toEqual([path, 400]);
    }
  });
});
