import { record, timedOut, unavailable, type FakeRegistry } from '../support/fakes.js';
import { startService, type Answer, type Asked, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const ADMIN_KEY = 'the admin key of these tests, long enough';

let service: Service;
let colorado: FakeRegistry;
let connecticut: FakeRegistry;
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
  connecticut = service.registries.of('us-ct');
});

/** Each test uses its own name, so that no test finds another's ranking. */
let names = 0;
function freshName(): string {
  names += 1;
  return `Harbour ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[names % 26]}onquil${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[Math.floor(names / 26)]} Lantern`;
}

/** Registers three businesses in Colorado and one in Connecticut with the name or a similar one. */
function registered(name = freshName()): string {
  colorado.records = [
    record({ id: `C${names}1`, name: `${name} Outfitters LLC` }),
    record({ id: `C${names}2`, name: `${name} LLC` }),
    record({ id: `C${names}3`, name: `${name} LLC`, status: 'dissolved', goodStanding: false }),
  ];
  connecticut.records = [record({ id: `T${names}1`, name: `${name} LLC` })];
  return name;
}

function search(body: Record<string, unknown>, { headers, key = account.key }: Asked = {}): Promise<Answer> {
  return service.ask('POST', '/v1/search', { key, headers, body: { jurisdictions: ['us-co', 'us-ct'], ...body } });
}
const read = (id: string, query = '', key = account.key) => service.ask('GET', `/v1/search/${id}${query}`, { key });
const jobStatus = (id: string, key = account.key) => service.ask('GET', `/v1/verify/status/${id}`, { key });

function ended(id: string): Promise<Answer> {
  return until(async () => {
    const answer = await read(id);
    return ['pending', 'processing'].includes(answer.body.status) ? undefined : answer;
  });
}

const WAIT = { prefer: 'wait=10' };
const credits = ({ headers }: Answer) => ({
  charged: Number(headers.get('x-credits-charged')),
  remaining: Number(headers.get('x-credits-remaining')),
});
const idsIn = (results: { jurisdiction_id: string }[]) => results.map(({ jurisdiction_id: id }) => id);

describe('a search', () => {
  it('returns the records of all jurisdictions, best first, for 2 credits each', async () => {
    const name = registered();
    const answer = await search({ entity_name: `${name} LLC` });
    expect(answer.status).toBe(200);
    expect(credits(answer)).toEqual({ charged: 4, remaining: 46 });
    expect(answer.body).toMatchObject({
      status: 'completed',
      search_id: expect.stringMatching(/^srch_/),
      jobs: [
        { job_id: expect.stringMatching(/^job_/), jurisdiction: 'us-co', status: 'completed' },
        { job_id: expect.stringMatching(/^job_/), jurisdiction: 'us-ct', status: 'completed' },
      ],
      jurisdictions_failed: [],
      failures: [],
      pagination: { limit: 20, offset: 0, total: 4 },
    });
    expect(answer.body.job_ids).toEqual(answer.body.jobs.map(({ job_id: id }: { job_id: string }) => id));
    expect(idsIn(answer.body.results)).toEqual([`C${names}2`, `T${names}1`, `C${names}3`, `C${names}1`]);
    expect(answer.body.results[0]).toMatchObject({
      entity_id: expect.stringMatching(/^ent_/),
      entity_name: `${name} LLC`,
      jurisdiction: 'us-co',
      confidence: 100,
      tier: 'quick',
      match: { method: 'exact' },
    });
    expect((await read(answer.body.search_id)).body).toEqual(answer.body);
  });

  it('pages through one stable list', async () => {
    const { body } = await search({ entity_name: `${registered()} LLC`, limit: 2, offset: 1 });
    const whole = (await read(body.search_id)).body.results;
    expect(body.results).toEqual(whole.slice(1, 3));
    expect(body.pagination).toEqual({ limit: 2, offset: 1, total: 4 });
    const walked = [];
    for (let offset = 0; offset < 4; offset++) {
      walked.push(...(await read(body.search_id, `?limit=1&offset=${offset}`)).body.results);
    }
    expect(walked).toEqual(whole);
    expect((await read(body.search_id, '?limit=1&offset=4')).body.results).toEqual([]);
    const beyond = await read(body.search_id, '?limit=1&offset=5');
    expect([beyond.status, beyond.body.results]).toEqual([200, []]);
  });

  it('returns the share of each jurisdiction on the route of its job', async () => {
    const { body } = await search({ entity_name: `${registered()} LLC` });
    const shares = await Promise.all(body.job_ids.map((id: string) => jobStatus(id)));
    for (const [at, share] of shares.entries()) {
      const code = body.jobs[at].jurisdiction;
      expect(share.body).toEqual({
        status: 'completed',
        job_id: body.job_ids[at],
        record_id: body.records[at].record_id,
        jurisdiction: code,
        results: body.results.filter(({ jurisdiction }: { jurisdiction: string }) => jurisdiction === code),
      });
    }
  });

  it('returns 202 when the wait ends, and its results can then be read for free', async () => {
    const name = registered();
    let letGo: (() => void) | undefined;
    connecticut.held = new Promise((resolve) => (letGo = resolve));
    const started = await search({ entity_name: name }, { headers: { prefer: 'wait=0' } });
    expect(started.status).toBe(202);
    expect(started.headers.get('preference-applied')).toBe('wait=0');
    expect(started.body).toMatchObject({ status: 'pending', results: [], pagination: { total: 0 } });
    expect(credits(started)).toEqual({ charged: 4, remaining: 46 });
    const midway = await until(async () => {
      const answer = await read(started.body.search_id);
      const [first, second] = answer.body.jobs;
      return first.status === 'completed' && second.status === 'processing' ? answer : undefined;
    });
    expect(midway.body.status).toBe('processing');
    expect(Number(midway.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(midway.body.pagination.total).toBe(3);
    letGo?.();
    const done = await ended(started.body.search_id);
    expect(done.body).toMatchObject({ status: 'completed', pagination: { total: 4 } });
    expect(credits(done)).toEqual({ charged: 0, remaining: 46 });
    expect(done.headers.has('retry-after')).toBe(false);
  });

  it('returns an empty result for an unknown name, and charges for it', async () => {
    colorado.records = [record({ id: 'X1', name: 'Quite Another Company Inc' })];
    const answer = await search({ entity_name: 'Zyxwv Quorblat Unfounded', jurisdictions: ['us-co'] });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'completed', results: [], pagination: { total: 0 } });
    expect(credits(answer).charged).toBe(2);
    const again = await search({ entity_name: 'Zyxwv Quorblat Unfounded', jurisdictions: ['us-co'] });
    expect(again.body.results).toEqual([]);
    expect(colorado.searches).toBe(1);
  });

  it('counts as one request', async () => {
    const before = await service.ask('GET', '/v1/entity/ent_none', account);
    const answer = await search({ entity_name: registered() });
    expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBe(
      Number(before.headers.get('x-ratelimit-remaining')) - 1,
    );
  });

  it('shares a retrieval with an equal search at the same time, each with its own charge', async () => {
    const name = registered();
    let letGo: (() => void) | undefined;
    colorado.held = new Promise((resolve) => (letGo = resolve));
    const asked = [
      search({ entity_name: name, jurisdictions: ['us-co'] }, { headers: WAIT }),
      search({ entity_name: name.toUpperCase(), jurisdictions: ['us-co'] }, { headers: WAIT }),
    ];
    const jobs = () => service.db.rows('select from jobs where upper(entity_name) = $1', [name.toUpperCase()]);
    await until(async () => (await jobs()).length === asked.length);
    letGo?.();
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(colorado.searches).toBe(1);
    expect(await service.balance(account.key)).toBe(46);
  });
});

describe('concurrent searches', () => {
  it('searches sharing names, registers and refunds in any order all end with exact balances', async () => {
    const searched = Array.from({ length: 4 }, () => registered());
    colorado.delayMs = 20;
    service.registries.of('ca-bc').complete = false;
    const orders = [
      ['us-co', 'us-ct', 'ca-bc'],
      ['ca-bc', 'us-co', 'us-ct'],
      ['us-ct', 'ca-bc', 'us-co'],
    ];
    const accounts = await Promise.all(Array.from({ length: 6 }, () => service.signUp()));
    const answers = await Promise.all(
      accounts.flatMap(({ key }, who) =>
        searched.map((name, what) =>
          search({ entity_name: name, jurisdictions: orders[(who + what) % 3] }, { key, headers: WAIT }),
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.jurisdictions_failed.join()))).toEqual(new Set(['ca-bc']));
    const balances = await Promise.all(accounts.map(({ key }) => service.balance(key)));
    expect(balances).toEqual(accounts.map(() => 50 - 4 * 2 * 2));
  });
});

describe('a recent ranking', () => {
  it('is returned again without a job or a call, and charged', async () => {
    const name = registered();
    const first = await search({ entity_name: `${name} LLC` });
    const again = await search({ entity_name: `${name.toUpperCase()}, L.L.C.` });
    expect(again.status).toBe(200);
    expect(credits(again)).toEqual({ charged: 4, remaining: 42 });
    expect(again.body).toMatchObject({ status: 'completed', jobs: [], job_ids: [] });
    expect(idsIn(again.body.results).toSorted()).toEqual(idsIn(first.body.results).toSorted());
    expect(again.body.results[0].match.method).toBe('normalised');
    expect([colorado.searches, connecticut.searches]).toEqual([1, 1]);
    expect((await read(again.body.search_id)).body).toEqual(again.body);
  });

  it('appears as a completed job beside pending ones', async () => {
    const name = registered();
    await search({ entity_name: name, jurisdictions: ['us-co'] });
    connecticut.delayMs = 300;
    const mixed = await search({ entity_name: name }, { headers: { prefer: 'wait=0' } });
    expect(mixed.status).toBe(202);
    expect(mixed.body.jobs).toMatchObject([{ status: 'completed' }, { status: 'pending' }]);
    expect(mixed.body.pagination.total).toBe(3);
    expect((await jobStatus(mixed.body.job_ids[0])).body.results).toEqual(mixed.body.results);
    expect(credits(mixed).charged).toBe(4);
    expect((await ended(mixed.body.search_id)).body.pagination.total).toBe(4);
    expect(colorado.searches).toBe(1);
  });

  it('is searched again once it is too old', async () => {
    const brief = await startService({ env: { SEARCH_CACHE_TTL: '200ms' } });
    try {
      const { key } = await brief.signUp();
      const body = { entity_name: 'Passing Cloud', jurisdictions: ['us-co'] };
      await until(async () => {
        await brief.ask('POST', '/v1/search', { key, body });
        return brief.registries.of('us-co').searches === 2;
      });
    } finally {
      await brief.close();
    }
  });
});

describe('a register that does not answer a search', () => {
  it('is named and refunded, while the others are charged', async () => {
    const name = registered();
    connecticut.failures = [timedOut(), timedOut(), timedOut()];
    const answer = await search({ entity_name: name }, { headers: WAIT });
    expect(answer.status).toBe(200);
    expect(credits(answer)).toEqual({ charged: 2, remaining: 48 });
    expect(answer.body).toMatchObject({
      status: 'completed',
      jurisdictions_failed: ['us-ct'],
      failures: [{ jurisdiction: 'us-ct', job_id: answer.body.job_ids[1], code: 'DATA_SOURCE_TIMEOUT' }],
    });
    expect(answer.body.failures[0].message).not.toContain('DATA_SOURCE');
    expect((await jobStatus(answer.body.job_ids[1])).body).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^DATA_SOURCE_TIMEOUT: /),
    });
  });

  it.each([
    [504, 'DATA_SOURCE_TIMEOUT', [timedOut, timedOut]],
    [503, 'DATA_SOURCE_UNAVAILABLE', [timedOut, unavailable]],
  ])('returns %d, free of charge, when no other register answers', async (status, code, [first, second]) => {
    colorado.failures = Array.from({ length: 3 }, () => (first as typeof timedOut)());
    connecticut.failures = Array.from({ length: 3 }, () => (second as typeof timedOut)());
    const asked = { entity_name: freshName() };
    const headers = { ...WAIT, 'idempotency-key': `none of them, ${status}` };
    const answer = await search(asked, { headers });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('retry-after')).toBe('60');
    const again = await search(asked, { headers });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([status, 'true']);
    expect(again.headers.has('retry-after')).toBe(false);
    expect(again.body.error.details).not.toHaveProperty('retry_after_seconds');
    expect(answer.body.error).toMatchObject({ code, details: { jurisdictions_failed: ['us-co', 'us-ct'] } });
    expect(credits(answer)).toEqual({ charged: 0, remaining: 50 });
    const later = await read(answer.body.error.details.search_id);
    expect(later.status).toBe(200);
    expect(later.body).toMatchObject({ status: 'failed', results: [], failures: [{}, {}] });
  });

  it('returns a free 503 for an incomplete search without hits, and charges one with hits', async () => {
    const name = freshName();
    colorado.complete = false;
    const nothing = await search({ entity_name: name, jurisdictions: ['us-co'] }, { headers: WAIT });
    expect(nothing.status).toBe(503);
    expect(nothing.body.error).toMatchObject({
      message: expect.stringMatching(/lists more similar names than can be searched to the end/),
      details: {
        reason: 'search_incomplete',
        failures: [{ code: 'DATA_SOURCE_UNAVAILABLE', message: expect.stringMatching(/add words to the name/) }],
      },
      suggestion: expect.stringMatching(/^Add words to the name/),
    });
    expect(credits(nothing)).toEqual({ charged: 0, remaining: 50 });
    registered(name);
    const something = await search({ entity_name: name, jurisdictions: ['us-co'] }, { headers: WAIT });
    expect(something.body.pagination.total).toBe(3);
    expect(credits(something).charged).toBe(2);
  });
});

describe('an entity that a search finds', () => {
  it('is readable by its id, at the quick tier that was paid for', async () => {
    const { body } = await search({ entity_name: registered() });
    const [{ entity_id: id, match: _how, confidence: _likeness, ...hit }] = body.results;
    const entity = await service.ask('GET', `/v1/entity/${id}`, account);
    // A lookup by id is always an exact match.
    const match = { method: 'exact', matched_name: hit.entity_name };
    expect(entity.body).toMatchObject({ ...hit, match, confidence: 100, snapshots: 1 });
    expect(entity.body).not.toHaveProperty('officers');
  });

  it('keeps the better details that are already stored', async () => {
    const name = registered();
    const verified = await service.ask('POST', '/v1/verify', {
      key: account.key,
      headers: WAIT,
      body: { entity_name: `${name} Outfitters LLC`, jurisdiction: 'us-co', tier: 'deep' },
    });
    colorado.records = colorado.records.map((known) => ({ ...known, formationDate: null, entityType: null }));
    const { body } = await search({ entity_name: name, jurisdictions: ['us-co'] });
    const hit = body.results.find(({ entity_id: id }: { entity_id: string }) => id === verified.body.entity_id);
    expect(hit).toMatchObject({ tier: 'quick', formation_date: '2019-05-04' });
    expect(hit).not.toHaveProperty('registered_agent');
    const entity = await service.ask('GET', `/v1/entity/${verified.body.entity_id}`, account);
    expect(entity.body).toMatchObject({
      tier: 'deep',
      registered_agent: { name: 'Fictional Agents, Inc.' },
      entity_type: 'Limited Liability Company',
      snapshots: 2,
    });
  });
});

describe('an Idempotency-Key on a search', () => {
  it('replays the first answer without a new charge', async () => {
    const headers = { ...WAIT, 'idempotency-key': 'search' };
    const body = { entity_name: registered() };
    const first = await search(body, { headers });
    const second = await search(body, { headers });
    expect({ status: second.status, body: second.body }).toEqual({ status: first.status, body: first.body });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(credits(second)).toEqual({ charged: 0, remaining: 46 });
    expect((await search({ ...body, limit: 1 }, { headers })).body.error.code).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('creates one search and one charge for thirty parallel requests', async () => {
    const body = { entity_name: registered() };
    colorado.delayMs = 200;
    const headers = { 'idempotency-key': 'thirty', prefer: 'wait=0' };
    const answers = await Promise.all(Array.from({ length: 30 }, () => search(body, { headers })));
    const accepted = answers.filter(({ status }) => status === 202);
    expect(new Set(accepted.map((answer) => answer.body.search_id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(30 - accepted.length);
    expect(await service.balance(account.key)).toBe(46);
  });
});

describe('a search whose write fails', () => {
  const CUT = `create function cut_short() returns trigger language plpgsql as $$ begin raise exception 'cut short'; end $$`;

  it.each(['searches', 'retrievals', 'jobs', 'ledger_entries', 'idempotency_keys'])(
    'leaves no job, no charge and no claimed key after a failure in %s',
    async (table) => {
      const request = { headers: { ...WAIT, 'idempotency-key': 'cut' } };
      const body = { entity_name: registered() };
      await service.db.rows(CUT);
      const when = table === 'idempotency_keys' ? 'update' : 'insert';
      await service.db.rows(`create trigger cut_short after ${when} on ${table} execute function cut_short()`);
      expect((await search(body, request)).status).toBe(500);
      await service.db.rows('drop function cut_short cascade');

      expect(await service.balance(account.key)).toBe(50);
      const traces = await service.db.rows(
        'select 1 from searches where entity_name = $1 union all select 1 from jobs where entity_name = $1 union all select 1 from retrievals where entity_name = $1',
        [body.entity_name],
      );
      expect(traces).toEqual([]);
      const again = await search(body, request);
      expect(again.status).toBe(200);
      expect(credits(again)).toEqual({ charged: 4, remaining: 46 });
    },
  );
});

describe('a search job that support refunds', () => {
  it('removes its share from the search, on both routes', async () => {
    const { body } = await search({ entity_name: registered() });
    await service.ask('POST', `/v1/admin/jobs/${body.job_ids[0]}/refund`, {
      headers: { 'x-admin-key': ADMIN_KEY },
      body: { reason: 'an outage of ours' },
    });
    const after = await read(body.search_id);
    expect(after.body).toMatchObject({
      status: 'completed',
      jobs: [{ status: 'refunded' }, { status: 'completed' }],
      jurisdictions_failed: [],
      coverage: { not_searched: [{ jurisdiction: 'us-co', reason: 'refunded' }] },
      pagination: { total: 1 },
    });
    expect((await jobStatus(body.job_ids[0])).body).toEqual({
      status: 'refunded',
      job_id: body.job_ids[0],
      record_id: body.records[0].record_id,
    });
    expect(await service.balance(account.key)).toBe(48);
  });
});

describe('a page beyond the last result', () => {
  it('is empty and free, and its search holds no results either', async () => {
    const name = registered();
    await search({ entity_name: name });
    const before = await service.balance(account.key);
    for (const offset of [4, 101]) {
      const beyond = await search({ entity_name: name, offset });
      expect([beyond.status, beyond.body.status, beyond.body.results]).toEqual([200, 'completed', []]);
      expect(credits(beyond)).toEqual({ charged: 0, remaining: before });
      expect((await read(beyond.body.search_id)).body).toMatchObject({
        results: [],
        jobs: [],
        coverage: { searched: [] },
      });
    }
    const unknown = await search({ entity_name: `${registered()} Unasked`, offset: 101 });
    expect([unknown.status, unknown.body.results]).toEqual([200, []]);
    expect(credits(unknown).charged).toBe(0);
  });
});

describe('a refused search', () => {
  it.each([
    [{ jurisdictions: Array(11).fill('us-co') }, 'TOO_MANY_JURISDICTIONS', 'at most 10'],
    [{ jurisdictions: ['us-co', 'us-co'] }, 'VALIDATION_ERROR', 'body.jurisdictions must name each jurisdiction once'],
    [{ jurisdictions: [] }, 'VALIDATION_ERROR', 'body.jurisdictions must not be empty.'],
    [{ jurisdictions: 'us-co' }, 'VALIDATION_ERROR', 'body.jurisdictions must be a list.'],
    [{ jurisdictions: ['us-co', 7] }, 'VALIDATION_ERROR', 'body.jurisdictions.1 must be a string.'],
    [{ jurisdictions: ['us-co', 'us-zz'] }, 'JURISDICTION_NOT_SUPPORTED', 'us-zz'],
    [
      { jurisdictions: ['US-CO', 'us-ct', 'no_03'] },
      'JURISDICTION_NOT_SUPPORTED',
      '"US-CO", "no_03" are not supported jurisdictions.',
    ],
    [
      { jurisdictions: undefined, countries: ['uk', 'no', 'de'] },
      'VALIDATION_ERROR',
      '"uk", "de" have none (did you mean gb?).',
    ],
    [{ entity_name: '  ' }, 'VALIDATION_ERROR', 'body.entity_name must not be blank.'],
    [{ limit: 101 }, 'VALIDATION_ERROR', 'body.limit must be at most 100.'],
    [{ offset: -1 }, 'VALIDATION_ERROR', 'body.offset must be at least 0.'],
    [{ tier: 'deep' }, 'VALIDATION_ERROR', 'body.tier is not a known field'],
  ])('rejects %j as %s, and charges nothing', async (given, code, message) => {
    const answer = await search({ entity_name: 'Alder', ...given });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(credits(answer)).toEqual({ charged: 0, remaining: 50 });
  });

  it('names the whole price when credits are short, and leaves nothing behind', async () => {
    const name = registered();
    for (let i = 0; i < 12; i++) await search({ entity_name: name });
    const answer = await search({ entity_name: freshName(), jurisdictions: ['us-co', 'us-ct', 'ca-bc'] });
    expect(answer.status).toBe(402);
    expect(answer.body.error.details).toEqual({ required: 6, available: 2, limited_by: 'balance' });
    expect(credits(answer)).toEqual({ charged: 0, remaining: 2 });
    expect(service.registries.of('ca-bc').searches).toBe(0);
    const jobs = await service.db.rows(`select 1 from jobs where entity_name like 'Harbour%' and status = 'pending'`);
    expect(jobs).toEqual([]);
  });

  it('returns EMAIL_NOT_VERIFIED to an account with an unverified address', async () => {
    await service.ask('PATCH', '/v1/account', {
      key: account.key,
      body: { email: `moved-${names}-${Date.now()}@example.com` },
    });
    expect((await search({ entity_name: 'Alder' })).body.error.code).toBe('EMAIL_NOT_VERIFIED');
  });
});

describe('another account', () => {
  it('sees the same entity, but a foreign search and its jobs exactly as missing ones', async () => {
    const { body } = await search({ entity_name: registered() });
    const stranger = await service.signUp();
    const foreign = await read(body.search_id, '', stranger.key);
    const missing = await read('srch_01kaaaaaaaaaaaaaaaaaaaaaaa', '', stranger.key);
    const malformed = await read('nonsense', '', stranger.key);
    expect(foreign.status).toBe(404);
    expect(foreign.body.error.code).toBe('NOT_FOUND');
    expect(foreign.body).toEqual(missing.body);
    expect(foreign.body).toEqual(malformed.body);
    expect((await jobStatus(body.job_ids[0], stranger.key)).body.error.code).toBe('JOB_NOT_FOUND');
    const entityId = body.results[0].entity_id;
    const [mine, theirs] = await Promise.all(
      [account, stranger].map((who) => service.ask('GET', `/v1/entity/${entityId}`, { key: who.key })),
    );
    expect(theirs?.body.entity_name).toBe(mine?.body.entity_name);
    const own = await search({ entity_name: registered() }, { key: stranger.key });
    expect(own.body.search_id).not.toBe(body.search_id);
  });
});
