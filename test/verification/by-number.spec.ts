import { record, unavailable, type FakeRegistry } from '../support/fakes.js';
import { startService, type Answer, type Service } from '../support/harness.js';

const NAME = 'Copper Finch Bindery LLC';

let service: Service;
let colorado: FakeRegistry;
let key: string;
let numbers = 0;
let number: string;

beforeAll(async () => {
  service = await startService();
  colorado = service.registries.of('us-co');
});
afterAll(() => service.close());

beforeEach(async () => {
  ({ key } = await service.signUp());
  numbers += 1;
  number = String(20_230_000_000 + numbers);
  Object.assign(colorado, { records: [], complete: true, failures: [], searches: 0, fetches: 0, lookups: 0 });
});

function verify(body: Record<string, unknown>): Promise<Answer> {
  const whole = { entity_name: NAME, jurisdiction: 'us-co', jurisdiction_id: number, ...body };
  return service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body: whole });
}

const charged = ({ headers }: Answer) => Number(headers.get('x-credits-charged'));

describe('a verification by number', () => {
  it('requests that record alone, and says that the number decided', async () => {
    const twin = record({ id: '20230999999', name: NAME });
    colorado.records = [twin, record({ id: number, name: NAME, status: 'dissolved', goodStanding: false })];
    const answer = await verify({});
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      jurisdiction_id: number,
      status: 'dissolved',
      confidence: 100,
      match: { method: 'number', matched_name: NAME },
    });
    expect(answer.body.data.match).not.toHaveProperty('review');
    expect(charged(answer)).toBe(1);
    expect(colorado).toMatchObject({ lookups: 1, searches: 0 });
  });

  it('has a confidence below 100 when the name differs slightly', async () => {
    colorado.records = [record({ id: number, name: NAME })];
    const { body } = await verify({ entity_name: 'Coper Finch Bindery' });
    expect(body.data.match).toMatchObject({ method: 'number', matched_name: NAME });
    expect(body.data.confidence).toBeGreaterThanOrEqual(60);
    expect(body.data.confidence).toBeLessThan(100);
  });

  it('reads the details of that record when the tier is deep', async () => {
    colorado.records = [record({ id: number, name: NAME })];
    const answer = await verify({ tier: 'deep' });
    expect(answer.body.data).toMatchObject({
      jurisdiction_id: number,
      tier: 'deep',
      registered_agent: { name: expect.any(String) },
    });
    expect(charged(answer)).toBe(15);
    expect(colorado).toMatchObject({ lookups: 1, fetches: 1, searches: 0 });
  });

  it('returns 404, charged, when no record has the number', async () => {
    const answer = await verify({});
    expect(answer.status).toBe(404);
    expect(answer.body.error).toMatchObject({
      code: 'ENTITY_NOT_FOUND',
      message: `The register of us-co has no record ${number}.`,
      details: { jurisdiction_id: number, number_found: false, closest: [] },
    });
    expect(charged(answer)).toBe(1);
  });

  it('returns 404, charged, with the other name, when the number belongs to another business', async () => {
    colorado.records = [record({ id: number, name: 'Basalt Heron Plumbing Inc.' })];
    const answer = await verify({});
    expect(answer.status).toBe(404);
    expect(answer.body.error).toMatchObject({
      code: 'ENTITY_NOT_FOUND',
      details: { number_found: true, closest: ['Basalt Heron Plumbing Inc.'] },
    });
    expect(charged(answer)).toBe(1);
    const job = await service.ask('GET', `/v1/verify/status/${answer.body.error.details.job_id}`, { key });
    expect(job.body.error.details).toMatchObject({ number_found: true, closest: ['Basalt Heron Plumbing Inc.'] });
  });

  it('refuses a malformed number without a charge, and says what a valid one looks like', async () => {
    const answer = await verify({ jurisdiction_id: 'not a number' });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(
        /^body\.jurisdiction_id is no record number of us-co: it must be an identif.*charged\.$/,
      ),
      details: { errors: [{ location: 'body', field: 'jurisdiction_id' }] },
    });
    expect(charged(answer)).toBe(0);
    expect(await service.balance(key)).toBe(50);
    expect(colorado.lookups).toBe(0);
  });

  it('reads a number with blanks around it and the zeros of a spreadsheet behind it', async () => {
    colorado.records = [record({ id: number, name: NAME })];
    const { body } = await verify({ jurisdiction_id: ` ${number}.0 ` });
    expect(body.data).toMatchObject({ jurisdiction_id: number });
  });

  it.each(['2001.9000001', '1.5', '2.0019E+10'])('refuses %s without a charge', async (typed) => {
    const answer = await verify({ jurisdiction_id: typed });
    expect([answer.status, answer.body.error.code, charged(answer)]).toEqual([400, 'VALIDATION_ERROR', 0]);
    expect(colorado.lookups).toBe(0);
  });

  it('refunds the credits when the register does not answer', async () => {
    colorado.failures = [unavailable(), unavailable(), unavailable()];
    const answer = await verify({});
    expect(answer.status).toBe(503);
    expect(charged(answer)).toBe(0);
    expect(await service.balance(key)).toBe(50);
  });
});

describe('the stored answer of a verification by number', () => {
  it('answers the same question again, but not one with another number', async () => {
    const other = String(Number(number) + 500_000);
    colorado.records = [record({ id: number, name: NAME }), record({ id: other, name: `${NAME} of Juniper` })];
    await verify({});
    expect(colorado.lookups).toBe(1);
    const again = await verify({});
    expect(again.body).not.toHaveProperty('job_id');
    expect(again.body.data.match.method).toBe('number');
    expect(charged(again)).toBe(1);
    expect(colorado.lookups).toBe(1);

    const another = await verify({ jurisdiction_id: other });
    expect(another.body.data.jurisdiction_id).toBe(other);
    expect(colorado.lookups).toBe(2);
  });

  it('is not used for another name with the same number', async () => {
    colorado.records = [record({ id: number, name: 'Basalt Heron Plumbing Inc.' })];
    expect((await verify({ entity_name: 'Basalt Heron Plumbing Inc.' })).status).toBe(200);
    const other = await verify({});
    expect([other.status, other.body.error.details.number_found]).toEqual([404, true]);
  });

  it('keeps a "no" for its number, and does not use it for the name alone', async () => {
    await verify({});
    const again = await verify({});
    expect(again.status).toBe(404);
    expect(again.body.error.details).toMatchObject({ jurisdiction_id: number, number_found: false });
    expect(colorado.lookups).toBe(1);
    colorado.records = [record({ id: '20231234567', name: NAME })];
    const byName = await verify({ jurisdiction_id: undefined });
    expect(byName.status).toBe(200);
  });

  it('is not used for the name alone, which another business may have too', async () => {
    const name = 'Sandstone Weir Letterpress LLC';
    const live = record({ id: '20239999998', name });
    colorado.records = [record({ id: number, name, status: 'dissolved', goodStanding: false }), live];
    const byNumber = await verify({ entity_name: name });
    expect(byNumber.body.data).toMatchObject({ jurisdiction_id: number, status: 'dissolved' });

    const byName = await verify({ entity_name: name, jurisdiction_id: undefined });
    expect(colorado.searches).toBe(1);
    expect(byName.body.data).toMatchObject({ jurisdiction_id: live.id, match: { review: true } });

    // After the search for the name, its records answer both kinds of question.
    const known = await verify({ entity_name: name, jurisdiction_id: live.id });
    expect(known.body.data).toMatchObject({ jurisdiction_id: live.id, match: { method: 'number' } });
    expect(colorado.lookups).toBe(1);
  });
});

describe('a quote for a verification by number', () => {
  const quote = (body: object) => service.ask('POST', '/v1/quote', { key, body: { jurisdiction: 'us-co', ...body } });

  it('reports whether the same question is already answered', async () => {
    colorado.records = [record({ id: number, name: NAME })];
    const asked = { entity_name: NAME, jurisdiction_id: number };
    expect((await quote(asked)).body).toMatchObject({ cached: false, max_credits: 1 });
    await verify({});
    expect((await quote(asked)).body).toMatchObject({ cached: true, expected_wait_seconds: 0 });
    const malformed = await quote({ entity_name: NAME, jurisdiction_id: 'x-1' });
    expect(malformed.body.error.code).toBe('VALIDATION_ERROR');
  });
});
