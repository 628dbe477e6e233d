import { newEmail, startService, type Service } from '../support/harness.js';
import { textOf, tokenIn, Visitor } from './visitor.js';

const SESSION = 'standing_console';

describe('the console session', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('redirects to the sign-in when no one is signed in, and reports invalid input', async () => {
    const visitor = new Visitor(service);
    const sent = await visitor.get('/console');
    expect([sent.status, sent.location]).toEqual([303, '/console/sign-in']);
    const shown = await visitor.press('/console/sign-in', '/console/sign-in', { action: 'send', email: 'nobody' });
    expect(shown.status).toBe(400);
    expect(shown.html).toContain('role="alert"');
    expect(textOf(shown.html)).toContain('The address must be an e-mail address.');
  });

  it('begins with a code from an e-mail, and ends on sign-out', async () => {
    const visitor = new Visitor(service);
    const email = newEmail();
    const opened = await visitor.signIn(email);
    expect([opened.status, opened.location]).toEqual([303, '/console']);
    const overview = await visitor.get('/console');
    expect(overview.status).toBe(200);
    expect(textOf(overview.html)).toContain(`50 credits ${email}`);

    const secret = visitor.cookie(SESSION) ?? '';
    const left = await visitor.press('/console', '/console/sign-out');
    expect(left.location).toBe('/console/sign-in');
    expect(visitor.cookie(SESSION)).toBeUndefined();
    visitor.setCookie(SESSION, secret);
    expect((await visitor.get('/console')).location).toBe('/console/sign-in');
  });

  async function ended(): Promise<{ visitor: Visitor; email: string; fields: Record<string, string> }> {
    const email = newEmail();
    const visitor = await Visitor.signedIn(service, email);
    const fields = { form_token: tokenIn((await visitor.get('/console/verify')).html) };
    await service.db.change(
      'delete from console_sessions where account_id = (select id from accounts where email = $1)',
      [email],
    );
    return { visitor, email, fields };
  }

  it('returns the visitor after its end to the requested page, with the query', async () => {
    const { visitor, email } = await ended();
    const led = await visitor.get('/console/jobs?status=failed&text=a%26b');
    expect([led.status, led.location]).toEqual([303, '/console/sign-in']);
    expect(textOf((await visitor.get('/console/sign-in')).html)).toContain('Your session has ended. Sign in to go on.');
    expect((await visitor.signIn(email)).location).toBe('/console/jobs?status=failed&text=a%26b');
    expect((await visitor.press('/console', '/console/sign-out')).location).toBe('/console/sign-in');
    expect((await visitor.signIn(email)).location).toBe('/console');
  });

  it.each([
    ['/console/verify', '/console/verify'],
    ['/console/billing/buy', '/console/billing'],
    ['/console/keys/key_x/revoke', '/console/keys/key_x'],
    ['/console/batches?typed=yes', '/console/batches'],
  ])('returns the visitor after its end to the form %s, and reports that nothing was sent', async (to, page) => {
    const { visitor, email, fields } = await ended();
    const led = await visitor.post(to, fields);
    expect([led.status, led.location]).toEqual([303, '/console/sign-in']);
    expect(textOf((await visitor.get('/console/sign-in')).html)).toContain('Nothing was sent');
    expect((await visitor.signIn(email)).location).toBe(page);
    expect(textOf((await visitor.get('/console/verify')).html)).toContain(
      'The form was not sent before you signed in.',
    );
  });

  it('never returns the visitor to a file, a script response or another host', async () => {
    for (const [path, accept] of [
      ['/console/jobs.csv', 'text/html'],
      ['/console/balance.json', '*/*'],
      ['/console/jobs', '*/*'],
    ] as const) {
      const { visitor, email } = await ended();
      expect((await visitor.get(path, { accept })).status).toBe(303);
      expect((await visitor.signIn(email)).location).toBe('/console');
    }
    for (const forged of ['page //evil.example', 'page https://evil.example', 'page /\\evil.example', '%zz', 'page']) {
      const { visitor, email } = await ended();
      visitor.setCookie(`${SESSION}_way_back`, forged.startsWith('%') ? forged : encodeURIComponent(forged));
      expect((await visitor.signIn(email)).location).toMatch(/^\/console(\/|$)/);
    }
  });

  it('offers free credits at the sign-in where a new account gets some', async () => {
    expect(textOf((await new Visitor(service).get('/console/sign-in')).html)).toContain(
      'A new address gets an account with 50 free credits.',
    );
    const dear = await startService({ env: { FREE_CREDITS: '0' } });
    expect(textOf((await new Visitor(dear).get('/console/sign-in')).html)).toContain('A new address gets an account.');
    await dear.close();
  });

  it('begins with a password too', async () => {
    const { email, key } = await service.signUp();
    await service.ask('PUT', '/v1/account/password', { key, body: { new_password: 'correct horse battery staple' } });
    const visitor = new Visitor(service);
    const wrong = { action: 'password', email, password: 'incorrect horse battery' };
    const refused = await visitor.press('/console/sign-in', '/console/sign-in', wrong);
    expect([refused.status, visitor.cookie(SESSION)]).toEqual([401, undefined]);
    const right = { ...wrong, password: 'correct horse battery staple' };
    expect((await visitor.press('/console/sign-in', '/console/sign-in', right)).location).toBe('/console');
  });

  it('has a cookie that scripts cannot read, for the console alone, new with each sign-in', async () => {
    const visitor = new Visitor(service);
    const email = newEmail();
    const { headers } = await visitor.signIn(email);
    expect(headers.getSetCookie().find((line) => line.startsWith(`${SESSION}=`))).toMatch(
      /^standing_console=[\w-]{43}; Max-Age=1209600; Path=\/console; HttpOnly; SameSite=Lax$/,
    );
    const first = visitor.cookie(SESSION);
    const planted = new Visitor(service);
    planted.setCookie(SESSION, 'A'.repeat(43));
    await planted.signIn(newEmail());
    expect(planted.cookie(SESSION)).not.toBe('A'.repeat(43));
    expect(planted.cookie(SESSION)).not.toBe(first);
  });

  it('has a secure cookie below the path of a service with an https address', async () => {
    const secure = await startService({ env: { BASE_URL: 'https://example.com/standing' } });
    const sent = await new Visitor(secure).get('/console/sign-in');
    expect(sent.headers.getSetCookie()).toEqual([
      expect.stringMatching(/Path=\/standing\/console; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    expect(sent.html).toContain('action="/standing/console/sign-in?form_token=');
    expect(sent.html).toContain('href="/standing/reference"');
    await secure.close();
  });

  it('is worthless at the API, the tools and the token endpoint', async () => {
    const visitor = await Visitor.signedIn(service);
    const secret = visitor.cookie(SESSION) ?? '';
    const cookie = visitor.cookieHeader;
    const shown: Record<string, string>[] = [
      { cookie },
      { 'x-api-key': secret },
      { authorization: `Bearer ${secret}` },
    ];
    for (const headers of shown) {
      expect((await service.ask('GET', '/v1/account', { headers })).status).toBe(401);
    }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_account', arguments: {} } };
    const accept = 'application/json, text/event-stream';
    expect((await service.ask('POST', '/mcp', { headers: { cookie, accept }, body: call })).status).toBe(401);
    const token = await visitor.post('/oauth/token', { grant_type: 'authorization_code', code: secret }, { accept });
    expect(token.status).toBe(400);
  });

  it('is listed with the other sessions, and ended like them', async () => {
    const email = newEmail();
    const { key } = await service.signUp(email);
    const [one, two] = [await Visitor.signedIn(service, email), await Visitor.signedIn(service, email)];
    const { body } = await service.ask('GET', '/v1/account/sessions', { key });
    expect(body.sessions).toHaveLength(2);
    const [newest] = body.sessions;
    expect((await service.ask('DELETE', `/v1/account/sessions/${newest.session_id}`, { key })).status).toBe(204);
    expect((await two.get('/console')).status).toBe(303);
    expect((await one.get('/console')).status).toBe(200);
    await service.ask('DELETE', '/v1/account/sessions', { key });
    expect((await one.get('/console')).status).toBe(303);
  });

  it('ends with the account, and on a new password', async () => {
    const email = newEmail();
    const { key } = await service.signUp(email);
    const visitor = await Visitor.signedIn(service, email);
    await service.ask('PUT', '/v1/account/password', { key, body: { new_password: 'correct horse battery staple' } });
    expect((await visitor.get('/console')).status).toBe(303);
    const again = await Visitor.signedIn(service, email);
    await service.ask('DELETE', '/v1/account', { key });
    expect((await again.get('/console')).status).toBe(303);
    expect(
      await service.db.rows(
        'select 1 from console_sessions s join accounts a on a.id = s.account_id where a.deleted_at is not null',
      ),
    ).toEqual([]);
  });

  it('refuses a form without its token, with a foreign token or from another site, and framing', async () => {
    const [visitor, other] = [await Visitor.signedIn(service), await Visitor.signedIn(service)];
    const { html } = await visitor.get('/console');
    const stolen = tokenIn((await other.get('/console')).html);
    for (const form_token of ['', stolen]) {
      const refused = await visitor.post('/console/sign-out', { form_token });
      expect(refused.status).toBe(403);
      expect(textOf(refused.html)).toContain('This form is no longer valid.');
    }
    const form_token = tokenIn(html);
    const foreign = await visitor.post('/console/sign-out', { form_token }, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    expect((await visitor.get('/console', { 'sec-fetch-dest': 'iframe' })).status).toBe(403);
    expect((await visitor.get('/console')).status).toBe(200);
  });

  it('allows no inline scripts and no framing on any page', async () => {
    const visitor = await Visitor.signedIn(service);
    for (const path of ['/console', '/console/verify', '/console/nothing']) {
      const { headers } = await visitor.get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain(`default-src 'none'; script-src 'self'; style-src 'self'`);
      expect(policy).toContain(`frame-ancestors 'none'`);
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
  });

  it('is refused once its account is disabled', async () => {
    const email = newEmail();
    await service.signUp(email);
    const visitor = await Visitor.signedIn(service, email);
    await service.db.change('update accounts set disabled_at = now() where email = $1', [email]);
    const shown = await visitor.get('/console');
    expect([shown.status, textOf(shown.html)]).toEqual([403, expect.stringContaining('This account is disabled')]);
  });

  it('limits the page views per minute', async () => {
    const slow = await startService({ env: { RATE_LIMIT_PER_MINUTE: '1' } });
    const visitor = await Visitor.signedIn(slow);
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await visitor.get('/console')).status));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    await slow.close();
  });

  it('does not exist with CONSOLE=off', async () => {
    const off = await startService({ env: { CONSOLE: 'off' } });
    expect((await off.ask('GET', '/console/sign-in')).status).toBe(404);
    expect(off.routes.filter((route) => route.includes('/console'))).toEqual([]);
    await off.close();
  });
});
