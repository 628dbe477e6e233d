import { startService, type Service } from '../support/harness.js';
import { textOf, tokenIn } from './visitor.js';
import { addressOf, wholeAccount, WHOLE_ENV, type WholeAccount } from './whole-account.js';

/** Entities are public: every account may see their quick tier. */
const OF_NOBODY = '/console/entities/';

describe('every route of the console', () => {
  let service: Service;
  let owner: WholeAccount;
  let other: WholeAccount;
  let posts: string[];
  let pages: string[];
  beforeAll(async () => {
    service = await startService({ env: WHOLE_ENV });
    [owner, other] = [await wholeAccount(service), await wholeAccount(service)];
    const routes = service.routes.filter((route) => route.includes('/console'));
    posts = routes.filter((route) => route.startsWith('POST '));
    pages = routes.filter((route) => route.startsWith('GET '));
  });
  afterAll(() => service.close());

  /** Returns everything the owner has, as reported by the API. */
  async function standing(): Promise<unknown> {
    const paths = [
      '/v1/account',
      '/v1/account/sessions',
      '/v1/account/grants',
      '/v1/watches',
      '/v1/jobs',
      '/v1/batches',
    ];
    const asked = paths.map(async (path) => (await service.ask('GET', path, { key: owner.key })).body);
    return Promise.all(asked);
  }

  it('is a page or a form, and not part of the API document', async () => {
    expect(pages.length).toBeGreaterThan(14);
    expect(posts.length).toBeGreaterThan(18);
    const { body } = await service.ask('GET', '/openapi.json');
    expect(Object.keys(body.paths).filter((path) => path.includes('console'))).toEqual([]);
  });

  it('shows its page to the owner, and redirects everyone else to the sign-in', async () => {
    for (const route of pages) {
      const path = addressOf(route, owner);
      const { status } = await owner.visitor.get(path);
      const open = /\*|assets/.test(route) ? 404 : route.endsWith('/sign-in') ? 200 : 303;
      const headers = { accept: 'text/html' };
      const { status: forStrangers } = await fetch(service.url + path, { redirect: 'manual', headers });
      const forOwner = { 404: 404, 200: 303, 303: 200 }[open];
      expect([route, status, forStrangers]).toEqual([route, forOwner, open]);
    }
  });

  it('refuses a form without its token, with a foreign token, from another site or in a frame', async () => {
    const before = await standing();
    const { visitor } = owner;
    const form_token = tokenIn((await visitor.get('/console')).html);
    const stolen = tokenIn((await other.visitor.get('/console')).html);
    for (const route of posts) {
      const path = addressOf(route, owner);
      const tried = [
        await visitor.post(path, {}),
        await visitor.post(path, { form_token: stolen }),
        await visitor.post(path, { form_token }, { 'sec-fetch-site': 'cross-site' }),
        await visitor.post(path, { form_token }, { 'sec-fetch-dest': 'iframe' }),
      ];
      expect([route, ...tried.map(({ status }) => status)]).toEqual([route, 403, 403, 403, 403]);
    }
    expect(await standing()).toEqual(before);
  });

  it('returns the page of a missing thing for another account, and changes nothing', async () => {
    const before = await standing();
    const { visitor } = other;
    const missing = textOf((await visitor.get('/console/nowhere')).html);
    const form_token = tokenIn((await visitor.get('/console')).html);
    const named = [...pages, ...posts].filter((route) => route.includes(':id') && !route.includes(OF_NOBODY));
    expect(named.length).toBeGreaterThan(12);
    for (const route of named) {
      const path = addressOf(route, owner);
      // A form that is valid except for the id.
      const fields = { form_token, label: 'mine', every: '1d', budget_credits: '5', budget_every: 'day' };
      const sent = route.includes('/watches/:id') ? { form_token, every: '1d' } : fields;
      const shown = route.startsWith('GET ') ? await visitor.get(path) : await visitor.post(path, sent);
      expect([route, shown.status, textOf(shown.html)]).toEqual([route, 404, missing]);
    }
    expect(await standing()).toEqual(before);
  });
});
