import { record, timedOut, unavailable } from '../support/fakes.js';
import { startService, type Answer, type Asked, type Service } from '../support/harness.js';
import { inLongRun } from '../support/long.js';
import { callTool } from '../support/call-tool.js';
import { fc } from '../support/property.js';

let service: Service;
/** In the order of the catalogue. */
let active: string[];
let inactive: string[];
let countries: Map<string, string>;
let account: { key: string; email: string };
beforeAll(async () => {
  service = await startService();
  const { body } = await service.ask('GET', '/v1/jurisdictions');
  const listed = body.jurisdictions as { code: string; country: string; active: boolean }[];
  active = listed.filter((each) => each.active).map(({ code }) => code);
  inactive = listed.filter((each) => !each.active).map(({ code }) => code);
  countries = new Map(listed.map(({ code, country }) => [code, country]));
});
afterAll(() => service.close());
beforeEach(async () => {
  account = await service.signUp();
  for (const code of active) {
    Object.assign(service.registries.of(code), { records: [], complete: true, delayMs: 0, failures: [] });
  }
});

let names = 0;
const freshName = () => `Everywhere ${(names += 1).toString(36)}quil Lantern LLC`;

const search = (body: object, { key = account.key, headers = { prefer: 'wait=20' } }: Asked = {}): Promise<Answer> =>
  service.ask('POST', '/v1/search', { key, headers, body });

/** Returns the amounts of all charges and refunds. */
async function movements(key = account.key): Promise<number[]> {
  const { body } = await service.ask('GET', '/v1/billing?limit=100', { key });
  return body.transactions.flatMap(({ type, amount }: any) => (type === 'charge' || type === 'refund' ? [amount] : []));
}

describe('a search that names no jurisdiction', () => {
  it('searches every available register for two credits each, and lists those not searched', async () => {
    expect(active.length).toBeGreaterThan(2);
    const name = freshName();
    service.registries.of('us-co').records = [record({ id: '20240000001', name })];
    const { status, body, headers } = await search({ entity_name: name });
    expect([status, body.status]).toEqual([200, 'completed']);
    expect(body.results).toMatchObject([{ jurisdiction: 'us-co', entity_name: name }]);
    expect(body.coverage.searched.map(({ jurisdiction }: any) => jurisdiction)).toEqual(active);
    expect(body.coverage.searched).toContainEqual({
      jurisdiction: 'us-co',
      as_of: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      coverage: expect.any(String),
    });
    expect(body.coverage.not_searched.map(({ jurisdiction }: any) => jurisdiction)).toEqual(inactive);
    for (const { reason } of body.coverage.not_searched) expect(['needs_credentials', 'no_edition']).toContain(reason);
    expect(headers.get('x-credits-charged')).toBe(String(2 * active.length));
    expect(await movements()).toEqual(active.map(() => -2));
  });

  it('refunds registers that did not answer, and says that an empty result is not a no-match', async () => {
    service.registries.of('us-co').failures = Array.from({ length: 9 }, () => timedOut());
    service.registries.of('us-ct').failures = Array.from({ length: 9 }, () => unavailable());
    const name = freshName();
    const first = await search({ entity_name: name });
    const { body } = await service.ask('GET', `/v1/search/${first.body.search_id}`, { key: account.key });
    expect(body).toMatchObject({ status: 'completed', results: [] });
    expect(body.jurisdictions_failed.toSorted()).toEqual(['us-co', 'us-ct']);
    expect(body.coverage.not_searched.filter(({ reason }: any) => /timeout|unreachable/.test(reason))).toMatchObject([
      { jurisdiction: 'us-co', reason: 'timeout' },
      { jurisdiction: 'us-ct', reason: 'unreachable' },
    ]);
    expect(body.message).toMatch(/is not a no-match: .*us-co.*us-ct/);
    expect((await movements()).reduce((sum, amount) => sum + amount, 0)).toBe(-2 * (active.length - 2));
  });

  it('returns what it has when the wait ends, and continues', async () => {
    let letGo: (() => void) | undefined;
    service.registries.of('us-ct').held = new Promise((resolve) => (letGo = resolve));
    const name = freshName();
    const { status, body } = await search({ entity_name: name }, { headers: { prefer: 'wait=1' } });
    expect([status, body.status]).toEqual([202, 'pending']);
    const searched = body.coverage.searched.map(({ jurisdiction }: any) => jurisdiction);
    expect(searched).not.toContain('us-ct');
    letGo?.();
    const later = await search({ entity_name: name });
    expect(later.body.coverage.searched.map(({ jurisdiction }: any) => jurisdiction)).toContain('us-ct');
  });

  it('costs nothing to repeat under its Idempotency-Key', async () => {
    const headers = { prefer: 'wait=20', 'idempotency-key': 'everywhere' };
    const name = freshName();
    const first = await search({ entity_name: name }, { headers });
    const again = await search({ entity_name: name }, { headers });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(await movements()).toHaveLength(active.length);
  });

  it('is quoted, and refused beyond max_credits, naming the price', async () => {
    const name = freshName();
    const price = 2 * active.length;
    const { status, body } = await service.ask('POST', '/v1/quote', { key: account.key, body: { entity_name: name } });
    expect(status).toBe(200);
    expect(body.max_credits).toBe(price);
    expect(body.per_jurisdiction.map(({ jurisdiction }: any) => jurisdiction)).toEqual(active);
    const refused = await search({ entity_name: name, max_credits: price - 1 });
    expect([refused.status, refused.body.error.details]).toMatchObject([400, { required: price }]);
    expect((await search({ entity_name: name, max_credits: price })).status).toBe(200);
  });

  it('works the same for agents', async () => {
    const name = freshName();
    const { body } = await callTool(service, 'search_entities', { entity_name: name, wait_seconds: 20 }, account);
    const { structuredContent, _meta } = body.result;
    expect(structuredContent.coverage.searched).toHaveLength(active.length);
    expect(_meta['standing/credits_charged']).toBe(2 * active.length);
  });
});

describe('a search by country', () => {
  it('searches every register of the country', async () => {
    const { body } = await search({ entity_name: freshName(), countries: ['ca'] });
    const searched = body.coverage.searched.map(({ jurisdiction }: any) => jurisdiction);
    expect(searched).toEqual(active.filter((code) => countries.get(code) === 'ca'));
    expect(searched.length).toBeGreaterThan(0);
  });

  it('does not list the unavailable registers of the country', async () => {
    expect(inactive.map((code) => countries.get(code))).toContain('us');
    const { body } = await search({ entity_name: freshName(), countries: ['us'] });
    expect(body.coverage.not_searched).toEqual([]);
  });

  it.each([
    [{ countries: ['zz'] }, 'countries'],
    [{ countries: ['us', 'us'] }, 'countries'],
    [{ countries: [] }, 'countries'],
    [{ countries: 'us' }, 'countries'],
    [{ countries: ['US'] }, 'countries'],
    [{ countries: ['us'], jurisdictions: ['us-co'] }, 'countries'],
    [{ jurisdictions: [] }, 'jurisdictions'],
  ])('refuses %j without a charge, naming the field', async (where, field) => {
    const { status, body } = await search({ entity_name: freshName(), ...where });
    expect([status, body.error.code, body.error.details.errors[0].field]).toEqual([400, 'VALIDATION_ERROR', field]);
    expect(await movements()).toEqual([]);
  });
});

describe('a key limited to some jurisdictions', () => {
  const limited = async (...jurisdictions: string[]) =>
    (await service.ask('POST', '/v1/account/keys', { key: account.key, body: { jurisdictions } })).body.api_key;

  it('searches its jurisdictions, and names the others', async () => {
    const key = await limited('us-co');
    const { status, body } = await search({ entity_name: freshName() }, { key });
    expect(status).toBe(200);
    expect(body.coverage.searched.map(({ jurisdiction }: any) => jurisdiction)).toEqual(['us-co']);
    const notAllowed = body.coverage.not_searched.filter(({ reason }: any) => reason === 'not_allowed');
    expect(notAllowed.map(({ jurisdiction }: any) => jurisdiction)).toEqual(active.filter((code) => code !== 'us-co'));
    expect(await movements()).toEqual([-2]);
  });

  it('returns 403 when it allows none of the requested jurisdictions', async () => {
    const key = await limited('us-co');
    const { status, body } = await search({ entity_name: freshName(), countries: ['ca'] }, { key });
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(await movements()).toEqual([]);
  });
});

it('charges only for the registers that completed, whatever fails', async () => {
  const runs = inLongRun(10_000, 60);
  await service.db.rows(
    `insert into ledger_entries (account_id, type, amount, description)
     select id, 'adjustment', $2, 'for a test' from accounts where email = $1`,
    [account.email, 2 * active.length * runs],
  );
  const before = await service.balance(account.key);
  let completed = 0;
  await fc.assert(
    fc.asyncProperty(fc.subarray(active), async (failing) => {
      for (const code of active) {
        // An incomplete search fails at once, because there is nothing to retry.
        Object.assign(service.registries.of(code), { complete: !failing.includes(code) });
      }
      const answer = await search({ entity_name: freshName() });
      const id = answer.body.search_id ?? answer.body.error.details.search_id;
      const { body } = await service.ask('GET', `/v1/search/${id}`, { key: account.key });
      const searched = body.coverage.searched.map(({ jurisdiction }: any) => jurisdiction);
      expect(searched).toEqual(active.filter((code) => !failing.includes(code)));
      expect(body.jurisdictions_failed).toEqual(active.filter((code) => failing.includes(code)));
      completed += searched.length;
    }),
    { numRuns: runs },
  );
  expect(await service.balance(account.key)).toBe(before - 2 * completed);
});
