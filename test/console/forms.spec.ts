import { newEmail, startService, type Service } from '../support/harness.js';
import { answerToPart } from '../support/raw-http.js';
import { textOf, tokenIn, Visitor, type Shown } from './visitor.js';
import { wholeAccount, WHOLE_ENV } from './whole-account.js';

describe('the console', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ env: WHOLE_ENV });
  });
  afterAll(() => service.close());

  it('creates a key that is shown once, limits it, and revokes it', async () => {
    const visitor = await Visitor.signedIn(service);
    const spending = { budget_credits: '30', budget_every: 'week', confirm_above: '4' };
    const limits = { ...spending, 'tier:quick': 'on', 'jurisdiction:us-co': 'on' };
    const made = await visitor.press('/console/keys', '/console/keys', { label: 'intake', ...limits });
    const [key = ''] = /stnd_[0-9A-Za-z]{38}/.exec(made.html) ?? [];
    const { body } = await service.ask('GET', '/v1/account/keys', { key });
    const [listed] = body.api_keys;
    expect(listed).toMatchObject({
      label: 'intake',
      budget: { credits: 30, every: 'week', spent: 0 },
      confirm_above: { credits: 4 },
      jurisdictions: ['us-co'],
      tiers: ['quick'],
    });
    expect((await visitor.get('/console/keys')).html).not.toContain(key);

    const page = `/console/keys/${listed.id}`;
    await visitor.press(page, page, { label: 'onboarding' });
    const [changed] = (await service.ask('GET', '/v1/account/keys', { key })).body.api_keys;
    expect(changed).toMatchObject({ label: 'onboarding' });
    expect(changed).not.toHaveProperty('budget');
    expect(changed).not.toHaveProperty('confirm_above');
    expect(changed).not.toHaveProperty('tiers');

    const revoked = await twice(visitor, page, `${page}/revoke`, { confirmed: 'yes' });
    expect(revoked.location).toBe('/console/keys');
    expect((await service.ask('GET', '/v1/account', { key })).status).toBe(401);
    expect((await visitor.get(page)).status).toBe(404);
  });

  it('refuses bytes that are not UTF-8, percent-encoded or raw', async () => {
    const visitor = await Visitor.signedIn(service);
    const token = tokenIn((await visitor.get('/console/verify')).html);
    const { cookieHeader: cookie } = visitor;
    for (const name of ['Caf%E9', Buffer.from('Caf\u00e9', 'latin1')]) {
      const body = Buffer.concat([Buffer.from('jurisdiction=us-co&entity_name='), Buffer.from(name)]);
      const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', cookie };
      const answer = await fetch(`${service.url}/console/verify?form_token=${token}`, {
        method: 'POST',
        headers,
        body,
      });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('is not UTF-8');
    }
  });

  it('refuses unknown fields such as __proto__, and repeat keys that the API would not accept', async () => {
    const visitor = await Visitor.signedIn(service);
    for (const name of ['hasOwnProperty', '__proto__', 'constructor']) {
      expect((await visitor.press('/console/verify', '/console/verify', { [name]: 'x' })).status).toBe(400);
      expect((await visitor.press('/console/account', '/console/account', { [name]: 'x' })).status).toBe(400);
    }
    const fields = { entity_name: 'Ferries', jurisdiction: 'us-co' };
    for (const repeat_key of ['a\0b', 'x'.repeat(3_000)]) {
      expect((await visitor.press('/console/verify', '/console/verify', { ...fields, repeat_key })).status).toBe(400);
    }
  });

  it('refuses an invalid multipart boundary, also before sign-in', async () => {
    for (const boundary of ['', '""', '"', 'x'.repeat(5_000), ';', '\\']) {
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': '4' };
      const { status } = await answerToPart(`${service.url}/console/batches`, { headers, part: 'x\r\n\r' });
      expect([400, 403, 415]).toContain(status);
    }
  });

  it('shows what an application may do, limits what it spends, and revokes it', async () => {
    const { visitor, key, ids } = await wholeAccount(service);
    const shown = textOf((await visitor.get('/console/applications')).html);
    expect(shown).toContain('See your account');
    const page = '/console/applications';
    const grant = `${page}/${ids.applications}`;
    await visitor.press(page, `${grant}/limits`, { budget_credits: '7', budget_every: 'day', confirm_above: '3' });
    const { body } = await service.ask('GET', '/v1/account/grants', { key });
    expect(body.grants[0]).toMatchObject({ budget: { credits: 7, every: 'day' }, confirm_above: { credits: 3 } });
    const limited = textOf((await visitor.get(page)).html);
    expect(limited).toContain('0 of 7 credits per day');
    expect(limited).toContain('above 3 credits');
    const revoked = await twice(visitor, page, `${grant}/revoke`, { confirmed: 'yes' });
    expect(revoked.location).toBe('/console/applications');
    expect((await service.ask('GET', '/v1/account/grants', { key })).body.grants).toEqual([]);
  });

  it('buys credits through the checkout, and lists every transaction', async () => {
    const { visitor } = await wholeAccount(service);
    const opened = await visitor.press('/console/billing', '/console/billing/buy', { package_id: 'pro' });
    expect([opened.status, opened.location]).toEqual([303, expect.stringMatching(/^http.+\/checkout\/test\//)]);
    const policy = (await visitor.get('/console/billing')).headers.get('content-security-policy');
    expect(policy).toContain(`form-action 'self' ${new URL(opened.location ?? '').origin};`);
    const elsewhere = (await visitor.get('/console/keys')).headers.get('content-security-policy');
    expect(elsewhere).toContain(`form-action 'self';`);
    const { html } = await visitor.get('/console/billing');
    expect(textOf(html)).toContain('grant: Free credits for a new account');
    const charges = textOf((await visitor.get('/console/billing?type=charge&text=FERRIES')).html);
    expect(charges).toContain('Alder Bridge Ferries LLC');
    expect(charges).not.toContain('grant: Free credits');
    const days = '?type=grant&from=2020-01-01&to=2099-01-01';
    expect((await visitor.get(`/console/billing.csv${days}`)).html.trim().split('\r\n')).toHaveLength(2);
    expect((await visitor.get('/console/billing.csv?to=2020-01-01')).html.trim().split('\r\n')).toHaveLength(1);
    const csv = await visitor.get('/console/billing.csv');
    expect(csv.html.split('\r\n')[0]).toContain('transaction_id,created_at,type,amount');
    expect((await visitor.press('/console/billing', '/console/billing/buy', { package_id: 'other' })).status).toBe(400);
  });

  it('finds the oldest transaction of an account with very many', async () => {
    const email = newEmail();
    const visitor = await Visitor.signedIn(service, email);
    // In parts, because within one statement each insert makes the next one slower.
    for (let thousand = 0; thousand < 21; thousand += 1) {
      await service.db.change(
        `insert into ledger_entries (account_id, type, amount, description)
         select id, 'adjustment', 1, 'one of many' from accounts, generate_series(1, 1000) where email = $1`,
        [email],
      );
    }
    const first = await visitor.get('/console/billing?type=grant');
    expect(textOf(first.html)).toContain('there are more pages');
    const [next = ''] = /[^"]+(?=">Next page)/.exec(first.html) ?? [];
    const older = textOf((await visitor.get(next.replaceAll('&amp;', '&'))).html);
    expect(older).toContain('grant: Free credits for a new account');
    const csv = await visitor.get('/console/billing.csv?type=grant');
    expect(csv.html.trim().split('\r\n')).toEqual([
      expect.stringContaining('transaction_id'),
      expect.stringContaining('Free credits for a new account'),
    ]);
  });

  it('changes name, address and password, and keeps this browser signed in', async () => {
    const email = newEmail();
    const [visitor, elsewhere] = [await Visitor.signedIn(service, email), await Visitor.signedIn(service, email)];
    const moved = newEmail();
    await visitor.press('/console/account', '/console/account', { name: 'Northwind', email: moved });
    expect((await elsewhere.get('/console')).status).toBe(303);
    expect(textOf((await visitor.get('/console/account')).html)).toContain(`${moved} (not confirmed)`);
    const refused = await visitor.press('/console/verify', '/console/verify', {
      entity_name: 'A',
      jurisdiction: 'us-co',
    });
    expect([refused.status, textOf(refused.html)]).toEqual([
      403,
      expect.stringContaining('Confirm your address first'),
    ]);
    const confirm = '/console/account/confirm';
    expect((await visitor.press('/console/account', confirm, { code: '000 000' })).status).toBe(400);
    await visitor.press('/console/account', confirm, { code: service.codeFor(moved) });
    expect(textOf((await visitor.get('/console/account')).html)).not.toContain('(not confirmed)');

    const short = await visitor.press('/console/account', '/console/account/password', { new_password: 'short' });
    expect([short.status, short.html]).toEqual([400, expect.stringContaining('role="alert"')]);
    const password = 'correct horse battery staple';
    const set = await visitor.press('/console/account', '/console/account/password', { new_password: password });
    expect(set.location).toBe('/console/account');
    expect((await visitor.get('/console/account')).status).toBe(200);
    const again = new Visitor(service);
    const form = { action: 'password', email: moved, password };
    expect((await again.press('/console/sign-in', '/console/sign-in', form)).location).toBe('/console');
  });

  it('lists the browsers, ends one and all of them, exports the data, and closes the account', async () => {
    const email = newEmail();
    const { key } = await service.signUp(email);
    const [visitor, elsewhere] = [await Visitor.signedIn(service, email), await Visitor.signedIn(service, email)];
    const { html } = await visitor.get('/console/account');
    expect(textOf(html)).toContain('this browser');
    const [, end = ''] = /action="(\/console\/account\/sessions\/[^"?]+\/end)\?/.exec(html) ?? [];
    await visitor.press('/console/account', end);
    expect((await elsewhere.get('/console')).status).toBe(303);
    const data = await visitor.get('/console/account/export.json');
    expect(JSON.parse(data.html).account.email).toBe(email);

    const kept = await visitor.press('/console/account', '/console/account/close', { email: 'somebody@example.com' });
    expect(kept.status).toBe(400);
    const closed = await visitor.press('/console/account', '/console/account/close', { email });
    expect(closed.location).toBe('/console/sign-in');
    expect((await service.ask('GET', '/v1/account', { key })).status).toBe(403);

    const third = await Visitor.signedIn(service);
    await third.press('/console/account', '/console/account/sessions/end');
    expect((await third.get('/console')).status).toBe(303);
  });

  it('shows a delivery with its body, sends it again, and shows and rotates the secret', async () => {
    const { visitor, key, ids } = await wholeAccount(service);
    const page = `/console/webhooks/${ids.webhooks}`;
    expect(textOf((await visitor.get(page)).html)).toContain(
      '&quot;entity_name&quot;: &quot;Alder Bridge Ferries LLC&quot;',
    );
    const again = await twice(visitor, page, `${page}/redeliver`);
    expect(again.location).toMatch(/^\/console\/webhooks\/dlv_/);
    expect(again.location).not.toBe(page);
    const test = { webhook_url: 'http://127.0.0.1:9' };
    const tried = await twice(visitor, '/console/webhooks', '/console/webhooks/test', test);
    expect(textOf((await visitor.get(tried.location ?? '')).html)).toContain('webhook.test');
    const strange = await visitor.press('/console/webhooks', '/console/webhooks/test', { webhook_url: 'ftp://a.b' });
    expect([strange.status, strange.html]).toEqual([400, expect.stringContaining('role="alert"')]);
    const csv = await visitor.get('/console/webhooks.csv?text=127.0.0.1:9');
    expect(csv.html).toContain(',webhook.test,,http://127.0.0.1:9/,');
    expect(textOf((await visitor.get('/console/webhooks?text=elsewhere')).html)).toContain('No matches.');
    const { body } = await service.ask('GET', '/v1/account/webhook-secret', { key });
    expect((await visitor.get('/console/webhooks')).html).not.toContain(body.secret);
    expect((await visitor.press('/console/webhooks', '/console/webhooks/secret')).html).toContain(body.secret);
    const rotate = '/console/webhooks/secret/rotate';
    const renewed = await twice(visitor, '/console/webhooks', rotate, { confirmed: 'yes' });
    const { body: after } = await service.ask('GET', '/v1/account/webhook-secret', { key });
    expect(after.secret).not.toBe(body.secret);
    expect(renewed.html).toContain(after.secret);
  });

  it('watches a business from its page, changes the watch, checks now, and ends it', async () => {
    const { visitor, key, ids } = await wholeAccount(service);
    const page = `/console/watches/${ids.watches}`;
    await visitor.press(page, page, { every: '1d', tier: 'quick', max_credits_per_month: '31' });
    const { body } = await service.ask('GET', `/v1/watches/${ids.watches}`, { key });
    expect(body).toMatchObject({ every: '1d', max_credits_per_month: 31 });
    expect((await visitor.get('/console/watches.csv?status=active')).html).toContain(
      `${ids.watches},${ids.entities},us-co,`,
    );
    expect(textOf((await visitor.get('/console/watches?jurisdiction=us-ct')).html)).toContain('No matches.');
    const wrong = await visitor.get('/console/watches?status=asleep');
    expect([wrong.status, textOf(wrong.html)]).toEqual([400, expect.stringContaining('status must be')]);
    expect(wrong.html).toContain(ids.watches);
    const before = await service.balance(key);
    await visitor.press(page, `${page}/check`);
    expect(await service.balance(key)).toBe(before - 1);
    const left = await twice(visitor, page, `${page}/delete`, { confirmed: 'yes' });
    expect(left.location).toBe('/console/watches');
    expect((await visitor.get(page)).status).toBe(404);
    const entity = `/console/entities/${ids.entities}`;
    const made = await visitor.press(entity, '/console/watches', {
      entity_id: ids.entities,
      every: '7d',
      tier: 'quick',
    });
    expect(made.location).toMatch(/^\/console\/watches\/wch_/);
    expect(textOf((await visitor.get('/console/watches')).html)).toContain('every week, quick');
  });
});

/** Sends the form of a page twice, as a double click does, and expects equal responses. */
async function twice(visitor: Visitor, page: string, to: string, fields: Record<string, string> = {}): Promise<Shown> {
  const form = { ...fields, form_token: tokenIn((await visitor.get(page)).html), repeat_key: to.slice(-36) };
  const first = await visitor.post(to, form);
  const second = await visitor.post(to, form);
  expect([second.status, second.location, textOf(second.html)]).toEqual([
    first.status,
    first.location,
    textOf(first.html),
  ]);
  return first;
}
