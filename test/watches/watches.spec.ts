import { PostgresWatchChecks } from '../../src/adapters/postgres/watches/checks.js';
import { watchMetrics } from '../../src/adapters/postgres/watches/watch-metrics.js';
import { CHANGE_CODES } from '../../src/core/watches/comparison/compare.js';
import { startService, type Answer, type Service } from '../support/harness.js';
import { fromUuid, newId, toUuid, type Id } from '../../src/core/ids.js';
import { until } from '../support/until.js';
import { record, unavailable, type FakeRegistry } from '../support/fakes.js';

const DAY_MS = 86_400_000;
const ADMIN_KEY = 'an-admin-key-for-the-tests-only';

let service: Service;
let registry: FakeRegistry;
let key: string;
let entityId: string;

const LLC = record({ id: '20019000001', name: 'Alder Works LLC', status: 'active', goodStanding: true });

beforeEach(async () => {
  service = await startService({ env: { ADMIN_API_KEY: ADMIN_KEY } });
  registry = service.registries.of('us-co');
  registry.records = [LLC];
  ({ key } = await service.signUp());
  const { body } = await service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=20' },
    body: { entity_name: LLC.name, jurisdiction: 'us-co' },
  });
  entityId = body.entity_id;
});

afterEach(() => service.close());

async function watch(more: object = {}): Promise<string> {
  const { status, body } = await service.ask('POST', '/v1/watches', {
    key,
    body: { entity_id: entityId, every: '1d', ...more },
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.watch_id;
}

/** Advances the clock by some days and waits for everything that falls due. */
async function pass(days: number): Promise<Answer> {
  const advanced = await service.ask('POST', '/v1/sandbox/clock/advance', { key, body: { by: `${days}d` } });
  await until(async () => {
    const { body } = await service.ask('GET', '/v1/sandbox/clock', { key });
    return body.advancing_to === undefined;
  });
  return advanced;
}

async function told(): Promise<any[]> {
  const { body } = await service.ask('GET', '/v1/webhooks/events?limit=100', { key });
  return body.events.map(({ payload }: { payload: object }) => payload);
}

/** Reduces the account's balance to this many credits. */
async function leave(credits: number): Promise<void> {
  const balance = await service.balance(key);
  await service.db.rows(
    `insert into ledger_entries (account_id, type, amount, description)
       select account_id, 'adjustment', $2, 'for a test' from watches where entity_id = $1::uuid`,
    [toUuid(entityId as Id<'ent'>), credits - balance],
  );
}

describe('a watch', () => {
  it('reports what changed between two checks once, and costs a credit for each answer', async () => {
    const watchId = await watch({ reference: 'file 3' });
    const before = await service.balance(key);
    await pass(1);
    expect(await told()).toEqual([]);
    registry.records = [{ ...LLC, goodStanding: false }];
    await pass(2);
    const [changed, ...more] = await told();
    expect(more).toEqual([]);
    expect(changed).toMatchObject({
      event: 'entity.changed',
      watch_id: watchId,
      entity_id: entityId,
      changes: [{ field: 'good_standing', code: 'GOOD_STANDING_LOST', from: true, to: false }],
      snapshot_id: expect.stringMatching(/^snp_/),
      reference: 'file 3',
    });
    const [checked] = await service.db.rows<{ watch_id: string; outcome: string; reference: string }>(
      'select watch_id, outcome, reference from records where id = $1',
      [toUuid(changed.record_id)],
    );
    expect(checked).toEqual({ watch_id: toUuid(watchId as Id<'wch'>), outcome: 'found', reference: 'file 3' });
    const [from, to] = changed.observed_between;
    expect(Date.parse(to) - Date.parse(from)).toBe(DAY_MS);
    expect(changed.sandbox_time).toBe(to);
    expect(before - (await service.balance(key))).toBe(3);
  });

  it('sends no event for codes outside its filter, and remembers the change', async () => {
    await watch({ on: ['DISSOLVED'] });
    registry.records = [{ ...LLC, goodStanding: false }];
    await pass(1);
    registry.records = [{ ...LLC, goodStanding: false, status: 'dissolved' }];
    await pass(1);
    expect((await told()).map(({ changes }) => changes)).toEqual([
      [{ field: 'status', code: 'DISSOLVED', from: 'active', to: 'dissolved' }],
    ]);
  });

  it('reports an outage as blind and sighted events, not as a change, and charges nothing for it', async () => {
    await watch();
    await pass(1);
    const before = await service.balance(key);
    registry.failures = [unavailable(), unavailable(), unavailable()];
    await pass(3);
    expect(await service.balance(key)).toBe(before);
    const { body: blindly } = await service.ask('GET', '/metrics');
    expect(blindly).toMatch(/^standing_watches_blind\{jurisdiction="us-co"\} 1$/m);
    const { body } = await service.ask('GET', '/v1/watches', { key });
    const [{ blind_since: since, last_checked_at: last }] = body.watches;
    expect(Date.parse(since) - Date.parse(last)).toBe(DAY_MS);
    await pass(1);
    expect(await told()).toMatchObject([
      { event: 'watch.blind', since, reason: 'DATA_SOURCE_UNAVAILABLE' },
      { event: 'watch.sighted', blind_since: since },
    ]);
    expect(await service.balance(key)).toBe(before - 1);
  });

  it('reports a record as gone after two complete searches a day apart miss it, both charged', async () => {
    await watch();
    await pass(1);
    const before = await service.balance(key);
    registry.records = [];
    await pass(1);
    expect(await told()).toEqual([]);
    await pass(1);
    expect(await told()).toMatchObject([
      { event: 'entity.changed', changes: [{ field: 'status', code: 'RECORD_GONE', from: 'active', to: null }] },
    ]);
    await pass(1);
    registry.records = [LLC];
    await pass(1);
    expect((await told())[1].changes).toEqual([{ field: 'status', code: 'REINSTATED', from: null, to: 'active' }]);
    expect(await told()).toHaveLength(2);
    const checks = await service.db.rows<{ id: string; found: boolean }>(
      `select id, result ->> 'kind' = 'found' as found from jobs where watch_id is not null order by completed_at, id`,
    );
    expect(checks.map((check) => check.found)).toEqual([true, false, false, false, true]);
    for (const { id, found } of checks) {
      const { status, body } = await service.ask('GET', `/v1/jobs/${fromUuid('job', id)}/evidence`, { key });
      expect([status, 'entity_id' in body]).toEqual([200, found]);
    }
    expect(await service.balance(key)).toBe(before - 4);
  });

  it('does not report a record as gone after a single miss', async () => {
    await watch();
    registry.records = [];
    await pass(1);
    registry.records = [LLC];
    await pass(1);
    registry.records = [];
    await pass(1);
    expect(await told()).toEqual([]);
  });

  it('resets its baseline without an event when the parser of the register changes', async () => {
    await watch();
    await pass(1);
    registry.parserVersion = 2;
    registry.records = [{ ...LLC, status: 'suspended', goodStanding: false }];
    await pass(1);
    expect(await told()).toEqual([]);
    registry.records = [LLC];
    await pass(1);
    expect((await told()).flatMap(({ changes }) => changes.map(({ code }: { code: string }) => code))).toEqual([
      'STATUS_CHANGED',
      'GOOD_STANDING_REGAINED',
    ]);
  });

  it('pauses without a query when it cannot be paid, and resumes at the next time once it can', async () => {
    const watchId = await watch();
    await leave(1);
    await pass(1);
    const asked = registry.lookups;
    await pass(2);
    expect(registry.lookups).toBe(asked);
    expect((await service.ask('GET', `/v1/watches/${watchId}`, { key })).body).toMatchObject({
      status: 'paused',
      reason: 'credits',
    });
    await leave(10);
    await until(async () => (await service.ask('GET', `/v1/watches/${watchId}`, { key })).body.status === 'active');
    await pass(1);
    expect(registry.lookups).toBe(asked + 1);
    expect(await service.balance(key)).toBe(9);
    expect((await told()).map(({ event, reason }) => ({ event, reason }))).toEqual([
      { event: 'watch.paused', reason: 'credits' },
      { event: 'watch.resumed', reason: undefined },
    ]);
  });

  it('costs at most its cap in a calendar month, and continues in the next', async () => {
    await watch({ max_credits_per_month: 3 });
    const before = await service.balance(key);
    await pass(30);
    expect(before - (await service.balance(key))).toBe(3);
    await pass(5);
    expect(before - (await service.balance(key))).toBe(6);
    expect((await told()).map(({ event, reason }) => ({ event, reason }))).toEqual([
      { event: 'watch.paused', reason: 'budget' },
      { event: 'watch.resumed', reason: undefined },
      { event: 'watch.paused', reason: 'budget' },
    ]);
  });

  it('pauses when the key that made it is revoked', async () => {
    const { body: other } = await service.ask('POST', '/v1/account/keys', { key, body: { label: 'short-lived' } });
    const { body } = await service.ask('POST', '/v1/watches', {
      key: other.api_key,
      body: { entity_id: entityId, every: '1d' },
    });
    await service.ask('DELETE', `/v1/account/keys/${other.key_id}`, { key });
    const asked = registry.lookups;
    await pass(2);
    expect(registry.lookups).toBe(asked);
    expect((await service.ask('GET', `/v1/watches/${body.watch_id}`, { key })).body.reason).toBe('budget');
  });

  it('pauses while its jurisdiction is out of service, as the metrics count, and then resumes', async () => {
    const watchId = await watch();
    const out = (active: boolean) =>
      service.ask('PATCH', '/v1/admin/jurisdictions/us-co', {
        headers: { 'x-admin-key': ADMIN_KEY },
        body: { active, reason: 'for a test' },
      });
    expect((await out(false)).status).toBe(200);
    const [asked, before] = [registry.lookups, await service.balance(key)];
    await pass(2);
    expect(registry.lookups).toBe(asked);
    const seen = async () => (await service.ask('GET', `/v1/watches/${watchId}`, { key })).body;
    expect(await seen()).toMatchObject({ status: 'paused', reason: 'jurisdiction_unavailable' });
    const { body: metrics } = await service.ask('GET', '/metrics');
    expect(metrics).toMatch(/^standing_watches_paused\{reason="jurisdiction_unavailable"\} 1$/m);
    expect((await out(true)).status).toBe(200);
    await until(async () => (await seen()).status === 'active');
    await pass(1);
    expect(registry.lookups).toBe(asked + 1);
    expect(await service.balance(key)).toBe(before - 1);
    expect((await told()).map(({ event, reason }) => ({ event, reason }))).toEqual([
      { event: 'watch.paused', reason: 'jurisdiction_unavailable' },
      { event: 'watch.resumed', reason: undefined },
    ]);
  });

  it('counts as late once its check is overdue, but not when its account is closed', async () => {
    const watchId = await watch();
    await service.db.rows(`update watches set sandbox = false, next_check_at = now() - interval '2 hours'`);
    const late = async () => {
      const readings = await watchMetrics(service.db, false);
      return readings.flatMap(({ name, labels, value }) => (labels['jurisdiction'] === 'us-co' ? [[name, value]] : []));
    };
    expect(await late()).toEqual([
      ['watch_checks_waiting', 1],
      ['watch_checks_oldest_seconds', expect.any(Number)],
    ]);
    expect((await late())[1]?.[1]).toBeGreaterThanOrEqual(7200);
    await service.db.rows(
      'update accounts set disabled_at = now() where id = (select account_id from watches where id = $1)',
      [toUuid(watchId as Id<'wch'>)],
    );
    expect(await late()).toEqual([]);
  });

  it('is checked on demand with one job, paid once, and keeps its regular times', async () => {
    const watchId = await watch();
    const { next_check_at: next } = (await service.ask('GET', `/v1/watches/${watchId}`, { key })).body;
    const before = await service.balance(key);
    registry.records = [{ ...LLC, name: 'Birch Works LLC' }];
    const { status, body } = await service.ask('POST', `/v1/watches/${watchId}/check`, { key });
    expect(status).toBe(202);
    const job = await until(async () => {
      const answer = await service.ask('GET', `/v1/verify/status/${body.job_id}`, { key });
      return answer.body.status === 'completed' && answer.body;
    });
    expect(job).toMatchObject({ entity_id: entityId, data: { entity_name: 'Birch Works LLC' } });
    expect(before - (await service.balance(key))).toBe(1);
    expect((await told()).map(({ changes }) => changes[0].code)).toEqual(['NAME_CHANGED']);
    expect((await service.ask('GET', `/v1/watches/${watchId}`, { key })).body.next_check_at).toBe(next);
  });

  it('shares its checks with equal watches of other accounts, and shows each only what it paid for', async () => {
    await watch();
    const { key: deepKey } = await service.signUp();
    await service.ask('POST', '/v1/watches', {
      key: deepKey,
      body: { entity_id: entityId, every: '1d', tier: 'deep' },
    });
    const kept = async () => {
      const rows = await service.db.rows<{ kept: number }>(
        'select count(*)::int as kept from snapshots where entity_id in (select entity_id from watches)',
      );
      return rows[0]!.kept;
    };
    const before = { lookups: registry.lookups, fetches: registry.fetches, kept: await kept() };
    const balances = [await service.balance(key), await service.balance(deepKey)];
    await pass(1);
    registry.details = {
      ...registry.details,
      principalAddress: { ...registry.details.principalAddress!, line1: '9 Moved Street' },
    };
    await pass(1);
    expect(registry.lookups).toBe(before.lookups);
    expect(registry.fetches).toBe(before.fetches + 2);
    expect(await kept()).toBe(before.kept + 2);
    expect(balances[0]! - (await service.balance(key))).toBe(2);
    expect(balances[1]! - (await service.balance(deepKey))).toBe(30);
    expect(await told()).toEqual([]);
    const { body } = await service.ask('GET', '/v1/webhooks/events', { key: deepKey });
    expect(body.events[0].payload.changes[0]).toMatchObject({ code: 'ADDRESS_CHANGED', field: 'principal_address' });
  });

  it('is refused for unknown or repeated entities and for invalid options, without a charge', async () => {
    const before = await service.balance(key);
    const ask = (body: object, headers = {}) => service.ask('POST', '/v1/watches', { key, body, headers });
    const good = { entity_id: entityId, every: '7d' };
    expect(await ask({ ...good, entity_id: 'ent_nonsense' })).toMatchObject({
      status: 404,
      body: { error: { code: 'ENTITY_NOT_FOUND' } },
    });
    expect(await ask({ ...good, entity_id: newId('ent') })).toMatchObject({
      status: 404,
      body: { error: { code: 'ENTITY_NOT_FOUND' } },
    });
    for (const bad of [
      { every: '2d' },
      { every: undefined },
      { tier: 'deepest' },
      { on: [] },
      { on: ['DISSOLVED', 'DISSOLVED'] },
      { on: ['watch.blind'] },
      { max_credits_per_month: 0 },
      { max_credits_per_month: 1.5 },
      { webhook_url: 'nonsense' },
      { status: 'paused' },
    ]) {
      expect(await ask({ ...good, ...bad })).toMatchObject({
        status: 400,
        body: { error: { code: 'VALIDATION_ERROR' } },
      });
    }
    expect(await ask({ ...good, interval: '7d' })).toMatchObject({
      body: { error: { message: 'body.interval is not a known field; did you mean every?' } },
    });
    const first = await ask(good, { 'idempotency-key': 'one' });
    expect(first).toMatchObject({ status: 201, body: { status: 'active', tier: 'quick', every: '7d' } });
    expect((await ask(good, { 'idempotency-key': 'one' })).body.watch_id).toBe(first.body.watch_id);
    expect(await ask(good)).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'VALIDATION_ERROR',
          details: { watch_id: first.body.watch_id, errors: [{ field: 'entity_id' }] },
        },
      },
    });
    expect(await service.balance(key)).toBe(before);
  });

  it('is seen, changed and deleted by its own account alone', async () => {
    const watchId = await watch({ max_credits_per_month: 5 });
    const { key: stranger } = await service.signUp();
    for (const [method, path] of [
      ['GET', `/v1/watches/${watchId}`],
      ['PATCH', `/v1/watches/${watchId}`],
      ['DELETE', `/v1/watches/${watchId}`],
      ['POST', `/v1/watches/${watchId}/check`],
    ] as const) {
      const body = method === 'PATCH' ? { every: '7d' } : undefined;
      const [foreign, missing] = [
        await service.ask(method, path, { key: stranger, body }),
        await service.ask(method, path.replace(watchId, newId('wch')), { key: stranger, body }),
      ];
      expect({ status: foreign.status, body: foreign.body.error.code }).toEqual({ status: 404, body: 'NOT_FOUND' });
      expect(missing.body.error.message).toBe(foreign.body.error.message);
    }
    const changed = await service.ask('PATCH', `/v1/watches/${watchId}`, {
      key,
      body: { every: '30d', max_credits_per_month: null, on: ['FILED'] },
    });
    expect(changed.body).toMatchObject({ every: '30d', on: ['FILED'] });
    expect(changed.body.max_credits_per_month).toBeUndefined();
    const later = await service.ask('PATCH', `/v1/watches/${watchId}`, { key, body: { every: '7d' } });
    expect(later.body).toMatchObject({ every: '7d', on: ['FILED'] });
    const everything = await service.ask('PATCH', `/v1/watches/${watchId}`, { key, body: { on: CHANGE_CODES } });
    expect(everything.body.on).toEqual(CHANGE_CODES);
    const kept = await service.db.row('select codes from watches where id = $1', [toUuid(watchId as Id<'wch'>)]);
    expect(kept).toEqual({ codes: null });
    const empty = await service.ask('PATCH', `/v1/watches/${watchId}`, { key, body: {} });
    expect([empty.status, empty.body.error.message]).toEqual([
      400,
      'The body must name at least one of every, tier, on, webhook_url, max_credits_per_month.',
    ]);
    for (const fixed of [{ entity_id: entityId }, { status: 'paused' }]) {
      expect((await service.ask('PATCH', `/v1/watches/${watchId}`, { key, body: fixed })).status).toBe(400);
    }
    expect((await service.ask('DELETE', `/v1/watches/${watchId}`, { key })).status).toBe(204);
    expect((await service.ask('GET', '/v1/watches', { key })).body.watches).toEqual([]);
    const asked = registry.lookups;
    await pass(31);
    expect(registry.lookups).toBe(asked);
  });
});

describe('a watch that ends or pauses', () => {
  it('refunds the charge of a running check when it is deleted', async () => {
    const watchId = await watch();
    const before = await service.balance(key);
    let answer = (): void => undefined;
    registry.held = new Promise((resolve) => (answer = resolve));
    const asked = registry.lookups;
    const { body } = await service.ask('POST', `/v1/watches/${watchId}/check`, { key });
    await until(() => registry.lookups > asked);
    expect((await service.ask('DELETE', `/v1/watches/${watchId}`, { key })).status).toBe(204);
    answer();
    expect((await service.ask('GET', `/v1/verify/status/${body.job_id}`, { key })).body.status).toBe('failed');
    expect(await service.balance(key)).toBe(before);
    expect(await told()).toEqual([]);
  });

  it('erases persons from its memory and its events, and makes no more checks', async () => {
    registry.details = { ...registry.details, officers: [{ name: 'Fictional Officer 1', title: 'Manager' }] };
    await watch({ tier: 'deep' });
    await pass(1);
    registry.details = { ...registry.details, officers: [{ name: 'Fictional Officer 2', title: 'Manager' }] };
    await pass(1);
    expect(JSON.stringify(await told())).toContain('Fictional Officer 1');
    const erased = await service.ask('POST', `/v1/admin/entities/${entityId}/erase-personal-data`, {
      headers: { 'x-admin-key': ADMIN_KEY },
      body: { reason: 'asked for it' },
    });
    expect(erased.status).toBe(200);
    const asked = registry.fetches;
    await pass(2);
    expect(registry.fetches).toBe(asked);
    const events = await told();
    expect(events).toMatchObject([
      { event: 'entity.changed', changes: [{ code: 'OFFICERS_CHANGED', from: null, to: null }] },
      { event: 'watch.paused', reason: 'erased' },
    ]);
    const stored = await service.db.rows('select seen from watches');
    expect(JSON.stringify([events, stored])).not.toContain('Fictional Officer');
  });

  it('makes no checks for a closed account', async () => {
    await watch();
    const { key: other } = await service.signUp();
    await service.ask('DELETE', '/v1/account', { key });
    const asked = registry.lookups;
    key = other;
    await pass(2);
    expect(registry.lookups).toBe(asked);
  });

  describe('a watch in a mirrored register', () => {
    /**
     * Activates an edition in which the record has these cells; `undefined`: without the record.
     */
    async function edition(content: string, cells?: string): Promise<void> {
      const [made] = await service.db.rows<{ edition: string }>(
        `insert into mirror_editions (jurisdiction, realm, as_of, fingerprint, content) values ('us-co', 'sandbox', now(), gen_random_uuid(), $1)
           returning edition`,
        [content],
      );
      const rows = `mirror_rows_${made?.edition}`;
      await service.db.rows(`create table ${rows} (id text collate "C", part text collate "C", cells text)`);
      if (cells) await service.db.rows(`insert into ${rows} values ($1, 'entity', $2)`, [LLC.id, cells]);
      await service.db.rows(
        `update mirror_editions set state = case when edition = $1 then 'current' else 'retired' end where jurisdiction = 'us-co'`,
        [made?.edition ?? ''],
      );
    }

    const compared = (content: string) =>
      until(async () => {
        const [row] = await service.db.rows<{ done: boolean }>(
          'select bool_and(edition = $1 and next_check_at is null and check_job is null) as done from watches',
          [content],
        );
        return row?.done;
      });

    beforeEach(async () => {
      service.registries.asOf = (code) => (code === 'us-co' ? '2030-01-01' : undefined);
      await edition('one', 'as it is');
    });

    it('is compared once with each new edition, and reads the record only where it differs', async () => {
      const watchId = await watch({ every: '30d' });
      const { body: made } = await service.ask('GET', `/v1/watches/${watchId}`, { key });
      expect(made.next_check_at).toBeUndefined();
      const [asked, before] = [registry.lookups, await service.balance(key)];
      await pass(3);
      expect([registry.lookups, await service.balance(key)]).toEqual([asked, before]);
      await edition('two', 'as it is');
      await compared('two');
      // The record's content in the previous edition was not known yet, so it had to be read.
      expect([registry.lookups, await service.balance(key)]).toEqual([asked + 1, before - 1]);
      await pass(1);
      await edition('three', 'as it is');
      await compared('three');
      expect([registry.lookups, await service.balance(key)]).toEqual([asked + 1, before - 2]);
      expect((await service.ask('GET', `/v1/watches/${watchId}`, { key })).body.last_checked_at).toBe(
        '2030-01-05T00:00:00.000Z',
      );
      expect(await told()).toEqual([]);
      await pass(1);
      registry.records = [{ ...LLC, name: 'Birch Works LLC' }];
      await edition('four', 'as it was not');
      await compared('four');
      expect(await told()).toMatchObject([
        {
          changes: [{ code: 'NAME_CHANGED' }],
          observed_between: ['2030-01-05T00:00:00.000Z', '2030-01-06T00:00:00.000Z'],
        },
      ]);
      // The same content in another file.
      await edition('four', 'as it was not');
      await pass(3);
      await edition('five', 'as it was not');
      await compared('five');
      expect([registry.lookups, await service.balance(key)]).toEqual([asked + 2, before - 4]);
      const entries = await service.db.rows<{ entity: string; operation: string }>(
        'select entity_id::text as entity, operation from ledger_entries where watch_id = $1',
        [toUuid(watchId as Id<'wch'>)],
      );
      expect(entries).toEqual(
        Array.from({ length: 4 }, () => ({ entity: toUuid(entityId as Id<'ent'>), operation: 'verify_quick' })),
      );
    });

    it('reads the record after it was missing, unpaid, or read by another parser', async () => {
      await watch();
      await edition('two', 'as it is');
      await compared('two');
      let asked = registry.lookups;
      registry.parserVersion = 2;
      await edition('three', 'as it is');
      await compared('three');
      expect(registry.lookups).toBe((asked += 1));
      registry.records = [];
      await edition('four');
      await compared('four');
      registry.records = [LLC];
      await edition('five', 'as it is');
      await compared('five');
      expect(registry.lookups).toBe((asked += 2));
      expect(await told()).toEqual([]);
      await leave(0);
      await edition('six', 'as it is not');
      await until(async () => (await told()).length === 1);
      registry.records = [{ ...LLC, goodStanding: false }];
      await leave(10);
      await until(async () => (await told()).length === 2);
      await edition('seven', 'as it is not');
      await compared('seven');
      expect((await told()).map(({ event }) => event)).toEqual(['watch.paused', 'watch.resumed', 'entity.changed']);
    });

    it('pauses for an account that cannot pay, while the watches of others are checked', async () => {
      await watch();
      const { key: richer } = await service.signUp();
      await service.ask('POST', '/v1/watches', { key: richer, body: { entity_id: entityId, every: '1d' } });
      await edition('two', 'as it is');
      await compared('two');
      await service.db.rows(
        `insert into ledger_entries (account_id, type, amount, description)
           select id, 'adjustment', -credit_balance, 'for a test' from accounts where credit_balance = 48`,
      );
      const before = await service.balance(richer);
      await edition('three', 'as it is');
      await until(async () => (await told()).length === 1);
      await until(async () => (await service.balance(richer)) === before - 1);
      expect(await told()).toMatchObject([{ event: 'watch.paused', reason: 'credits' }]);
    });
  });

  it('yields to callers who wait for the same register, but not forever', async () => {
    await watch();
    await service.db.rows(`update watches set sandbox = false, next_check_at = now() - interval '1 minute'`);
    await service.db.rows(
      `insert into retrievals (id, jurisdiction, entity_name, name_key, tier, account_id)
         select gen_random_uuid(), 'us-co', 'Somebody Waits', 'SOMEBODYWAITS', 'quick', account_id from watches`,
    );
    const checks = new PostgresWatchChecks(service.db, { of: () => ({}) });
    const claim = (urgentBefore: Date) =>
      checks.claim({ until: new Date(), withinMs: DAY_MS, limit: 10, urgentBefore, sandbox: false });
    expect(await claim(new Date(Date.now() - DAY_MS))).toEqual([]);
    expect(await claim(new Date())).toHaveLength(1);
  });
});

describe('the sandbox clock', () => {
  it('stops between advances, moves only forward, and adds up concurrent advances', async () => {
    const clock = async () => (await service.ask('GET', '/v1/sandbox/clock', { key })).body;
    expect(await clock()).toEqual({ sandbox_time: '2030-01-01T00:00:00.000Z', began_at: '2030-01-01T00:00:00.000Z' });
    await Promise.all([pass(1), pass(2)]);
    expect((await clock()).sandbox_time).toBe('2030-01-04T00:00:00.000Z');
    for (const by of ['0d', '-1d', '1.5d', '1w', '1d12h', 'd', '', '3700d', '99999999999999d', ' 1d']) {
      const { status, body } = await service.ask('POST', '/v1/sandbox/clock/advance', { key, body: { by } });
      expect({ by, status, field: body.error.details?.errors?.[0]?.field }).toEqual({ by, status: 400, field: 'by' });
    }
    const days = await service.ask('POST', '/v1/sandbox/clock/advance', { key, body: { days: 2 } });
    expect(days.body.error.message).toBe('body.days is not a known field; did you mean by?');
    expect((await clock()).sandbox_time).toBe('2030-01-04T00:00:00.000Z');
    expect((await service.ask('GET', '/v1/sandbox/clock')).status).toBe(401);
  });

  it('refuses to move beyond the last date', async () => {
    await service.db.change(`update sandbox_clock set sandbox_time = '2199-12-30', target = '2199-12-30'`);
    const { status, body } = await service.ask('POST', '/v1/sandbox/clock/advance', { key, body: { by: '2d' } });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.message).toBe('body.by must not move the sandbox clock beyond 2199-12-31T00:00:00.000Z.');
    expect((await service.ask('POST', '/v1/sandbox/clock/advance', { key, body: { by: '1d' } })).status).toBe(200);
  });
});
