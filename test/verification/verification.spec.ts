import { requestSchema } from '../../src/modules/http/input/request-schema.js';
import { VerifyBody } from '../../src/modules/verification/verification.dto.js';
import { record, timedOut, unavailable, type FakeRegistry } from '../support/fakes.js';
import { startService, type Answer, type Asked, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const ADMIN_KEY = 'the admin key of these tests, long enough';

let service: Service;
let colorado: FakeRegistry;
let account: { key: string };

beforeAll(async () => {
  service = await startService({ env: { ADMIN_API_KEY: ADMIN_KEY } });
});
afterAll(() => service.close());

beforeEach(async () => {
  account = await service.signUp();
  for (const code of ['us-co', 'us-ct', 'ca-bc']) {
    const registry = service.registries.of(code);
    Object.assign(registry, { records: [], complete: true, delayMs: 0, failures: [], searches: 0, fetches: 0 });
  }
  colorado = service.registries.of('us-co');
});

/** Numbers the names, so that no test finds another's answer. */
let names = 0;
function freshName(): string {
  names += 1;
  return `Juniper Lantern ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[names % 26]}quill${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[Math.floor(names / 26)]} LLC`;
}

function registered(name = freshName()): string {
  colorado.records = [record({ id: `2020${String(names).padStart(7, '0')}`, name })];
  return name;
}

function verify(body: Record<string, unknown>, { headers, key = account.key }: Asked = {}): Promise<Answer> {
  return service.ask('POST', '/v1/verify', { key, headers, body: { jurisdiction: 'us-co', ...body } });
}

const WAIT = { prefer: 'wait=10' };
const credits = ({ headers }: Answer) => ({
  charged: Number(headers.get('x-credits-charged')),
  remaining: Number(headers.get('x-credits-remaining')),
});

describe('an error about the request', () => {
  it('quotes at most 200 characters of the input', async () => {
    const { key } = await service.signUp();
    const body = { entity_name: 'Ferries', jurisdiction: 'x'.repeat(98_000) };
    const { status, body: answer } = await service.ask('POST', '/v1/verify', { key, body });
    expect([status, answer.error.code]).toEqual([400, 'JURISDICTION_NOT_SUPPORTED']);
    expect(answer.error.details.provided).toBe(`${'x'.repeat(200)}…`);
    expect(JSON.stringify(answer).length).toBeLessThan(1_000);
  });
});

describe('a verification', () => {
  it('starts a job that polling follows to the record', async () => {
    const name = registered();
    const started = await verify({ entity_name: name });
    expect(started.status).toBe(202);
    expect(started.body).toEqual({ status: 'pending', job_id: expect.stringMatching(/^job_/) });
    expect(credits(started)).toEqual({ charged: 1, remaining: 49 });

    const done = await poll(started.body.job_id);
    expect(done.body).toMatchObject({
      status: 'completed',
      job_id: started.body.job_id,
      entity_id: expect.stringMatching(/^ent_/),
      data: {
        entity_name: name,
        status: 'active',
        good_standing: true,
        jurisdiction: 'us-co',
        confidence: 100,
        tier: 'quick',
      },
    });
    expect(credits(done)).toEqual({ charged: 0, remaining: 49 });
  });

  it('sends Retry-After on its status route as long as it is pending', async () => {
    const name = registered();
    let letGo: (() => void) | undefined;
    colorado.held = new Promise((resolve) => (letGo = resolve));
    const { body } = await verify({ entity_name: name });
    const status = () => service.ask('GET', `/v1/verify/status/${body.job_id}`, account);
    const pending = await status();
    expect(pending.body.status).toMatch(/^(pending|processing)$/);
    expect(Number(pending.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    letGo?.();
    const completed = await until(async () => {
      const answer = await status();
      return answer.body.status === 'completed' ? answer : undefined;
    });
    expect(completed.headers.has('retry-after')).toBe(false);
  });

  it('returns the result in one response when the caller waits', async () => {
    const name = registered();
    const { status, body, headers } = await verify({ entity_name: name }, { headers: WAIT });
    expect(status).toBe(200);
    expect(headers.get('preference-applied')).toBe('wait=10');
    expect(body).toMatchObject({ status: 'completed', data: { entity_name: name, match: { method: 'exact' } } });
  });

  it('returns a repeated question from the cache, charged, without asking the register', async () => {
    const name = registered();
    await verify({ entity_name: name }, { headers: WAIT });
    const again = await verify({ entity_name: name.toUpperCase().replace('LLC', 'L.L.C.') });
    expect(again.status).toBe(200);
    expect(again.body.job_id).toBeUndefined();
    expect(again.body.data.match.method).toBe('normalised');
    expect(credits(again)).toEqual({ charged: 1, remaining: 48 });
    expect(colorado.searches).toBe(1);
  });

  it('does not use a quick answer for a deep one', async () => {
    const name = registered();
    await verify({ entity_name: name }, { headers: WAIT });
    const deep = await verify({ entity_name: name, tier: 'deep' }, { headers: WAIT });
    expect(deep.body.data).toMatchObject({
      tier: 'deep',
      registered_agent: { name: 'Fictional Agents, Inc.', address: { city: 'Denver' } },
      officers: null,
      principal_address: { line1: '2 Test Street' },
      filing_history_summary: { total_filings: 2 },
    });
    expect(credits(deep)).toEqual({ charged: 15, remaining: 34 });
    expect(colorado.searches).toBe(2);
  });

  it('shows no deep fields to an account that paid for quick, even when they are stored', async () => {
    const name = registered();
    await verify({ entity_name: name, tier: 'deep' }, { headers: WAIT });
    const stranger = await service.signUp();
    const { status, body } = await verify({ entity_name: name }, { key: stranger.key });
    expect(status).toBe(200);
    for (const field of ['registered_agent', 'officers', 'principal_address', 'filing_history_summary']) {
      expect(body.data).not.toHaveProperty(field);
    }
  });

  it('asks the register again for a forced refresh, which costs 25 and exists for deep alone', async () => {
    const name = registered();
    await verify({ entity_name: name, tier: 'deep' }, { headers: WAIT });
    const refreshed = await verify({ entity_name: name, tier: 'deep', force_refresh: true }, { headers: WAIT });
    expect(credits(refreshed)).toEqual({ charged: 25, remaining: 10 });
    expect(colorado.searches).toBe(2);
    const quick = await verify({ entity_name: name, tier: 'quick', force_refresh: true });
    expect(quick.status).toBe(200);
    expect(credits(quick)).toEqual({ charged: 1, remaining: 9 });
    expect(colorado.searches).toBe(2);
  });

  it('falls back to quick, and to its price, where deep is not offered', async () => {
    const name = freshName();
    service.registries.of('ca-bc').records = [record({ id: 'BC0000001', name })];
    const body = { entity_name: name, jurisdiction: 'ca-bc', tier: 'deep', force_refresh: true };
    const answer = await verify(body, { headers: WAIT });
    expect(answer.body.data.tier).toBe('quick');
    expect(credits(answer).charged).toBe(1);
  });

  it('charges for a confirmed no-match, and remembers it', async () => {
    const name = freshName();
    colorado.records = [record({ id: '20200000001', name: 'Quite Another Company Inc' })];
    const first = await verify({ entity_name: name }, { headers: WAIT });
    expect(first.status).toBe(404);
    expect(first.body.error).toMatchObject({
      code: 'ENTITY_NOT_FOUND',
      details: {
        status: 'completed',
        jurisdiction: 'us-co',
        entity_name: name,
        coverage: 'all',
        job_id: expect.stringMatching(/^job_/),
      },
    });
    expect(credits(first)).toEqual({ charged: 1, remaining: 49 });
    const second = await verify({ entity_name: name, tier: 'deep' });
    expect(second.status).toBe(404);
    expect(credits(second)).toEqual({ charged: 15, remaining: 34 });
    expect(colorado.searches).toBe(1);
    expect((await service.ask('GET', `/v1/verify/status/${first.body.error.details.job_id}`, account)).status).toBe(
      404,
    );
  });

  it('never says "not registered" after an incomplete search, and refunds it', async () => {
    colorado.complete = false;
    const answer = await verify({ entity_name: freshName() }, { headers: WAIT });
    expect(answer.status).toBe(503);
    expect(answer.body.error.code).toBe('DATA_SOURCE_UNAVAILABLE');
    expect(credits(answer)).toEqual({ charged: 0, remaining: 50 });
  });

  it('suggests more words, not another try, when a search cannot be completed', async () => {
    colorado.complete = false;
    const answer = await verify({ entity_name: freshName() }, { headers: WAIT });
    const { error } = answer.body;
    expect(answer.headers.has('retry-after')).toBe(false);
    expect(error).toMatchObject({
      message: expect.stringMatching(/lists more similar names than can be searched to the end.*Nothing was charged/),
      details: { job_id: expect.any(String), reason: 'search_incomplete' },
      suggestion: expect.stringMatching(/^Add words to the name/),
    });
    expect(colorado.searches).toBe(1);
    const job = await service.ask('GET', `/v1/verify/status/${error.details.job_id}`, account);
    expect(job.body.status).toBe('failed');
    expect(`${job.body.error} Nothing was charged.`).toBe(`DATA_SOURCE_UNAVAILABLE: ${error.message}`);
  });

  it('shows two indistinguishable records for review, the live one first', async () => {
    const name = freshName();
    colorado.records = [
      record({ id: '20200000002', name, status: 'dissolved', goodStanding: false }),
      record({ id: '20200000003', name }),
    ];
    const { body } = await verify({ entity_name: name }, { headers: WAIT });
    expect(body.data).toMatchObject({ jurisdiction_id: '20200000003', match: { review: true } });
    expect(body.data.confidence).toBeLessThanOrEqual(75);
    expect(body.data.match.alternatives).toEqual([
      expect.objectContaining({ jurisdiction_id: '20200000002', status: 'dissolved' }),
    ]);
  });
});

describe('a register that does not answer', () => {
  it('is asked three times before the service refunds the credits and names the category', async () => {
    colorado.failures = [timedOut(), timedOut(), timedOut()];
    const answer = await verify({ entity_name: freshName() }, { headers: WAIT });
    expect(answer.status).toBe(504);
    expect(answer.body.error.code).toBe('DATA_SOURCE_TIMEOUT');
    expect(credits(answer)).toEqual({ charged: 0, remaining: 50 });
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(answer.body.error.details.retry_after_seconds).toBe(60);
    expect(colorado.searches).toBe(3);

    const job = await service.ask('GET', `/v1/verify/status/${answer.body.error.details.job_id}`, account);
    expect(job.status).toBe(200);
    expect(job.body).toMatchObject({ status: 'failed', error: expect.stringMatching(/^DATA_SOURCE_TIMEOUT: /) });
  });

  it('repeats its error without Retry-After under the same Idempotency-Key', async () => {
    colorado.failures = [timedOut(), timedOut(), timedOut()];
    const asked = { entity_name: freshName() };
    const headers = { ...WAIT, 'idempotency-key': 'silent register' };
    const first = await verify(asked, { headers });
    const again = await verify(asked, { headers });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([504, 'true']);
    expect([first.headers.get('retry-after'), again.headers.get('retry-after')]).toEqual(['60', null]);
    const { retry_after_seconds: _, ...details } = first.body.error.details;
    expect(again.body.error).toEqual({ ...first.body.error, details });
    expect(again.body.error.suggestion).toContain('If you sent an Idempotency-Key, send a new one');
  });

  it('costs nothing once an operator has refunded the job, even while the caller waits', async () => {
    let letGo = () => {};
    colorado.held = new Promise((resolve) => (letGo = resolve));
    const waiting = verify({ entity_name: registered() }, { headers: WAIT });
    const jobs = async () => (await service.ask('GET', '/v1/jobs', account)).body.jobs;
    await until(async () => (await jobs()).length === 1);
    const [{ job_id: jobId }] = await jobs();
    const headers = { 'x-admin-key': ADMIN_KEY };
    const given = await service.ask('POST', `/v1/admin/jobs/${jobId}/refund`, {
      headers,
      body: { reason: 'too slow' },
    });
    letGo();
    colorado.held = undefined;
    const answer = await waiting;
    expect([given.status, answer.status, credits(answer)]).toEqual([200, 202, { charged: 0, remaining: 50 }]);
  });

  it('costs one credit when the third try succeeds', async () => {
    const name = registered();
    colorado.failures = [unavailable(), unavailable()];
    const answer = await verify({ entity_name: name }, { headers: WAIT });
    expect(answer.status).toBe(200);
    expect(credits(answer)).toEqual({ charged: 1, remaining: 49 });
  });

  it('fails a deep verification as a whole, without a charge', async () => {
    const name = registered();
    colorado.failures = [unavailable(), unavailable(), unavailable()];
    const answer = await verify({ entity_name: name, tier: 'deep' }, { headers: WAIT });
    expect(answer.status).toBe(503);
    expect(credits(answer)).toEqual({ charged: 0, remaining: 50 });
  });

  it('is reported as unavailable when our own code fails, and the cause is logged', async () => {
    colorado.failures = [
      new TypeError('broken adapter'),
      new TypeError('broken adapter'),
      new TypeError('broken adapter'),
    ];
    const answer = await verify({ entity_name: freshName() }, { headers: WAIT });
    expect(answer.status).toBe(503);
    expect(JSON.stringify(answer.body)).not.toContain('broken adapter');
    expect(
      service.log.lines.some(
        ({ level, fields }) => level === 'error' && String(fields['error']).includes('broken adapter'),
      ),
    ).toBe(true);
  });
});

describe('a set of equal concurrent questions', () => {
  it('shares one retrieval, with a job and a charge for each', async () => {
    const name = registered();
    let letGo: (() => void) | undefined;
    colorado.held = new Promise((resolve) => (letGo = resolve));
    const asked = Array.from({ length: 10 }, () => verify({ entity_name: name }, { headers: WAIT }));
    const jobs = () => service.db.rows('select from jobs where entity_name = $1', [name]);
    await until(async () => (await jobs()).length === asked.length);
    letGo?.();
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.job_id)).size).toBe(10);
    expect(colorado.searches).toBe(1);
    expect(await service.balance(account.key)).toBe(40);
  });
});

describe('an Idempotency-Key', () => {
  const keyed = (key: string, prefer?: string): Asked => ({
    headers: { 'idempotency-key': key, ...(prefer ? { prefer } : {}) },
  });

  it('replays the first answer without a new charge', async () => {
    const name = registered();
    const first = await verify({ entity_name: name }, keyed('replay', 'wait=10'));
    const second = await verify({ entity_name: name }, keyed('replay'));
    expect({ status: second.status, body: second.body }).toEqual({ status: first.status, body: first.body });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(credits(second)).toEqual({ charged: 0, remaining: 49 });
  });

  it('creates one job and one charge for fifty parallel requests', async () => {
    const name = registered();
    colorado.delayMs = 200;
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify({ entity_name: name }, keyed('fifty'))));
    const accepted = answers.filter(({ status }) => status === 202);
    expect(new Set(accepted.map(({ body }) => body.job_id)).size).toBe(1);
    expect(
      answers
        .filter(({ status }) => status !== 202)
        .every(({ status, body }) => status === 409 && body.error.code === 'IDEMPOTENCY_CONFLICT'),
    ).toBe(true);
    expect(await service.balance(account.key)).toBe(49);
  });

  it('conflicts while the first request still waits for its answer', async () => {
    const name = registered();
    let answer = () => {};
    colorado.held = new Promise((resolve) => (answer = resolve));
    const first = verify({ entity_name: name }, keyed('waiting', 'wait=10'));
    await until(() => colorado.searches > 0);
    const twin = await verify({ entity_name: name }, keyed('waiting'));
    colorado.held = undefined;
    answer();
    expect(twin.status).toBe(409);
    expect((await first).status).toBe(200);
  });

  it('is refused for another body, and the message says so', async () => {
    const name = registered();
    await verify({ entity_name: name }, keyed('other', 'wait=10'));
    const { status, body } = await verify({ entity_name: name, tier: 'deep' }, keyed('other'));
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      message: expect.stringContaining('another request'),
    });
  });

  it('can be used again after a refusal that charged nothing', async () => {
    const name = registered();
    const refused = await verify({ entity_name: name, jurisdiction: 'us-xx' }, keyed('freed'));
    expect(refused.status).toBe(400);
    expect((await verify({ entity_name: name }, keyed('freed', 'wait=10'))).status).toBe(200);
  });

  it('belongs to one account', async () => {
    const name = registered();
    await verify({ entity_name: name }, keyed('mine', 'wait=10'));
    const stranger = await service.signUp();
    const theirs = await verify({ entity_name: name }, { ...keyed('mine'), key: stranger.key });
    expect(theirs.headers.get('idempotency-replayed')).toBeNull();
    expect(credits(theirs).charged).toBe(1);
  });

  it.each(['', 'x'.repeat(129)])('is refused when its length is wrong', async (key) => {
    const { status, body } = await verify({ entity_name: freshName() }, keyed(key));
    expect(status).toBe(400);
    expect(body.error.message).toContain('Idempotency-Key');
  });
});

describe('the balance', () => {
  it('runs out exactly: N credits and 3N parallel cached verifications give N successes', async () => {
    const name = registered();
    await verify({ entity_name: name }, { headers: WAIT });
    const answers = await Promise.all(Array.from({ length: 147 }, () => verify({ entity_name: name })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    const refused = answers.filter(({ status }) => status === 402);
    expect(refused).toHaveLength(98);
    expect(refused[0]?.body.error).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      details: { required: 1, available: 0, limited_by: 'balance' },
      message: 'This request costs 1 credit; the balance is 0 credits.',
    });
    expect(await service.balance(account.key)).toBe(0);
  });

  it('is not needed for the error about a wrong jurisdiction', async () => {
    const name = registered();
    await verify({ entity_name: name, tier: 'deep' }, { headers: WAIT });
    await verify({ entity_name: name, tier: 'deep' });
    await verify({ entity_name: name, tier: 'deep' });
    const { status, body } = await verify({ entity_name: name, tier: 'deep', jurisdiction: 'US-CO' });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'JURISDICTION_NOT_SUPPORTED',
      details: { provided: 'US-CO', suggestions: expect.arrayContaining(['us-co']) },
    });
    expect((await verify({ entity_name: name, tier: 'deep' })).status).toBe(402);
  });

  it('stays unchanged, and no job starts, when it is too low', async () => {
    const name = registered();
    for (const tier of ['deep', 'deep', 'deep']) await verify({ entity_name: name, tier }, { headers: WAIT });
    const answer = await verify({ entity_name: freshName(), tier: 'deep' });
    expect(answer.status).toBe(402);
    expect(answer.body.error.details).toEqual({ required: 15, available: 5, limited_by: 'balance' });
    expect(credits(answer)).toEqual({ charged: 0, remaining: 5 });
  });
});

describe('another account', () => {
  it('sees a foreign job exactly as a missing one', async () => {
    const { body } = await verify({ entity_name: registered() });
    await poll(body.job_id);
    const stranger = await service.signUp();
    const foreign = await service.ask('GET', `/v1/verify/status/${body.job_id}`, stranger);
    const missing = await service.ask('GET', '/v1/verify/status/job_01kaaaaaaaaaaaaaaaaaaaaaaa', stranger);
    const malformed = await service.ask('GET', '/v1/verify/status/nonsense', stranger);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(missing.body);
    expect(foreign.body).toEqual(malformed.body);
    expect(foreign.body.error.code).toBe('JOB_NOT_FOUND');
  });
});

describe('an entity', () => {
  it('is readable by its id, free, at the tier that was paid for', async () => {
    const name = registered();
    const { body } = await verify({ entity_name: name, tier: 'deep' }, { headers: WAIT });
    const own = await service.ask('GET', `/v1/entity/${body.entity_id}`, account);
    expect(own.body).toMatchObject({
      entity_id: body.entity_id,
      entity_name: name,
      tier: 'deep',
      confidence: 100,
      registered_agent: { name: 'Fictional Agents, Inc.' },
      snapshots: 1,
      last_verified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(credits(own)).toEqual({ charged: 0, remaining: 35 });
    const stranger = await service.signUp();
    const theirs = await service.ask('GET', `/v1/entity/${body.entity_id}`, stranger);
    expect(theirs.body).toMatchObject({ entity_name: name, tier: 'quick' });
    expect(theirs.body).not.toHaveProperty('registered_agent');
  });

  it('gains a snapshot with each retrieval', async () => {
    const name = registered();
    await verify({ entity_name: name }, { headers: WAIT });
    const { body } = await verify({ entity_name: name, tier: 'deep' }, { headers: WAIT });
    const entity = await service.ask('GET', `/v1/entity/${body.entity_id}`, account);
    expect(entity.body.snapshots).toBe(2);
  });

  it.each(['ent_01kaaaaaaaaaaaaaaaaaaaaaaa', 'nonsense', 'job_01kaaaaaaaaaaaaaaaaaaaaaaa'])(
    'returns 404 for the id %s',
    async (id) => {
      const { status, body } = await service.ask('GET', `/v1/entity/${id}`, account);
      expect(status).toBe(404);
      expect(body.error.code).toBe('ENTITY_NOT_FOUND');
    },
  );
});

describe('a name of emoji', () => {
  it('works like any other name, and does not disturb concurrent requests', async () => {
    const name = '\u{1F937}\u{1F3FD}'.repeat(75);
    const other = registered();
    const answers = await Promise.all([
      verify({ entity_name: name }, { headers: WAIT }),
      ...Array.from({ length: 5 }, () => verify({ entity_name: other }, { headers: WAIT })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 200, 200, 200, 200, 200]);
    expect((await verify({ entity_name: name })).status).toBe(404);
  });
});

describe('null in a verification', () => {
  it('counts as left out in every optional field, also when the request is repeated', async () => {
    const { properties, required = [] } = requestSchema(VerifyBody);
    const nothing = Object.fromEntries(
      Object.keys(properties).flatMap((field) => (required.includes(field) ? [] : [[field, null]])),
    );
    const entity_name = registered();
    const headers = { ...WAIT, 'idempotency-key': 'with-and-without' };
    const first = await verify({ entity_name, ...nothing }, { headers });
    expect([first.status, first.body.status]).toEqual([200, 'completed']);
    const again = await verify({ entity_name }, { headers });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    const parts = await verify({ entity_name, address: { street: null, city: 'Denver' } }, { headers: WAIT });
    expect(parts.status).toBe(200);
    const wrong = await verify({ entity_name, address: { street: 7, city: 'Denver' } });
    expect(wrong.body.error.message).toMatch(/^body\.address must be a text.*: street is no text\.$/);
    const onLines = { street: '1 Imaginary Street\nSuite 2', city: 'Denver' };
    for (const address of ['1 Imaginary Street\nNowhere Falls, CO 80001', onLines]) {
      expect((await verify({ entity_name, address }, { headers: WAIT })).status).toBe(200);
    }
  });
});

describe('bad input to a verification', () => {
  it.each([
    [{ entity_name: '   ' }, 'body.entity_name must not be blank.'],
    [{ entity_name: 'x'.repeat(301) }, 'body.entity_name must have at most 300 characters.'],
    [{ entity_name: 'A\u0000B' }, 'body.entity_name must not contain control characters.'],
    [{ entity_name: 'A\ud800B' }, 'body.entity_name must not contain control characters.'],
    [{ entity_name: 'A', teir: 'deep' }, 'body.teir is not a known field; did you mean tier?'],
    [{ name: 'A' }, 'body.name is not a known field; did you mean entity_name?'],
    [
      { entity_name: 'A', address: { strete: '1 Ash St' } },
      'body.address.strete is not a known field; did you mean street?',
    ],
    [
      { entity_name: 'A', address: { zip: '80202' } },
      'body.address.zip is not a known field; did you mean postal_code?',
    ],
    [{ company: 'A', jurisdiction: 'us-co' }, 'body.company is not a known field; did you mean entity_name?'],
    [
      { entity_name: 'A', address: { strete: '1 Ash St', city: 'Denver' } },
      'body.address.strete is not a known field; did you mean street?',
    ],
    [{ entity_name: 'A', max_credits: 1.5 }, 'body.max_credits must be a whole number.'],
    [{ entity_name: 'A', tier: 'Deep' }, 'body.tier must be one of "quick", "deep".'],
    [{ entity_name: 'A', force_refresh: 'yes' }, 'body.force_refresh must be true or false.'],
    [{ entity_name: 'A', jurisdiction_id: '' }, 'body.jurisdiction_id must not be blank.'],
    [{ entity_name: 'A', teir: null }, 'body.teir is not a known field; did you mean tier?'],
    [{ entity_name: null, tier: null }, 'body.entity_name is required.'],
    [{}, 'body.entity_name is required.'],
  ])('refuses %j with "%s", and charges nothing', async (given, message) => {
    const answer = await verify(given);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'VALIDATION_ERROR', message });
    expect(credits(answer)).toEqual({ charged: 0, remaining: 50 });
  });
});

function poll(jobId: string): Promise<Answer> {
  return until(async () => {
    const answer = await service.ask('GET', `/v1/verify/status/${jobId}`, account);
    return ['pending', 'processing'].includes(answer.body.status) ? undefined : answer;
  });
}
