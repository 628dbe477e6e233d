import { callTool } from '../support/call-tool.js';
import { record, type FakeRegistry } from '../support/fakes.js';
import { startService, type Answer, type Service } from '../support/harness.js';

let service: Service;
let colorado: FakeRegistry;
let account: { key: string; email: string };
let name: string;
let names = 0;

const office = (line1: string, city: string, postalCode: string) => ({
  office: { line1, line2: null, city, region: 'CO', postalCode, country: 'US' },
});
const ASH = '1 Ash St, Denver, CO 80202';
const OAK = { street: '99 Oak Avenue', city: 'Boulder', postal_code: '80301' };
const ELSEWHERE = '5 Elm Street, Pueblo CO 81001';

beforeAll(async () => {
  service = await startService();
  colorado = service.registries.of('us-co');
});
afterAll(() => service.close());
beforeEach(async () => {
  account = await service.signUp();
  names += 1;
  name = `Twin ${names.toString(36)}quil Harbour LLC`;
  Object.assign(colorado, { records: twins(), complete: true, failures: [], searches: 0, fetches: 0, lookups: 0 });
});

const twins = () => [
  record({ id: `1${names}`, name, clues: office('1 Ash Street', 'Denver', '80202') }),
  record({ id: `2${names}`, name, clues: office('99 Oak Avenue', 'Boulder', '80301') }),
];
const verify = (body: object, { wait = 10 } = {}): Promise<Answer> =>
  service.ask('POST', '/v1/verify', {
    key: account.key,
    headers: { prefer: `wait=${wait}` },
    body: { entity_name: name, jurisdiction: 'us-co', ...body },
  });
const idOf = ({ body }: Answer) => [body.data.jurisdiction_id, body.data.match.review ?? false];

describe('a verification of a name that two businesses have', () => {
  it('finds the one at the address, from the register and from the cache', async () => {
    expect(idOf(await verify({ address: OAK }))).toEqual([`2${names}`, false]);
    expect(idOf(await verify({ address: ASH }))).toEqual([`1${names}`, false]);
    expect(idOf(await verify({ address: OAK }))).toEqual([`2${names}`, false]);
    expect(idOf(await verify({}))[1]).toBe(true);
    expect(idOf(await verify({ address: ELSEWHERE }))[1]).toBe(true);
    expect(colorado.searches).toBe(1);
    expect(await service.balance(account.key)).toBe(45);
  });

  it('treats null in a part of the address, and for an officer, as not given', async () => {
    const asked = { address: { ...OAK, city: null }, officer: null };
    expect(idOf(await verify(asked))).toEqual([`2${names}`, false]);
    const nothing = await verify({ address: { street: null, city: null } });
    expect([nothing.status, nothing.body.error.details.errors]).toMatchObject([400, [{ field: 'address' }]]);
  });

  it('shows the evidence for the match, but not the address in the register', async () => {
    const { body } = await verify({ address: OAK, officer: 'Fictional Alder' });
    expect(body.data.match.evidence).toEqual([
      { kind: 'name', agrees: true, detail: 'the names are identical' },
      { kind: 'address', agrees: true, detail: 'the same street and number, town, postal code' },
      { kind: 'officer', agrees: null, detail: 'the register does not publish it at this tier' },
    ]);
    expect(JSON.stringify(body)).not.toContain('Oak');
    const unsure = (await verify({})).body.data.match;
    expect([unsure.review, unsure.evidence]).toEqual([true, [body.data.match.evidence[0]]]);
  });

  it('gives concurrent callers with different evidence their own answers', async () => {
    let go = () => {};
    colorado.held = new Promise((resolve) => (go = resolve));
    const asked = [verify({ address: ASH }), verify({ address: OAK }), verify({})];
    go();
    colorado.held = undefined;
    const answers = await Promise.all(asked);
    expect(answers.slice(0, 2).map(idOf)).toEqual([
      [`1${names}`, false],
      [`2${names}`, false],
    ]);
    expect(idOf(answers[2]!)[1]).toBe(true);
  });

  it.each(['deep', 'quick'])('returns the %s record that the address names', async (tier) => {
    const { body } = await verify({ address: OAK, tier });
    expect(body.data).toMatchObject({ jurisdiction_id: `2${names}`, tier });
    expect((await verify({ address: OAK, tier })).body.data).toEqual(body.data);
    const { body: job } = await service.ask('GET', `/v1/verify/status/${body.job_id}`, { key: account.key });
    expect(job.data).toEqual(body.data);
  });

  it('returns a deep record that an earlier answer had not read', async () => {
    expect(idOf(await verify({ tier: 'deep' }))[1]).toBe(true);
    const { body } = await verify({ tier: 'deep', address: OAK });
    expect(body.data).toMatchObject({ jurisdiction_id: `2${names}`, tier: 'deep' });
  });

  it('stores the evidence that was sent with the job', async () => {
    const { body } = await verify({ address: OAK, officer: 'Fictional Alder' });
    const [job] = await service.db.rows<{ evidence: object }>(`select evidence from jobs where entity_name = $1`, [
      name,
    ]);
    expect(job?.evidence).toEqual({
      address: { street: '99 Oak Avenue', city: 'Boulder', postalCode: '80301' },
      officer: 'Fictional Alder',
    });
    expect(body.job_id).toMatch(/^job_/);
  });
});

describe('a verification with an address', () => {
  it('confirms or doubts a match by number', async () => {
    colorado.records = twins().map((each) => ({ ...each, clues: { ...each.clues, isSeat: true } }));
    const number = `1${names}`.padStart(11, '2');
    colorado.records[0]!.id = number;
    const { body } = await verify({ jurisdiction_id: number, address: ASH });
    expect(body.data.match).toMatchObject({
      method: 'number',
      evidence: [{}, { kind: 'number', agrees: true }, { kind: 'address', agrees: true }],
    });
    const other = await verify({ jurisdiction_id: number, address: ELSEWHERE });
    expect(other.body.data).toMatchObject({ confidence: 84, match: { method: 'number', review: true } });
  });

  it.each([
    [{ address: {} }],
    [{ address: [] }],
    [{ address: 7 }],
    [{ address: ' ' }],
    [{ address: { street: 7 } }],
    [{ address: { road: 'Elm' } }, 'address.road'],
    [{ address: 'x'.repeat(501) }],
  ])('refuses %j without a charge, naming the field', async (given, field = 'address') => {
    for (const path of ['/v1/verify', '/v1/search', '/v1/quote']) {
      const where = path === '/v1/search' ? { jurisdictions: ['us-co'] } : { jurisdiction: 'us-co' };
      const answer = await service.ask('POST', path, {
        key: account.key,
        body: { entity_name: name, ...where, ...given },
      });
      expect([answer.status, answer.body.error.details.errors]).toMatchObject([400, [{ location: 'body', field }]]);
      expect(answer.body.error.details.errors).toHaveLength(1);
    }
    expect(await service.balance(account.key)).toBe(50);
  });

  it('does not blame the address for an error in another field', async () => {
    const { body } = await verify({ address: OAK, officer: 7 });
    expect(body.error.details.errors).toMatchObject([{ field: 'officer' }]);
    const quoted = { entity_name: name, jurisdiction: 'us-co', address: OAK, officer: 'Fictional Alder' };
    expect((await service.ask('POST', '/v1/quote', { key: account.key, body: quoted })).status).toBe(200);
  });

  it('works the same for agents', async () => {
    const args = { entity_name: name, jurisdiction: 'us-co', address: ASH, wait_seconds: 10 };
    const { body } = await callTool(service, 'verify_business', args, account);
    expect(body.result.structuredContent.data).toMatchObject({ jurisdiction_id: `1${names}` });
  });
});

describe('a search with an address', () => {
  const search = (body: object) =>
    service.ask('POST', '/v1/search', {
      key: account.key,
      headers: { prefer: 'wait=10' },
      body: { entity_name: name, jurisdictions: ['us-co'], ...body },
    });
  const found = ({ body }: Answer) => body.results.map((each: any) => each.jurisdiction_id);

  it('puts the business at the address first, without another search', async () => {
    expect(found(await search({ address: OAK }))).toEqual([`2${names}`, `1${names}`]);
    expect(found(await search({ address: ASH }))).toEqual([`1${names}`, `2${names}`]);
    const { body } = await search({ address: OAK });
    expect(body.results.map(({ match }: any) => match.evidence[1].agrees)).toEqual([true, false]);
    expect((await search({})).body.results[0].match.evidence).toEqual([
      { kind: 'name', agrees: true, detail: 'the names are identical' },
    ]);
    expect(colorado.searches).toBe(1);
    // The result of a search also decides a verification.
    expect(idOf(await verify({ address: OAK }))).toEqual([`2${names}`, false]);
    expect(colorado.searches).toBe(1);
  });
});

it('finds at deep the record that the street alone points to, as at quick, whatever was read before', async () => {
  const quick = await verify({ address: '99 Oak Avenue' });
  await service.db.change('delete from answers');
  const deep = await verify({ address: '99 Oak Avenue', tier: 'deep' });
  expect([quick.body.data.jurisdiction_id, deep.body.data.jurisdiction_id]).toEqual([`2${names}`, `2${names}`]);
  expect(deep.body.data.tier).toBe('deep');
});
