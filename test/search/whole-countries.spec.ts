import { startSandboxService, type Answer, type Asked, type SandboxService } from '../support/harness.js';

const ADMIN_KEY = 'the-admin-key-of-these-tests';
const PARTS = ['fr-idf', 'no-03', 'gb-eaw', 'gb-sct', 'gb-nir'];

let service: SandboxService;
let key: string;
beforeAll(async () => {
  service = await startSandboxService({
    jurisdictions: ['fr', 'no', 'gb'],
    env: { ADMIN_API_KEY: ADMIN_KEY },
  });
  ({ key } = await service.signUp());
});
afterAll(() => service.close());

const search = (body: object, asked: Asked = { key }): Promise<Answer> =>
  service.ask('POST', '/v1/search', { headers: { prefer: 'wait=20' }, ...asked, body });
const searchedIn = ({ body }: Answer): string[] => body.coverage.searched.map(({ jurisdiction }: any) => jurisdiction);
const NOBODY = 'Qxzvw Nowhere Trading';

describe('a search with whole countries in force', () => {
  it('asks the register of a country once, and names the parts that it covers', async () => {
    const found = await search({ entity_name: NOBODY, countries: ['fr', 'no', 'gb'] });
    expect(searchedIn(found).toSorted()).toEqual(['fr', 'gb', 'no']);
    expect(found.headers.get('x-credits-charged')).toBe('6');
    expect(found.body.coverage.not_searched).toEqual(
      expect.arrayContaining(
        PARTS.map((code) => ({ jurisdiction: code, reason: 'covered_by', covered_by: code.slice(0, 2) })),
      ),
    );
    expect(found.body.coverage.not_searched).toHaveLength(PARTS.length);
    expect(found.body).not.toHaveProperty('message');
  });

  it('reads the same again from the search, and from the export', async () => {
    const { body } = await search({ entity_name: NOBODY, countries: ['fr'] });
    const covered = [{ jurisdiction: 'fr-idf', reason: 'covered_by', covered_by: 'fr' }];
    const { body: again } = await service.ask('GET', `/v1/search/${body.search_id}`, { key });
    expect(again.coverage.not_searched).toEqual(covered);
    const { body: exported } = await service.ask('GET', '/v1/account/data-export', { key });
    expect(exported.searches).toContainEqual(expect.objectContaining({ not_searched: covered }));
  });

  it('asks everywhere without a part whose country is asked, and quotes the same', async () => {
    const found = await search({ entity_name: NOBODY });
    const { body: quote } = await service.ask('POST', '/v1/quote', {
      key,
      body: { entity_name: NOBODY },
    });
    expect(searchedIn(found)).toEqual(expect.arrayContaining(['us-co', 'fr', 'no', 'gb', 'cz-10', 'fi-18']));
    expect(searchedIn(found).filter((code) => PARTS.includes(code))).toEqual([]);
    expect(quote.per_jurisdiction.map(({ jurisdiction }: any) => jurisdiction)).toEqual(searchedIn(found));
  });

  it('asks the parts with a key that may not ask the country', async () => {
    const { body: limited } = await service.ask('POST', '/v1/account/keys', {
      key,
      body: { label: 'Oslo', jurisdictions: ['no-03'] },
    });
    const found = await search({ entity_name: NOBODY, countries: ['no'] }, { key: limited.api_key });
    expect(searchedIn(found)).toEqual(['no-03']);
    expect(found.body.coverage.not_searched).toEqual([{ jurisdiction: 'no', reason: 'not_allowed' }]);
    const refused = await service.ask('POST', '/v1/verify', {
      key: limited.api_key,
      body: { entity_name: NOBODY, jurisdiction: 'no' },
    });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('is no no-match while the country is out of service, though a part of it answered', async () => {
    const admin = { headers: { 'x-admin-key': ADMIN_KEY } };
    const put = (active: boolean) =>
      service.ask('PATCH', '/v1/admin/jurisdictions/no', { ...admin, body: { active, reason: 'a test' } });
    expect((await put(false)).status).toBe(200);
    const found = await search({ entity_name: NOBODY, countries: ['no'] });
    await put(true);
    expect(searchedIn(found)).toEqual(['no-03']);
    expect(found.body.coverage.not_searched).toEqual([{ jurisdiction: 'no', reason: 'unreachable' }]);
    expect(found.body.message).toContain('this is not a no-match: no could not be searched');
  });

  it('names a part with the reason of its country, if that did not answer', async () => {
    const another = await service.signUp();
    const found = await search({ entity_name: 'Sandbox Somewhere LLC', countries: ['no', 'us'] }, another);
    const failed = found.body.coverage.not_searched.filter(({ jurisdiction }: any) => jurisdiction.startsWith('no'));
    expect(failed).toEqual([
      expect.objectContaining({ jurisdiction: 'no', reason: 'unreachable' }),
      expect.objectContaining({ jurisdiction: 'no-03', reason: 'unreachable', covered_by: 'no' }),
    ]);
  });

  it('asks a part that is named, beside its country', async () => {
    const found = await search({ entity_name: NOBODY, jurisdictions: ['fr-idf', 'fr'] });
    expect(searchedIn(found)).toEqual(['fr-idf', 'fr']);
    expect(found.body.coverage.not_searched).toEqual([]);
  });
});
