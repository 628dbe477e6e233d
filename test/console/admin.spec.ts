import { toUuid } from '../../src/core/ids.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { administrator, ADMIN_KEY, confirm } from './administrator.js';
import { textOf, tokenIn, type Visitor } from './visitor.js';
import { wholeAccount, WHOLE_ENV, type WholeAccount } from './whole-account.js';

const HOME = '/console/admin/accounts';
/** A charged row of the account's batch. */
const CHARGED_LINE = '1';
const MARKUP = '<script>alert(1)</script>"><img src=x onerror=alert(2)> LLC';

describe('the admin console', () => {
  let service: Service;
  let admin: Visitor;
  let owner: WholeAccount;
  let accountId: string;
  let account: string;
  let email: string;
  let posts: string[];
  let pages: string[];
  beforeAll(async () => {
    service = await startService({ env: { ...WHOLE_ENV, ADMIN_API_KEY: ADMIN_KEY } });
    admin = await administrator(service);
    owner = await wholeAccount(service, MARKUP);
    ({ account_id: accountId, email } = (await service.ask('GET', '/v1/account', { key: owner.key })).body);
    account = `${HOME}/${accountId}`;
    const routes = service.routes.filter((route) => route.includes(' /console/admin'));
    posts = routes.filter((route) => route.startsWith('POST '));
    pages = routes.filter((route) => route.startsWith('GET '));
  });
  afterAll(() => service.close());

  const ask = async (path: string) =>
    (await service.ask('GET', `/v1/admin${path}`, { headers: { 'x-admin-key': ADMIN_KEY } })).body;
  const addressIn = (route: string) => {
    const ids: Record<string, string> = { accounts: accountId, jobs: owner.ids.jobs, batches: owner.ids.batches };
    const [, section = ''] = /admin\/(\w+)\/:id/.exec(route) ?? [];
    return route
      .replace(/^[A-Z]+ /, '')
      .replace(':id', ids[section] ?? 'us-or')
      .replace(':line', CHARGED_LINE);
  };
  /** Returns everything an administrator can change, as reported by the API. */
  const standing = async () => {
    const jurisdictions = (await service.ask('GET', '/v1/jurisdictions')).body;
    return [
      await ask(`/accounts/${accountId}`),
      await ask(`/jobs/${owner.ids.jobs}`),
      await ask('/audit'),
      jurisdictions,
    ];
  };

  it('shows its pages to an administrator, and redirects everyone else to the sign-in', async () => {
    expect(pages.length).toBeGreaterThan(8);
    for (const route of pages.filter((each) => each !== 'GET /console/admin/sign-in')) {
      const path = addressIn(route);
      const shown = [await admin.get(path), await owner.visitor.get(path)];
      expect([route, ...shown.map(({ status }) => status)]).toEqual([route, 200, 303]);
      expect(shown[1]?.location).toBe('/console/admin/sign-in');
      expect(Buffer.byteLength(shown[0]?.html ?? '')).toBeLessThan(40_000);
    }
  });

  it('refuses a form without its token, with a foreign token, from another site or in a frame', async () => {
    expect(posts.length).toBeGreaterThan(9);
    const form_token = tokenIn((await admin.get(HOME)).html);
    const stolen = tokenIn((await (await administrator(service)).get(HOME)).html);
    const ofAccount = tokenIn((await owner.visitor.get('/console')).html);
    const before = await standing();
    for (const route of posts) {
      const path = addressIn(route);
      const fields = { reason: 'none', amount: '5', active: 'no' };
      const tried = [
        await admin.post(path, fields),
        await admin.post(path, { ...fields, form_token: stolen }),
        await admin.post(path, { ...fields, form_token: ofAccount }),
        await admin.post(path, { ...fields, form_token }, { 'sec-fetch-site': 'cross-site' }),
        await admin.post(path, { ...fields, form_token }, { 'sec-fetch-dest': 'iframe' }),
        await owner.visitor.post(path, { ...fields, form_token: ofAccount }),
        await owner.visitor.post(path, { ...fields, form_token }),
      ];
      expect([route, ...tried.map(({ status }) => status)]).toEqual([route, 403, 403, 403, 403, 403, 403, 403]);
    }
    expect(await standing()).toEqual(before);
  });

  it('returns 404 for what is missing', async () => {
    for (const path of [`${HOME}/acc_none`, '/console/admin/jobs/job_none', '/console/admin/jurisdictions/us-zz']) {
      const shown = await admin.get(path);
      expect([path, shown.status]).toEqual([path, 404]);
      expect(shown.html).toContain('href="/console/admin');
    }
    for (const path of ['bat_none', `${owner.ids.batches}/rows/99`, `${owner.ids.batches}/rows/none`]) {
      expect([path, (await admin.get(`/console/admin/batches/${path}`)).status]).toEqual([path, 404]);
    }
    const form_token = tokenIn((await admin.get(HOME)).html);
    const missing = { form_token, reason: 'none' };
    const sent = await admin.post(`/console/admin/batches/${owner.ids.batches}/rows/99/refund`, missing);
    expect(sent.status).toBe(404);
  });

  it('finds jobs by name, account and day', async () => {
    const jobs = async (narrowed: string) => textOf((await admin.get(`/console/admin/jobs?${narrowed}`)).html);
    expect(await jobs(`text=ALERT(1)&account_id=${accountId}&from=2020-01-01`)).toContain('us-co');
    for (const nothing of ['jurisdiction=us-ct', 'account_id=acc_none', 'from=2099-01-01', 'to=2020-01-01']) {
      expect([nothing, await jobs(`text=LLC&${nothing}`)]).toEqual([nothing, expect.stringContaining('No matches.')]);
    }
  });

  it('names an account by its address wherever one is named, and links to it', async () => {
    const [path, limit] = [`/v1/admin/accounts/${accountId}/credits`, { amount: 1, reason: 'a gift' }];
    await service.ask('POST', path, { headers: { 'x-admin-key': ADMIN_KEY }, body: limit });
    const { jobs, batches } = owner.ids;
    const lists = ['jobs', 'batches', 'audit'];
    for (const page of [...lists, `jobs/${jobs}`, `batches/${batches}`, `batches/${batches}/rows/1`]) {
      const { html } = await admin.get(`/console/admin/${page}`);
      expect([page, html]).toEqual([page, expect.stringContaining(`<a href="${account}">${email}</a>`)]);
      expect([page, textOf(html).includes(accountId)]).toEqual([page, !['jobs', 'batches'].includes(page)]);
    }
  });

  it('names an account without an address by its id', async () => {
    const { key } = await service.signUp();
    const { account_id: id } = (await service.ask('GET', '/v1/account', { key })).body;
    const change = { headers: { 'x-admin-key': ADMIN_KEY }, body: { amount: 1, reason: 'a gift' } };
    await service.ask('POST', `/v1/admin/accounts/${id}/credits`, change);
    const gone = 'update accounts set email = null, proven_email = null, deleted_at = now() where id = $1';
    await service.db.change(gone, [toUuid(id)]);
    const { html } = await admin.get('/console/admin/audit');
    expect(html).toContain(`<a href="${HOME}/${id}"><code>${id}</code></a>`);
  });

  it('narrows the rows of a batch by answer and standing, on the page and in the file', async () => {
    const page = `/console/admin/batches/${owner.ids.batches}`;
    const lines = async (query: string) =>
      (await admin.get(`${page}/rows.csv?${query}`)).html
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',')[0]);
    expect(await lines('answer=found')).toEqual(['1']);
    expect(await lines('standing=good')).toEqual(['1']);
    const { html } = await admin.get(`${page}?answer=review`);
    expect([html.includes('/rows/4'), html.includes('/rows/1"')]).toEqual([true, false]);
  });

  it('finds accounts by address prefix, page by page', async () => {
    const start = `paged${Date.now()}`;
    for (const name of ['a', 'b']) await service.signUp(`${start}-${name}@example.com`);
    const first = await admin.get(`${HOME}?email_prefix=${start}&limit=1`);
    expect(textOf(first.html)).toContain(`${start}-b@example.com`);
    const [, older = ''] = /href="([^"]+cursor=[^"]+)"/.exec(first.html) ?? [];
    const second = await admin.get(older.replaceAll('&amp;', '&'));
    expect(textOf(second.html)).toContain(`${start}-a@example.com`);
    expect(textOf(second.html)).not.toContain(`${start}-b@example.com`);
  });

  it('gives credits after a confirmation, once however often it is sent', async () => {
    const before = await service.balance(owner.key);
    const asked = await admin.press(account, `${account}/credits`, { amount: '7', reason: 'for "the" <outage>' });
    expect(textOf(asked.html)).toContain('Give 7 credits to');
    expect(await service.balance(owner.key)).toBe(before);
    const sent = await Promise.all(Array.from({ length: 8 }, () => confirm(admin, asked)));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([303, ...Array.from({ length: 7 }, () => 400)]);
    expect(await service.balance(owner.key)).toBe(before + 7);
    const [entry] = (await ask('/audit')).actions;
    expect(entry).toMatchObject({ action: 'adjust credits', subject: accountId, reason: 'for "the" <outage>' });
    const tooMuch = await admin.press(account, `${account}/credits`, { amount: '-100000', reason: 'x' });
    expect((await confirm(admin, tooMuch)).status).toBe(400);
    for (const amount of ['0', 'many', '']) {
      expect((await admin.press(account, `${account}/credits`, { amount, reason: 'x' })).status).toBe(400);
    }
    expect((await admin.press(account, `${account}/credits`, { amount: '1' })).status).toBe(400);
    expect(await service.balance(owner.key)).toBe(before + 7);
  });

  it('shows what an account has, and marks the required fields of its forms', async () => {
    const { html } = await admin.get(account);
    expect(textOf(html)).toContain('Balance');
    expect(textOf(html)).not.toContain('Owes');
    const [, field] = /(<input[^>]*name="rate_limit"[^>]*>)/.exec(html) ?? [];
    expect(field).toContain('required');
  });

  it('disables an account after a confirmation, and enables it again', async () => {
    const status = async () => (await service.ask('GET', '/v1/account', { key: owner.key })).status;
    const asked = await admin.press(account, `${account}/disable`, { reason: 'abuse' });
    expect(await status()).toBe(200);
    expect((await confirm(admin, asked)).location).toBe(account);
    expect(await status()).toBe(403);
    expect(textOf((await admin.get(account)).html)).toContain('disabled');
    await admin.press(account, `${account}/enable`, { reason: 'cleared' });
    expect(await status()).toBe(200);
  });

  it('sets the limit of a key, and creates an account whose key is shown once', async () => {
    const form = { key_id: owner.ids.keys, rate_limit: '321', reason: 'agreed' };
    expect((await admin.press(account, `${account}/rate-limit`, form)).location).toBe(account);
    const { api_keys: keys } = await ask(`/accounts/${accountId}`);
    expect(keys.find(({ id }: { id: string }) => id === owner.ids.keys).rate_limit).toBe(321);
    const newcomer = newEmail();
    const made = await admin.press(HOME, HOME, { email: newcomer, credits: '12', label: 'first' });
    const [key = ''] = /stnd_[0-9A-Za-z]{38}/.exec(made.html) ?? [];
    const { body } = await service.ask('GET', '/v1/account', { key });
    expect(body).toMatchObject({ email: newcomer, credit_balance: 12 });
    expect((await admin.get(`${HOME}/${body.account_id}`)).html).not.toContain(key);
    expect((await admin.press(HOME, HOME, { email: newcomer })).status).toBe(409);
  });

  it('refunds a job once', async () => {
    const page = `/console/admin/jobs/${owner.ids.jobs}`;
    const before = await service.balance(owner.key);
    const asked = await admin.press(page, `${page}/refund`, { reason: 'our outage' });
    expect((await confirm(admin, asked)).location).toBe(page);
    const job = await ask(`/jobs/${owner.ids.jobs}`);
    expect(job).toMatchObject({ status: 'refunded', credits_refunded: true });
    expect(await service.balance(owner.key)).toBe(before + job.credits_charged);
    const again = await admin.post(`${page}/refund`, { form_token: tokenIn(asked.html), reason: 'again' });
    expect((await confirm(admin, again)).status).toBe(409);
    expect((await admin.get(page)).html).not.toContain('Refund the job');
  });

  it('refunds a row of a batch once, however many administrators request it concurrently', async () => {
    const page = `/console/admin/batches/${owner.ids.batches}`;
    const row = `${page}/rows/${CHARGED_LINE}`;
    const before = await service.balance(owner.key);
    expect((await admin.get(page)).html).toContain(`href="${row}"`);
    const other = await administrator(service);
    const asked = await Promise.all(
      [admin, other, admin, other].map(async (by) => {
        const shown = await by.press(row, `${row}/refund`, { reason: 'the wrong business' });
        expect(textOf(shown.html)).toContain('Give 1 credit back');
        return { by, shown };
      }),
    );
    const sent = await Promise.all(
      asked.flatMap(({ by, shown }) => [confirm(by, shown), confirm(by, shown), confirm(by, shown)]),
    );
    expect(sent.filter(({ status, location }) => status === 303 && location === row)).toHaveLength(1);
    expect(sent.filter(({ status }) => status === 409)).toHaveLength(3);
    expect(sent.filter(({ status }) => status === 400)).toHaveLength(8);
    expect(await service.balance(owner.key)).toBe(before + 1);
    const refunds = await ask('/audit');
    expect(refunds.actions.filter(({ action }: { action: string }) => action === 'refund batch row')).toHaveLength(1);
    const after = await admin.get(row);
    expect(textOf(after.html)).toContain('Refunded yes');
    expect(after.html).not.toContain('Refund the row');
    expect(textOf((await admin.get(page)).html)).toContain('refunded');
    const csv = (await admin.get(`${page}/rows.csv`)).html.split('\r\n');
    expect(csv[1]).toContain(',1,true,');
  });

  it('offers no refund of a row that was not charged, and finds the batches of an account', async () => {
    const page = `/console/admin/batches/${owner.ids.batches}`;
    const rejected = await admin.get(`${page}/rows/3`);
    expect(rejected.html).not.toContain('Refund the row');
    const form_token = tokenIn((await admin.get(HOME)).html);
    const asked = await admin.post(`${page}/rows/3/refund`, { form_token, reason: 'none' });
    expect((await confirm(admin, asked)).status).toBe(404);
    const listed = async (of: string) => (await admin.get(`/console/admin/batches?account_id=${of}`)).html;
    expect(await listed(accountId)).toContain(owner.ids.batches);
    const { body } = await service.ask('GET', '/v1/account', { key: (await service.signUp()).key });
    for (const nobody of [body.account_id, 'acc_none']) {
      expect(textOf(await listed(nobody))).toContain('No matches.');
    }
  });

  it('disables a jurisdiction, and enables it again', async () => {
    const page = '/console/admin/jurisdictions/us-ct';
    const active = async () => {
      const { body } = await service.ask('GET', '/v1/jurisdictions?name=us-ct');
      return body.jurisdictions[0].active;
    };
    expect(textOf((await admin.get(page)).html)).not.toContain('Put back into service');
    const asked = await admin.press(page, page, { active: 'no', reason: 'they asked us to' });
    expect(await active()).toBe(true);
    await confirm(admin, asked);
    expect(await active()).toBe(false);
    const out = textOf((await admin.get(page)).html);
    expect(out).toContain('It was taken out of service for now.');
    expect(out).toContain('Put back into service');
    await admin.press(page, page, { active: 'yes', reason: 'all is well' });
    expect(await active()).toBe(true);
  });

  it('does not offer to enable a jurisdiction that no one disabled', async () => {
    const shown = textOf((await admin.get('/console/admin/jurisdictions/us-or')).html);
    expect(shown).toContain('unavailable');
    expect(shown).not.toContain('Put back into service');
  });

  it('erases personal data after a confirmation', async () => {
    const officers = async () =>
      (await service.ask('GET', `/v1/entity/${owner.ids.entities}`, { key: owner.key })).body;
    const page = '/console/admin/personal-data';
    expect((await admin.get(page)).html).toMatch(/<input[^>]* name="entity_id"[^>]* required/);
    const asked = await admin.press(page, page, { entity_id: owner.ids.entities, reason: 'a person asked' });
    expect((await confirm(admin, asked)).location).toBe('/console/admin/audit');
    const shown = textOf((await admin.get('/console/admin/audit')).html);
    expect(shown).toContain(`erase personal data ${owner.ids.entities} a person asked`);
    expect((await officers()).officers ?? null).toBeNull();
  });

  it('shows names that contain markup as text', async () => {
    for (const path of ['/console/admin/jobs', `/console/admin/jobs/${owner.ids.jobs}`, account]) {
      const { html } = await admin.get(path);
      expect(html).not.toMatch(/<script>|<img/);
      expect(html).toContain('&lt;script>alert(1)');
    }
  });
});
