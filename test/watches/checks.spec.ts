import { toUuid, type Id } from '../../src/core/ids.js';
import { record, type FakeRegistry } from '../support/fakes.js';
import { startService, type Answer, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const ADMIN_KEY = 'an-admin-key-for-the-tests-only';
const ALDER = record({ id: '20019000001', name: 'Alder Works LLC' });
const BIRCH = record({ id: '20019000002', name: 'Birch Works LLC' });

let service: Service;
let registry: FakeRegistry;
let key: string;
let entityId: string;

beforeEach(async () => {
  service = await startService({ env: { ADMIN_API_KEY: ADMIN_KEY } });
  registry = service.registries.of('us-co');
  registry.records = [ALDER, BIRCH];
  ({ key } = await service.signUp());
  entityId = await verified(ALDER.name);
});

afterEach(() => service.close());

async function verified(name: string): Promise<string> {
  const { body } = await service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=20' },
    body: { entity_name: name, jurisdiction: 'us-co' },
  });
  return body.entity_id;
}

async function watch(more: object = {}, by = key): Promise<string> {
  const { status, body } = await service.ask('POST', '/v1/watches', {
    key: by,
    body: { entity_id: entityId, every: '1d', ...more },
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.watch_id;
}

const check = (watchId: string, headers = {}, by = key): Promise<Answer> =>
  service.ask('POST', `/v1/watches/${watchId}/check`, { key: by, headers });

const ended = (jobId: string) =>
  until(async () => {
    const { body } = await service.ask('GET', `/v1/verify/status/${jobId}`, { key });
    return body.status !== 'pending' && body.status !== 'processing' && body;
  });

async function pass(days: number): Promise<void> {
  await service.ask('POST', '/v1/sandbox/clock/advance', { key, body: { by: `${days}d` } });
  await until(async () => (await service.ask('GET', '/v1/sandbox/clock', { key })).body.advancing_to === undefined);
}

const rowOf = async <R>(sql: string, values: string[] = []) => (await service.db.rows<R>(sql, values))[0];

/** Holds the register's answers until the returned function is called. */
function holdRegister(): () => void {
  let answer = (): void => undefined;
  registry.held = new Promise((resolve) => {
    answer = () => {
      registry.held = undefined;
      resolve();
    };
  });
  return answer;
}

describe('a requested check', () => {
  it('leaves no job and no check behind when it cannot be paid', async () => {
    const watchId = await watch({ tier: 'deep' });
    await service.db.rows(
      `insert into ledger_entries (account_id, type, amount, description)
         select account_id, 'adjustment', 14 - a.credit_balance, 'for a test' from watches w join accounts a on a.id = w.account_id`,
    );
    const refused = await check(watchId);
    expect(refused).toMatchObject({
      status: 402,
      body: { error: { details: { limited_by: 'balance', available: 14 } } },
    });
    expect(
      await rowOf(`select check_job, (select count(*)::int from jobs where watch_id is not null) as jobs from watches`),
    ).toEqual({
      check_job: null,
      jobs: 0,
    });
  });

  it('is refused beyond the cap of the watch, naming the cap and when a new month begins', async () => {
    const watchId = await watch({ max_credits_per_month: 1 });
    const before = await service.balance(key);
    await ended((await check(watchId)).body.job_id);
    expect(await check(watchId)).toMatchObject({
      status: 402,
      body: {
        error: {
          code: 'INSUFFICIENT_CREDITS',
          message: 'This request costs 1 credit; the monthly cap of this watch has 0 credits left.',
          details: {
            required: 1,
            available: 0,
            limited_by: 'max_credits_per_month',
            resets_at: '2030-02-01T00:00:00.000Z',
          },
          suggestion: expect.stringContaining('PATCH /v1/watches/{watchId}'),
        },
      },
    });
    expect(await service.balance(key)).toBe(before - 1);
    await pass(31);
    expect((await check(watchId)).status).toBe(202);
  });

  it('is made once for many requests at the same moment, and each of them gets its job', async () => {
    const watchId = await watch({ max_credits_per_month: 1 });
    const before = await service.balance(key);
    const answer = holdRegister();
    const answers = await Promise.all(Array.from({ length: 16 }, () => check(watchId)));
    answer();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const jobs = new Set(answers.map(({ body }) => body.job_id));
    expect(jobs.size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('x-credits-charged') === '1')).toHaveLength(1);
    await ended(answers[0]?.body.job_id);
    expect(await service.balance(key)).toBe(before - 1);
  });

  it('names its job and when to look, and is charged once for one Idempotency-Key', async () => {
    const watchId = await watch();
    const before = await service.balance(key);
    const first = await check(watchId, { 'idempotency-key': 'once' });
    expect(first.headers.get('location')).toBe(`/v1/verify/status/${first.body.job_id}`);
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
    await ended(first.body.job_id);
    const again = await check(watchId, { 'idempotency-key': 'once' });
    expect([again.status, again.body.job_id]).toEqual([202, first.body.job_id]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('x-credits-charged')).toBe('0');
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await service.balance(key)).toBe(before - 1);
  });

  it('uses the tier that was charged, even when the watch changes to another meanwhile', async () => {
    const watchId = await watch();
    const answer = holdRegister();
    const asked = registry.fetches;
    const { body } = await check(watchId);
    await service.ask('PATCH', `/v1/watches/${watchId}`, { key, body: { tier: 'deep' } });
    answer();
    await ended(body.job_id);
    expect(registry.fetches).toBe(asked);
  });

  it('keeps the period that its owner sets while it is under way', async () => {
    const watchId = await watch({ every: '30d' });
    const answer = holdRegister();
    const asked = registry.lookups;
    const passing = service.ask('POST', '/v1/sandbox/clock/advance', { key, body: { by: '31d' } });
    await until(() => registry.lookups > asked);
    await service.ask('PATCH', `/v1/watches/${watchId}`, { key, body: { every: '1d' } });
    answer();
    await passing;
    await pass(2);
    expect(registry.lookups).toBeGreaterThan(asked + 2);
  });
});

describe('a limited key', () => {
  const newKey = async (limits: object): Promise<string> => {
    const { body } = await service.ask('POST', '/v1/account/keys', { key, body: { label: 'lent', ...limits } });
    return body.api_key;
  };

  it('changes, checks and deletes only the watches that were made with it', async () => {
    for (const limits of [
      { budget: { credits: 40, every: 'month' } },
      { jurisdictions: ['us-co'] },
      { tiers: ['quick'] },
    ]) {
      const lent = await newKey(limits);
      const ofOwner = await watch();
      for (const [method, path, body] of [
        ['PATCH', `/v1/watches/${ofOwner}`, { every: '30d' }],
        ['POST', `/v1/watches/${ofOwner}/check`, undefined],
        ['DELETE', `/v1/watches/${ofOwner}`, undefined],
      ] as const) {
        const { status, body: refused } = await service.ask(method, path, { key: lent, body });
        expect({ method, status, code: refused.error?.code }).toEqual({ method, status: 403, code: 'FORBIDDEN' });
      }
      expect((await service.ask('DELETE', `/v1/watches/${ofOwner}`, { key })).status).toBe(204);
      const own = await watch({}, lent);
      expect((await service.ask('PATCH', `/v1/watches/${own}`, { key: lent, body: { every: '7d' } })).status).toBe(200);
      await ended((await check(own, {}, lent)).body.job_id);
      expect((await service.ask('DELETE', `/v1/watches/${own}`, { key: lent })).status).toBe(204);
    }
  });

  it('gets no replay of a check that it may not request', async () => {
    const ofOwner = await watch();
    await ended((await check(ofOwner, { 'idempotency-key': 'once' })).body.job_id);
    const lent = await newKey({ budget: { credits: 40, every: 'month' } });
    expect((await check(ofOwner, { 'idempotency-key': 'once' }, lent)).status).toBe(403);
  });
});

describe('a check under way', () => {
  it('is ended and refunded when its account is closed', async () => {
    const watchId = await watch();
    const answer = holdRegister();
    const asked = registry.lookups;
    const { body } = await check(watchId);
    await until(() => registry.lookups > asked);
    await service.ask('DELETE', '/v1/account', { key });
    answer();
    expect(
      await rowOf(
        `select status, (select sum(amount)::int from ledger_entries where job_id = $1) as paid from jobs where id = $1`,
        [toUuid(body.job_id as Id<'job'>)],
      ),
    ).toEqual({ status: 'failed', paid: 0 });
  });

  it('is dropped without an event when its entity was erased before it was paid', async () => {
    await watch();
    await service.db.rows(
      `insert into ledger_entries (account_id, type, amount, description)
         select a.id, 'adjustment', -a.credit_balance, 'for a test' from watches w join accounts a on a.id = w.account_id`,
    );
    // The state that a worker leaves if it began a check which was never paid.
    await service.db.rows(
      `update watches set check_job = gen_random_uuid(), check_due = (select sandbox_time from sandbox_clock), status = 'paused', pause_reason = 'erased',
              next_check_at = null`,
    );
    await until(
      async () => (await rowOf<{ check_job: string | null }>('select check_job from watches'))?.check_job === null,
    );
    expect(await rowOf('select status, pause_reason from watches')).toEqual({
      status: 'paused',
      pause_reason: 'erased',
    });
    expect(await rowOf(`select count(*)::int as reported from events where type like 'watch.%'`)).toEqual({
      reported: 0,
    });
    await pass(2);
  });
});

it('the metrics say how far a ledger is ahead of the clock', async () => {
  await service.ask('POST', '/v1/account/keys', {
    key,
    body: { label: 'lent', budget: { credits: 5, every: 'month' } },
  });
  await service.db.rows(
    `update accounts set last_budgeted_at = now() + interval '1 hour' where last_budgeted_at is not null`,
  );
  const { body } = await service.ask('GET', '/metrics');
  const [, seconds] = /^standing_ledger_ahead_seconds (\S+)$/m.exec(body) ?? [];
  expect(Number(seconds)).toBeGreaterThan(3_500);
});

describe('an error of ours', () => {
  it('stops no other check of its round, and its own check fails and is refunded', async () => {
    const other = await verified(BIRCH.name);
    const [broken, sound] = [await watch(), await watch({ entity_id: other })];
    const before = await service.balance(key);
    await service.db.rows(
      `create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'for a test'; end $$`,
    );
    await service.db.rows(
      `create trigger refuse_one before update on entities for each row when (new.record ->> 'name' = 'Broken LLC') execute function refuse_one()`,
    );
    registry.records = [{ ...ALDER, name: 'Broken LLC' }, BIRCH];
    await pass(1);
    const checked = async (id: string) => (await service.ask('GET', `/v1/watches/${id}`, { key })).body.last_checked_at;
    expect(await checked(sound)).toBeDefined();
    expect(await checked(broken)).toBeUndefined();
    expect(await service.balance(key)).toBe(before - 1);
    expect(
      await service.db.rows(
        `select status, count(*)::int as jobs from jobs where watch_id is not null group by status order by status`,
      ),
    ).toEqual([
      { status: 'completed', jobs: 1 },
      { status: 'failed', jobs: 1 },
    ]);
    expect(
      await rowOf(`select check_job, check_errors from watches where id = $1`, [toUuid(broken as Id<'wch'>)]),
    ).toEqual({
      check_job: null,
      check_errors: 0,
    });
  });

  it('stops no other charge of its round', async () => {
    const other = await verified(BIRCH.name);
    const [broken, sound] = [await watch(), await watch({ entity_id: other })];
    await service.db.rows(
      `create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'for a test'; end $$`,
    );
    await service.db.rows(
      `create trigger refuse_one before insert on ledger_entries for each row when (new.watch_id = '${toUuid(broken as Id<'wch'>)}') execute function refuse_one()`,
    );
    await pass(1);
    const seen = async (id: string) => (await service.ask('GET', `/v1/watches/${id}`, { key })).body;
    expect((await seen(sound)).last_checked_at).toBeDefined();
    expect((await seen(broken)).last_checked_at).toBeUndefined();
    expect(Date.parse((await seen(broken)).next_check_at)).toBeGreaterThan(Date.parse('2030-01-02T00:00:00Z'));
  });
});

describe('a watch that cannot be paid', () => {
  const spendAll = () =>
    service.db.rows(
      `insert into ledger_entries (account_id, type, amount, description)
         select a.id, 'adjustment', -a.credit_balance, 'for a test' from watches w join accounts a on a.id = w.account_id`,
    );
  const told = async () => {
    const { body } = await service.ask('GET', '/v1/webhooks/events?limit=100', { key });
    return body.events.map(({ payload: { event, reason } }: { payload: { event: string; reason?: string } }) => ({
      event,
      reason,
    }));
  };

  const seen = async (id: string) => (await service.ask('GET', `/v1/watches/${id}`, { key })).body;

  it('ends after 90 days, and says why', async () => {
    const watchId = await watch();
    await service.db.rows(`update watches set webhook_url = 'http://127.0.0.1:9/nobody'`);
    await spendAll();
    await pass(89);
    expect((await service.ask('GET', `/v1/watches/${watchId}`, { key })).body.status).toBe('paused');
    await pass(3);
    await until(async () => (await seen(watchId)).status === 'ended');
    expect(await told()).toEqual([
      { event: 'watch.paused', reason: 'credits' },
      { event: 'watch.ended', reason: 'credits' },
    ]);
    expect(
      await rowOf(
        `select count(*)::int as sent from deliveries where event_id in (select id from events where type = 'watch.ended')`,
      ),
    ).toEqual({
      sent: 1,
    });
  });

  it('ends with the same events when the sandbox clock passes all of it at once', async () => {
    const watchId = await watch();
    await spendAll();
    await pass(93);
    await until(async () => (await seen(watchId)).status === 'ended');
    expect(await told()).toEqual([
      { event: 'watch.paused', reason: 'credits' },
      { event: 'watch.ended', reason: 'credits' },
    ]);
  });

  it('can be read and deleted after its end, but not changed or checked', async () => {
    const watchId = await watch();
    const before = await seen(watchId);
    await spendAll();
    await pass(93);
    await until(async () => (await seen(watchId)).status === 'ended');
    const { next_check_at: _, ...kept } = before;
    expect(await seen(watchId)).toEqual({
      ...kept,
      status: 'ended',
      reason: 'credits',
      ended_at: expect.stringMatching(/^2030-04-0/),
    });
    const listed = async (query: string) => (await service.ask('GET', `/v1/watches${query}`, { key })).body.watches;
    expect(await listed('')).toEqual([]);
    expect(await listed('?status=ended')).toEqual([await seen(watchId)]);
    for (const [method, path, body] of [
      ['PATCH', '', { every: '7d' }],
      ['POST', '/check', {}],
    ] as const) {
      const refused = await service.ask(method, `/v1/watches/${watchId}${path}`, { key, body });
      expect([refused.status, refused.body.error.message]).toEqual([
        404,
        expect.stringContaining('The watch ended on'),
      ]);
    }
    const anew = await service.ask('POST', '/v1/watches', { key, body: { entity_id: kept.entity_id, every: '1d' } });
    expect(anew.status).toBe(201);
    expect((await service.ask('DELETE', `/v1/watches/${watchId}`, { key })).status).toBe(204);
    expect((await service.ask('GET', `/v1/watches/${watchId}`, { key })).status).toBe(404);
    expect(await listed('?status=ended')).toEqual([]);
  });

  it('resumes when its cap is raised, and leaves no wake-up of its account behind', async () => {
    const watchId = await watch({ max_credits_per_month: 1 });
    await pass(3);
    expect((await seen(watchId)).status).toBe('paused');
    const none = async () => (await rowOf<{ n: number }>('select count(*)::int as n from watch_wakes'))?.n === 0;
    await until(none);
    await service.ask('PATCH', `/v1/watches/${watchId}`, { key, body: { max_credits_per_month: 9 } });
    await until(async () => (await seen(watchId)).status === 'active');
    await until(none);
  });
});

describe('an erased entity', () => {
  it('removes its persons from the feed, also for watches that were deleted before', async () => {
    registry.details = { ...registry.details, officers: [{ name: 'Fictional Officer 1', title: 'Manager' }] };
    const watchId = await watch({ tier: 'deep' });
    await pass(1);
    registry.details = { ...registry.details, officers: [{ name: 'Fictional Officer 2', title: 'Manager' }] };
    await pass(1);
    await service.ask('DELETE', `/v1/watches/${watchId}`, { key });
    const feed = async () => JSON.stringify((await service.ask('GET', '/v1/webhooks/events', { key })).body);
    expect(await feed()).toContain('Fictional Officer 1');
    const { status } = await service.ask('POST', `/v1/admin/entities/${entityId}/erase-personal-data`, {
      headers: { 'x-admin-key': ADMIN_KEY },
      body: { reason: 'asked for it' },
    });
    expect(status).toBe(200);
    expect(await feed()).toContain('OFFICERS_CHANGED');
    expect(await feed()).not.toContain('Fictional Officer');
  });
});
