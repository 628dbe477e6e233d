import { createTestDatabase } from '../support/database.js';
import { DETAILS, record, type FakeRegistry } from '../support/fakes.js';
import { startService, type Answer, type Service } from '../support/harness.js';
import { clockTicks, until } from '../support/until.js';

let service: Service;
let colorado: FakeRegistry;
let account: { key: string };
beforeAll(async () => {
  // Everything is stale at once, so each verification is a retrieval.
  service = await startService({ env: { ENTITY_CACHE_TTL: '1ms' } });
});
afterAll(() => service.close());
beforeEach(async () => {
  account = await service.signUp();
  colorado = service.registries.of('us-co');
});

let names = 0;
/** Creates an entity that this account has verified once, at the quick tier. */
async function verified(): Promise<{ id: string; name: string; verify: (tier?: string) => Promise<string> }> {
  names += 1;
  const name = `Cinder Vale ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[names]}ling LLC`;
  colorado.records = [record({ id: `H${names}`, name })];
  const verify = async (tier = 'quick') => {
    const { body } = await service.ask('POST', '/v1/verify', {
      key: account.key,
      headers: { prefer: 'wait=10' },
      body: { entity_name: name, jurisdiction: 'us-co', tier },
    });
    await clockTicks();
    return body.entity_id;
  };
  return { id: await verify(), name, verify };
}

function change(fields: Record<string, unknown>): void {
  colorado.records = colorado.records.map((known) => ({ ...known, ...fields }));
}

const history = (id: string, query = '', key = account.key): Promise<Answer> =>
  service.ask('GET', `/v1/entity/${id}/history${query}`, { key });
const entity = (id: string, query = ''): Promise<Answer> => service.ask('GET', `/v1/entity/${id}${query}`, account);
const credits = ({ headers }: Answer) => ({
  charged: Number(headers.get('x-credits-charged')),
  remaining: Number(headers.get('x-credits-remaining')),
});

describe('the history of an entity', () => {
  it('separates inferred standing and tax standing from what the register states', async () => {
    const { id, verify } = await verified();
    expect((await entity(id)).body).not.toHaveProperty('standing_hint');
    const standingHint = { goodStanding: true, because: 'The register lists it as active and owes no report.' };
    change({ goodStanding: null, standingHint });
    await verify();
    expect((await entity(id)).body).toMatchObject({
      good_standing: null,
      standing_hint: { good_standing: true, because: standingHint.because },
    });
    change({ goodStanding: true, standingHint: undefined, standingBasis: 'tax' });
    await verify();
    const { body } = await entity(id);
    expect(body).toMatchObject({ good_standing: true, standing_basis: 'tax' });
    expect(body).not.toHaveProperty('standing_hint');
    const [{ changes }] = (await history(id)).body.snapshots;
    expect(changes).toEqual([
      { field: 'good_standing', from: null, to: true },
      { field: 'standing_hint', from: { good_standing: true, because: standingHint.because }, to: null },
      { field: 'standing_basis', from: null, to: 'tax' },
    ]);
  });

  it('lists the changes between retrievals, newest first, for 5 credits', async () => {
    const { id, verify, name } = await verified();
    await verify();
    change({ status: 'dissolved', statusDetail: 'Voluntarily Dissolved', goodStanding: false });
    await verify();
    const answer = await history(id);
    expect(answer.status).toBe(200);
    expect(credits(answer)).toEqual({ charged: 5, remaining: 42 });
    expect(answer.body).toMatchObject({ entity_id: id, pagination: { limit: 20, offset: 0, total: 3 } });
    expect(answer.body.snapshots).toMatchObject([
      {
        snapshot_id: expect.stringMatching(/^snp_/),
        verified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        tier: 'quick',
        data: { entity_name: name, status: 'dissolved' },
      },
      { changes: [], data: { status: 'active' } },
      { changes: [], data: { status: 'active' } },
    ]);
    expect(answer.body.snapshots[0].changes).toEqual([
      { field: 'status', from: 'active', to: 'dissolved' },
      { field: 'status_detail', from: 'Good Standing', to: 'Voluntarily Dissolved' },
      { field: 'good_standing', from: true, to: false },
    ]);
    expect(answer.body.snapshots[0].data.source.retrieved_at).toBe(answer.body.snapshots[0].verified_at);
  });

  it('pages through one list, and compares across page boundaries', async () => {
    const { id, verify } = await verified();
    change({ statusDetail: 'Delinquent' });
    await verify();
    change({ statusDetail: 'Good Standing' });
    await verify();
    const whole = (await history(id)).body.snapshots;
    const pages = await Promise.all([0, 1, 2].map((offset) => history(id, `?limit=1&offset=${offset}`)));
    expect(pages.flatMap(({ body }) => body.snapshots)).toEqual(whole);
    expect(whole[0].changes).toEqual([{ field: 'status_detail', from: 'Delinquent', to: 'Good Standing' }]);
  });

  it('shows deep fields and their changes only to an account that paid for deep', async () => {
    const { id, verify } = await verified();
    await verify('deep');
    await verify();
    const officers = [{ name: 'Fictional Holding Inc.', title: 'Manager' }];
    colorado.details = { ...DETAILS, officers };
    await verify('deep');
    colorado.details = DETAILS;

    const own = (await history(id)).body.snapshots;
    expect(own.map(({ tier }: { tier: string }) => tier)).toEqual(['deep', 'quick', 'deep', 'quick']);
    expect(own[0].changes).toEqual([{ field: 'officers', from: null, to: officers }]);
    expect(own[0].data.officers).toEqual(officers);
    expect(own[1].data).not.toHaveProperty('officers');

    const stranger = await service.signUp();
    const theirs = (await history(id, '', stranger.key)).body.snapshots;
    expect(theirs.map(({ tier, changes }: any) => [tier, changes])).toEqual(
      Array.from({ length: 4 }, () => ['quick', []]),
    );
    expect(JSON.stringify(theirs)).not.toContain('Fictional Holding');
  });

  it.each(['ent_01kaaaaaaaaaaaaaaaaaaaaaaa', 'nonsense'])('returns a free 404 for %s', async (id) => {
    const answer = await history(id);
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('ENTITY_NOT_FOUND');
    expect(credits(answer)).toEqual({ charged: 0, remaining: 50 });
  });

  it('charges once for a page that is read again within a minute, also concurrently', async () => {
    const { id } = await verified();
    const answers = await Promise.all(Array.from({ length: 20 }, () => history(id)));
    const charged = answers.map((answer) => credits(answer).charged);
    expect(charged.toSorted()).toEqual([...Array.from({ length: 19 }, () => 0), 5]);
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]!.body]);
    expect(credits(await history(id))).toEqual({ charged: 0, remaining: 44 });
    // Another page, another account or another time is a separate charge.
    expect(credits(await history(id, '?limit=1'))).toEqual({ charged: 5, remaining: 39 });
    expect(credits(await history(id, '?as_of=2100-01-01')).charged).toBe(5);
    const other = await service.signUp();
    expect(credits(await history(id, '', other.key)).charged).toBe(5);
    await service.db.change(`update priced_reads set charged_at = charged_at - interval '61 seconds'`);
    expect(credits(await history(id))).toEqual({ charged: 5, remaining: 29 });
  });

  it('charges nothing beyond its end', async () => {
    const { id } = await verified();
    const beyond = await history(id, '?offset=1');
    expect(beyond.body).toMatchObject({ snapshots: [], pagination: { total: 1 } });
    expect(credits(beyond)).toEqual({ charged: 0, remaining: 49 });
  });

  it('returns the same page free under its Idempotency-Key, whatever was added since', async () => {
    const { id, verify } = await verified();
    const keyed = (query = '', value = `history-${id}`) =>
      service.ask('GET', `/v1/entity/${id}/history${query}`, { ...account, headers: { 'idempotency-key': value } });
    const first = await keyed();
    expect(credits(first).charged).toBe(5);
    change({ status: 'dissolved' });
    await verify();
    await service.db.change(`update priced_reads set charged_at = charged_at - interval '1 hour'`);
    const again = await keyed();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect([credits(again).charged, again.body]).toEqual([0, first.body]);
    expect((await keyed('?limit=1')).body.error.code).toBe('IDEMPOTENCY_CONFLICT');
    const fresh = await keyed('', `other-${id}`);
    expect([credits(fresh).charged, fresh.body.snapshots.length]).toEqual([5, 2]);
  });

  it('is refused without enough credits, and to an account with an unconfirmed address', async () => {
    const { id, verify } = await verified();
    for (let i = 0; i < 3; i++) await verify('deep');
    expect((await history(id)).body.error).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      details: { required: 5, available: 4 },
    });
    expect(await service.db.rows('select from priced_reads where page like $1', [`%${id}%`])).toEqual([]);
    const mover = await service.signUp();
    await service.ask('PATCH', '/v1/account', { key: mover.key, body: { email: `moved-${Date.now()}@example.com` } });
    expect((await history(id, '', mover.key)).body.error.code).toBe('EMAIL_NOT_VERIFIED');
  });
});

describe('the record as of a date', () => {
  it('is that of the last retrieval until then, free on the entity route', async () => {
    const { id, verify } = await verified();
    const before = (await entity(id)).body.last_verified_at;
    change({ status: 'dissolved', goodStanding: false });
    await verify('deep');
    const then = await entity(id, `?as_of=${before}`);
    expect(credits(then)).toEqual({ charged: 0, remaining: 34 });
    expect(then.body).toMatchObject({ status: 'active', last_verified_at: before, snapshots: 1, tier: 'quick' });
    expect(then.body).not.toHaveProperty('registered_agent');
    const today = new Date().toISOString().slice(0, 10);
    expect((await entity(id, `?as_of=${today}`)).body).toMatchObject({
      status: 'dissolved',
      snapshots: 2,
      tier: 'deep',
    });
    expect((await history(id, `?as_of=${before}`)).body).toMatchObject({
      snapshots: [{ verified_at: before }],
      pagination: { total: 1 },
    });
  });

  it('is a free 404 before the first retrieval', async () => {
    const { id } = await verified();
    for (const answer of [await entity(id, '?as_of=2001-02-03'), await history(id, '?as_of=2001-02-03T04:05:06Z')]) {
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('ENTITY_NOT_FOUND');
      expect(credits(answer)).toEqual({ charged: 0, remaining: 49 });
    }
  });

  it.each(['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.123%2B02:00', '2026-01-31T12:00:00+02:00', '2026-02-28'])(
    'accepts the date %s',
    async (asOf) => {
      const { id } = await verified();
      expect((await entity(id, `?as_of=${asOf}`)).body.error.code).toBe('ENTITY_NOT_FOUND');
    },
  );

  it.each(['', 'yesterday', '2026-02-30', '2026-13-01', '2026-01-31T25:00:00Z', '2026-01-31T12:00:00', '1769860800'])(
    'refuses the date "%s"',
    async (asOf) => {
      const { id } = await verified();
      for (const answer of [await entity(id, `?as_of=${asOf}`), await history(id, `?as_of=${asOf}`)]) {
        expect(answer.status).toBe(400);
        expect(answer.body.error).toMatchObject({
          code: 'VALIDATION_ERROR',
          message: expect.stringContaining('query.as_of must be'),
        });
      }
    },
  );
});

describe('a service with a retention for snapshots', () => {
  it('deletes older snapshots by itself, but never the newest of an entity', async () => {
    const database = await createTestDatabase();
    const env = { SNAPSHOT_RETENTION: '365d' };
    const first = await startService({ env: { ...env, ENTITY_CACHE_TTL: '1ms' }, databaseUrl: database.url });
    const { key } = await first.signUp();
    first.registries.of('us-co').records = [record({ id: 'R1', name: 'Bramble Key LLC' })];
    const body = { entity_name: 'Bramble Key LLC', jurisdiction: 'us-co' };
    const verify = () => first.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body });
    await verify();
    await clockTicks();
    const { entity_id: id } = (await verify()).body;
    await first.db.change(`update snapshots set verified_at = verified_at - interval '400 days'`);
    await first.db.change(`update entities set oldest_snapshot_at = oldest_snapshot_at - interval '400 days'`);
    // This hour's run is already claimed. Act as if the hour had passed.
    await first.db.change('delete from schedules');
    const second = await startService({ env, databaseUrl: database.url });
    try {
      const kept = async () => (await first.ask('GET', `/v1/entity/${id}`, { key })).body.snapshots;
      await until(async () => (await kept()) === 1);
      expect((await first.ask('GET', `/v1/entity/${id}/history`, { key })).body.pagination.total).toBe(1);
    } finally {
      await second.close();
      await first.close();
      await database.drop();
    }
  });
});

describe('the erasure of personal data', () => {
  const ADMIN_KEY = 'the admin key of these tests, long enough';
  let staffed: Service;
  beforeAll(async () => {
    staffed = await startService({ env: { ADMIN_API_KEY: ADMIN_KEY } });
  });
  afterAll(() => staffed.close());
  const erase = (id: string, body: unknown = { reason: 'The officer asked for it.' }) =>
    staffed.ask('POST', `/v1/admin/entities/${id}/erase-personal-data`, {
      headers: { 'x-admin-key': ADMIN_KEY },
      body,
    });

  it('leaves no copy in the entity, its history, the job, its event or a replay', async () => {
    const { key } = await staffed.signUp();
    const registry = staffed.registries.of('us-co');
    registry.records = [record({ id: 'P1', name: 'Thistle Gate LLC' })];
    registry.details = { ...DETAILS, officers: [{ name: 'Fictional Holding Inc.', title: 'Manager' }] };
    const headers = { prefer: 'wait=10', 'idempotency-key': 'erased' };
    const body = { entity_name: 'Thistle Gate LLC', jurisdiction: 'us-co', tier: 'deep' };
    const verify = () => staffed.ask('POST', '/v1/verify', { key, headers, body });
    const { job_id, entity_id, data } = (await verify()).body;
    expect(data.officers).toHaveLength(1);
    const event = { event: 'verification.completed', entity_name: 'Thistle Gate LLC', data };
    await staffed.db.change(
      `insert into events (id, account_id, job_id, type, body) select gen_random_uuid(), account_id, id, 'verification.completed', $1 from jobs`,
      [JSON.stringify(event)],
    );

    expect((await erase(entity_id)).body).toEqual({ entity_id, erased: true });
    const gone = { officers: null, registered_agent: null, principal_address: null };
    const kept = { tier: 'deep', entity_name: 'Thistle Gate LLC', filing_history_summary: { total_filings: 2 } };
    expect((await staffed.ask('GET', `/v1/entity/${entity_id}`, { key })).body).toMatchObject({ ...gone, ...kept });
    expect((await staffed.ask('GET', `/v1/verify/status/${job_id}`, { key })).body.data).toMatchObject({
      ...gone,
      ...kept,
    });
    expect((await verify()).body.data).toMatchObject({ ...gone, ...kept });
    const [told] = await staffed.db.rows<{ body: string }>('select body from events');
    expect(JSON.parse(told?.body ?? '')).toMatchObject({ ...event, data: { ...gone, ...kept } });
    const { snapshots } = (await staffed.ask('GET', `/v1/entity/${entity_id}/history`, { key })).body;
    expect(snapshots).toMatchObject([{ data: { ...gone, ...kept } }]);
    const trail = await staffed.ask('GET', '/v1/admin/audit', { headers: { 'x-admin-key': ADMIN_KEY } });
    expect(trail.body.actions[0]).toMatchObject({ action: 'erase personal data', subject: entity_id });
  });

  it('requires a known entity and a reason', async () => {
    expect((await erase('ent_01kaaaaaaaaaaaaaaaaaaaaaaa')).body.error.code).toBe('ENTITY_NOT_FOUND');
    expect((await erase('nonsense')).body.error.code).toBe('ENTITY_NOT_FOUND');
    expect((await erase('ent_01kaaaaaaaaaaaaaaaaaaaaaaa', {})).body.error.code).toBe('VALIDATION_ERROR');
  });
});
