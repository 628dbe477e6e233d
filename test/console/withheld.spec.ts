import { newEmail, startService, type Service } from '../support/harness.js';
import { Visitor } from './visitor.js';
import { addressOf, wholeAccount, WHOLE_ENV, type WholeAccount } from './whole-account.js';

const OFFICER = 'Officer of the Tests';
const ADMIN_KEY = 'the admin key of these tests, long enough';

/** Returns every string in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

describe('a page of an account', () => {
  let service: Service;
  let owner: WholeAccount;
  let other: WholeAccount;
  let shown: [path: string, html: string][];
  beforeAll(async () => {
    service = await startService({ env: { ...WHOLE_ENV, ADMIN_API_KEY: ADMIN_KEY } });
    const register = service.registries.of('us-co');
    register.details = { ...register.details, officers: [{ name: OFFICER, title: 'President' }] };
    [owner, other] = [await wholeAccount(service), await wholeAccount(service)];
    const pages = service.routes.filter((route) => route.startsWith('GET /console') && !/admin|assets|\*/.test(route));
    shown = await Promise.all(
      pages.map(async (route): Promise<[string, string]> => {
        const path = addressOf(route, owner);
        return [path, (await owner.visitor.get(path)).html];
      }),
    );
  });
  afterAll(() => service.close());

  const ask = async (path: string, key: string) => (await service.ask('GET', path, { key })).body;
  const pagesWith = (text: string) => shown.filter(([, html]) => html.includes(text)).map(([path]) => path);

  it('never shows a secret: key, webhook secret, cookie, digest or password hash', async () => {
    expect(shown.length).toBeGreaterThan(14);
    const password = 'correct horse battery staple';
    await service.ask('PUT', '/v1/account/password', { key: other.key, body: { new_password: password } });
    const { secret } = await ask('/v1/account/webhook-secret', owner.key);
    const stored = await service.db.rows<{ text: string }>(
      `select encode(digest, 'hex') as text from api_keys union all select digest from console_sessions
       union all select password_hash from accounts where password_hash is not null`,
    );
    const cookie = owner.visitor.cookie('standing_console') ?? '';
    expect([secret, cookie, owner.key].map((text) => text.length > 30)).toEqual([true, true, true]);
    for (const text of [owner.key, secret, cookie, ADMIN_KEY, ...stored.map((row) => row.text)]) {
      expect([text, pagesWith(text)]).toEqual([text, []]);
    }
  });

  it('never shows an id, address, name or key that only another account has', async () => {
    const paths = [
      '/v1/account',
      '/v1/account/sessions',
      '/v1/account/grants',
      '/v1/watches',
      '/v1/jobs',
      '/v1/billing',
    ];
    const theirs = await Promise.all(paths.map(async (path) => textsIn(await ask(path, other.key))));
    const ours = new Set((await Promise.all(paths.map(async (path) => textsIn(await ask(path, owner.key))))).flat());
    const only = [...new Set(theirs.flat())].filter(
      (text) => text.length > 9 && !ours.has(text) && !text.endsWith('Z'),
    );
    expect(only).toEqual(expect.arrayContaining([other.ids.jobs, other.ids.watches, other.ids.keys]));
    for (const text of only) expect([text, pagesWith(text)]).toEqual([text, []]);
  });

  it('shows of a business what the API shows the account: persons only if paid for and not erased', async () => {
    const path = `/console/entities/${owner.ids.entities}`;
    const told = async (visitor: Visitor) => (await visitor.get(path)).html.includes(OFFICER);
    const { officers } = await ask(`/v1/entity/${owner.ids.entities}`, owner.key);
    expect([officers, await told(owner.visitor)]).toEqual([[expect.objectContaining({ name: OFFICER })], true]);

    const email = newEmail();
    const { key } = await service.signUp(email);
    expect(await ask(`/v1/entity/${owner.ids.entities}`, key)).not.toHaveProperty('officers');
    expect(await told(await Visitor.signedIn(service, email))).toBe(false);

    const headers = { 'x-admin-key': ADMIN_KEY };
    const erase = `/v1/admin/entities/${owner.ids.entities}/erase-personal-data`;
    await service.ask('POST', erase, { headers, body: { reason: 'a person asked' } });
    await service.heard();
    expect(await told(owner.visitor)).toBe(false);
  });
});
