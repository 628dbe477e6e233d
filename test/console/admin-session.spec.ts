import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startService, type Service } from '../support/harness.js';
import { administrator, ADMIN_KEY, ADMIN_SESSION, confirm } from './administrator.js';
import { textOf, Visitor } from './visitor.js';

const SIGN_IN = '/console/admin/sign-in';
const HOME = '/console/admin';
const PAGE = '/console/admin/accounts';

describe('the admin session', () => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startService({ env: { ADMIN_API_KEY: ADMIN_KEY }, databaseUrl: database.url });
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  const trail = async () => {
    const headers = { 'x-admin-key': ADMIN_KEY };
    return (await service.ask('GET', '/v1/admin/audit', { headers })).body.actions;
  };
  const digestsOf = async () =>
    (await service.db.rows<{ digest: string }>('select digest from admin_sessions order by opened_at')).map(
      ({ digest }) => digest,
    );

  it('begins with the admin key and ends on sign-out; both are on the audit trail', async () => {
    const visitor = new Visitor(service);
    expect((await visitor.get(PAGE)).location).toBe(SIGN_IN);
    expect((await visitor.get('/console/admin')).location).toBe(SIGN_IN);
    const opened = await visitor.press(SIGN_IN, SIGN_IN, { admin_key: ADMIN_KEY });
    expect([opened.status, opened.location]).toEqual([303, HOME]);
    expect((await visitor.get(PAGE)).status).toBe(200);
    expect((await visitor.get(HOME)).status).toBe(200);
    const secret = visitor.cookie(ADMIN_SESSION) ?? '';
    const left = await visitor.press(PAGE, '/console/admin/sign-out');
    expect([left.location, visitor.cookie(ADMIN_SESSION)]).toEqual([SIGN_IN, undefined]);
    visitor.setCookie(ADMIN_SESSION, secret);
    expect((await visitor.get(PAGE)).location).toBe(SIGN_IN);
    const [out, signedIn] = await trail();
    expect([out.action, signedIn.action, signedIn.subject]).toEqual(['sign out', 'sign in', 'console']);
    expect(signedIn.admin.key_fingerprint).toMatch(/^[0-9a-f]{12}$/);
  });

  it('has its own strict cookie for its pages alone, and stores a digest of it', async () => {
    const visitor = new Visitor(service);
    const { headers } = await visitor.press(SIGN_IN, SIGN_IN, { admin_key: ADMIN_KEY });
    expect(headers.getSetCookie().find((line) => line.startsWith(`${ADMIN_SESSION}=`))).toMatch(
      /^standing_console_admin=[\w-]{43}; Max-Age=3600; Path=\/console\/admin; HttpOnly; SameSite=Strict$/,
    );
    const digest = (await digestsOf()).at(-1);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    const first = visitor.cookie(ADMIN_SESSION);
    await visitor.press(PAGE, SIGN_IN, { admin_key: ADMIN_KEY });
    expect(visitor.cookie(ADMIN_SESSION)).not.toBe(first);
    expect(await digestsOf()).not.toContain(digest);
  });

  it('has a secure cookie below the path of a service with an https address', async () => {
    const env = { BASE_URL: 'https://example.com/standing', ADMIN_API_KEY: ADMIN_KEY };
    const secure = await startService({ env, databaseUrl: database.url });
    const visitor = new Visitor(secure);
    const sent = await visitor.press(SIGN_IN, SIGN_IN, { admin_key: ADMIN_KEY });
    expect(sent.location).toBe(`/standing${HOME}`);
    expect(sent.headers.getSetCookie()).toEqual([
      expect.stringMatching(/Path=\/standing\/console\/admin; HttpOnly; SameSite=Strict; Secure$/),
    ]);
    await secure.close();
  });

  it('ends after fifteen minutes without a page view, and after an hour in any case', async () => {
    const visitor = await administrator(service);
    const digest = (await digestsOf()).at(-1);
    const age = (field: string, by: string) =>
      service.db.change(`update admin_sessions set ${field} = ${field} - interval '${by}' where digest = $1`, [digest]);
    await age('used_at', '14 minutes');
    expect((await visitor.get(PAGE)).status).toBe(200);
    await age('used_at', '14 minutes');
    expect((await visitor.get(PAGE)).status).toBe(200);
    await age('used_at', '15 minutes');
    expect((await visitor.get(PAGE)).location).toBe(SIGN_IN);
    const other = await administrator(service);
    await service.db.change(`update admin_sessions set expires_at = expires_at - interval '1 hour'`);
    expect((await other.get(PAGE)).location).toBe(SIGN_IN);
    await administrator(service);
    expect(await digestsOf()).toHaveLength(1);
  });

  it('ends when the admin key changes', async () => {
    const visitor = await administrator(service);
    const env = { ADMIN_API_KEY: 'another admin key of these tests, long enough' };
    const renewed = await startService({ env, databaseUrl: database.url });
    const cookie = visitor.cookieHeader;
    const asked = await fetch(renewed.url + PAGE, { redirect: 'manual', headers: { cookie } });
    expect([asked.status, asked.headers.get('location')]).toEqual([303, SIGN_IN]);
    await renewed.close();
    expect((await visitor.get(PAGE)).status).toBe(200);
  });

  it('belongs to the administrator whose key was entered, whose name marks their actions', async () => {
    const [first, second] = ['the first key of these tests', 'the second key of these tests'];
    const env = { ADMIN_API_KEY: `Night desk:${first},Day desk:${second}` };
    const named = await startService({ env, databaseUrl: database.url });
    try {
      const visitor = new Visitor(named);
      await visitor.press(SIGN_IN, SIGN_IN, { admin_key: second });
      const { html } = await visitor.get('/console/admin/jurisdictions/us-co');
      expect(textOf(html.slice(html.indexOf('<header'), html.indexOf('</header>')))).toContain('Day desk');
      const path = '/console/admin/jurisdictions/us-co';
      await confirm(visitor, await visitor.press(path, path, { active: 'no', reason: 'it moves' }));
      const headers = { 'x-admin-key': first };
      await named.ask('PATCH', '/v1/admin/jurisdictions/us-co', {
        headers,
        body: { active: true, reason: 'it moved' },
      });
      const { body } = await named.ask('GET', '/v1/admin/audit?limit=3', { headers });
      const told = body.actions.map(({ action, admin }: { action: string; admin: { name?: string } }) => [
        action,
        admin.name,
      ]);
      expect(told).toEqual([
        ['switch jurisdiction on', 'Night desk'],
        ['switch jurisdiction off', 'Day desk'],
        ['sign in', 'Day desk'],
      ]);
      const found = await visitor.get('/console/admin/audit?text=night+DESK');
      expect(textOf(found.html)).toContain('it moved – Night desk');
      expect(textOf(found.html)).not.toContain('it moves');
      const csv = (await visitor.get('/console/admin/audit.csv')).html.split('\r\n');
      expect(csv[0]).toMatch(/,admin_name$/);
      expect(csv[1]).toMatch(/,Night desk$/);
    } finally {
      await named.close();
    }
  });

  it('ends when its administrator’s key is renewed, and survives the renewal of another key', async () => {
    const [first, second] = ['the first key of these tests', 'the second key of these tests'];
    const env = { ADMIN_API_KEY: `Night desk:${first},Day desk:${second}` };
    const named = await startService({ env, databaseUrl: database.url });
    const [night, day] = [new Visitor(named), new Visitor(named)];
    await night.press(SIGN_IN, SIGN_IN, { admin_key: first });
    await day.press(SIGN_IN, SIGN_IN, { admin_key: second });
    await named.close();
    const renewed = { ADMIN_API_KEY: `Night desk:a new key of these very tests,Day desk:${second}` };
    const later = await startService({ env: renewed, databaseUrl: database.url });
    try {
      const answers = [night, day].map(({ cookieHeader: cookie }) =>
        fetch(later.url + PAGE, { redirect: 'manual', headers: { cookie } }).then(({ status }) => status),
      );
      expect(await Promise.all(answers)).toEqual([303, 200]);
    } finally {
      await later.close();
    }
  });

  it('refuses and records a wrong key; ten of them block further wrong keys of the network, never the right one', async () => {
    const visitor = new Visitor(service);
    for (const admin_key of ['', `${ADMIN_KEY.slice(0, -1)}x`, `${ADMIN_KEY}x`]) {
      const refused = await visitor.press(SIGN_IN, SIGN_IN, { admin_key });
      expect([refused.status, visitor.cookie(ADMIN_SESSION)]).toEqual([401, undefined]);
      expect(textOf(refused.html)).toContain('The admin key is wrong.');
    }
    const [newest] = await trail();
    expect(newest).toMatchObject({ action: 'refuse key', subject: 'console', admin: { key_fingerprint: 'none' } });
    const more = Array.from({ length: 8 }, () => visitor.press(SIGN_IN, SIGN_IN, { admin_key: 'guessed' }));
    const statuses = (await Promise.all(more)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 7 }, () => 401), 429]);
    const shut = await visitor.press(SIGN_IN, SIGN_IN, { admin_key: 'guessed' });
    expect([shut.status, visitor.cookie(ADMIN_SESSION)]).toEqual([429, undefined]);
    expect(textOf(shut.html)).toContain('One network may give 10 wrong admin keys an hour.');
    await visitor.press(SIGN_IN, SIGN_IN, { admin_key: ADMIN_KEY });
    expect((await visitor.get(PAGE)).status).toBe(200);
  });

  it('is worthless at the API and the account pages, as their sessions are here', async () => {
    const visitor = await administrator(service);
    const secret = visitor.cookie(ADMIN_SESSION) ?? '';
    const refused = async (headers: Record<string, string>) =>
      (await service.ask('GET', '/v1/admin/audit', { headers })).status;
    expect(await refused({ cookie: visitor.cookieHeader })).toBe(401);
    expect(await refused({ 'x-admin-key': secret })).toBe(403);
    expect((await service.ask('GET', '/v1/account', { headers: { cookie: visitor.cookieHeader } })).status).toBe(401);
    expect((await visitor.get('/console')).location).toBe('/console/sign-in');
    visitor.setCookie('standing_console', secret);
    expect((await visitor.get('/console')).location).toBe('/console/sign-in');

    const owner = await Visitor.signedIn(service);
    expect((await owner.get(PAGE)).location).toBe(SIGN_IN);
    owner.setCookie(ADMIN_SESSION, owner.cookie('standing_console') ?? '');
    expect((await owner.get(PAGE)).location).toBe(SIGN_IN);
    expect((await owner.get(PAGE, { 'x-admin-key': ADMIN_KEY })).location).toBe(SIGN_IN);
  });

  it('does not exist without an admin key, or with CONSOLE=off', async () => {
    const without = await startService({ databaseUrl: database.url });
    const visitor = await Visitor.signedIn(without);
    const missing = await visitor.get('/console/nowhere');
    for (const path of ['/console/admin', SIGN_IN, PAGE]) {
      const shown = await visitor.get(path);
      expect([path, shown.status, textOf(shown.html)]).toEqual([path, 404, textOf(missing.html)]);
    }
    expect((await visitor.press('/console', SIGN_IN, { admin_key: ADMIN_KEY })).status).toBe(404);
    await without.close();
    const off = await startService({ env: { CONSOLE: 'off', ADMIN_API_KEY: ADMIN_KEY }, databaseUrl: database.url });
    expect(off.routes.filter((route) => route.includes('/console'))).toEqual([]);
    expect((await off.ask('GET', PAGE)).status).toBe(404);
    await off.close();
  });
});
