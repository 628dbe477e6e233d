import { createDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresRetention } from '../../src/adapters/postgres/maintenance/retention.js';
import { PostgresDeliveries } from '../../src/adapters/postgres/webhooks/deliveries.js';
import { PostgresEvents } from '../../src/adapters/postgres/webhooks/events.js';
import { toUuid, type Id } from '../../src/core/ids.js';
import type { Attempt } from '../../src/core/webhooks/ports.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';
import { completed, seedJobs } from '../support/webhook-rows.js';
import { webhookBody } from '../../src/modules/webhooks/webhooks.response.js';

const DAY_MS = 86_400_000;

let database: TestDatabase;
let dataSource: ReturnType<typeof createDataSource>;
let db: Database;
let events: PostgresEvents;
let deliveries: PostgresDeliveries;
let retention: PostgresRetention;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 8 }).initialize();
  db = new Database(dataSource);
  events = new PostgresEvents(db, { of: webhookBody });
  deliveries = new PostgresDeliveries(db);
  retention = new PostgresRetention(db);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

let hosts = 0;
const seed = async (count: number, host = `https://receiver-${++hosts}.example.test`) =>
  seedJobs(db, `${host}/hook`, count);
const ATTEMPT: Attempt = {
  number: 1,
  at: new Date('2026-01-02T03:04:05.678Z'),
  durationMs: 12,
  responseStatus: 200,
  responseBody: 'nul \0 and half a pair \ud800',
  error: undefined,
  requestHeaders: { 'webhook-id': 'evt_x' },
};
const aSecondOn = () => db.change(`update deliveries set due_at = due_at - interval '2 s' where status = 'pending'`);

describe('PostgresEvents', () => {
  it('keeps one event of each kind per job, however often it is recorded', async () => {
    const { accountId, jobIds } = await seed(1);
    for (let i = 0; i < 3; i++) await db.commit([events.record(completed(jobIds[0]!))]);
    expect(await events.after(accountId, undefined, 10)).toHaveLength(1);
    expect((await deliveries.list(accountId, { limit: 10, offset: 0 })).total).toBe(1);
  });

  it('numbers events by one reader at a time, across connections', async () => {
    const { accountId, jobIds } = await seed(1);
    await db.commit([events.record(completed(jobIds[0]!))]);
    let waiting: ReturnType<typeof events.after> | undefined;
    await db.interactive(async (tx) => {
      await tx.rows(`select pg_advisory_xact_lock(hashtextextended('events:' || $1, 0))`, [accountId]);
      waiting = events.after(accountId, undefined, 10);
      await until(() =>
        db.row(`select 1 from pg_locks where locktype = 'advisory' and not granted and database =
        (select oid from pg_database where datname = current_database())`),
      );
      expect(
        await tx.rows('select 1 from events where number is not null and account_id = $1', [toUuid(accountId)]),
      ).toEqual([]);
    });
    expect(await waiting).toHaveLength(1);
  });

  it('loses an event when its transaction is rolled back', async () => {
    const { accountId, jobIds } = await seed(1);
    const undone = db.interactive(async (tx) => {
      await tx.write([events.record(completed(jobIds[0]!))]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await events.after(accountId, undefined, 10)).toEqual([]);
  });

  it('returns a late commit after what was read meanwhile, so that no reader misses it', async () => {
    const { accountId, jobIds } = await seed(3);
    let commit = () => {};
    let wrote = () => {};
    const written = new Promise<void>((resolve) => (wrote = resolve));
    const late = db.interactive(async (tx) => {
      await tx.write([events.record(completed(jobIds[0]!))]);
      wrote();
      await new Promise<void>((resolve) => (commit = resolve));
    });
    await written;
    await db.commit([events.record(completed(jobIds[1]!))]);
    const first = await events.after(accountId, undefined, 10);
    expect(first.map(({ body }) => JSON.parse(body).job_id)).toEqual([jobIds[1]]);
    commit();
    await late;
    await db.commit([events.record(completed(jobIds[2]!))]);
    const rest = await events.after(accountId, first[0]!.id, 10);
    expect(rest.map(({ body }) => JSON.parse(body).job_id)).toEqual([jobIds[0], jobIds[2]]);
    const again = await events.after(accountId, undefined, 10);
    expect(again.map(({ body }) => JSON.parse(body).job_id)).toEqual([jobIds[1], jobIds[0], jobIds[2]]);
  });

  it('returns every event once to a reader that pages while many writers write', async () => {
    const { accountId, jobIds } = await seed(120);
    const seen: string[] = [];
    const progress = { after: undefined as Id<'evt'> | undefined, written: false };
    const writers = Promise.all(jobIds.map((id) => db.commit([events.record(completed(id))]))).finally(() => {
      progress.written = true;
    });
    for (;;) {
      const { written } = progress;
      const page = await events.after(accountId, progress.after, 7);
      seen.push(...page.map(({ body }) => JSON.parse(body).job_id as string));
      progress.after = page.at(-1)?.id ?? progress.after;
      if (written && page.length === 0) break;
    }
    await writers;
    expect(seen).toHaveLength(120);
    expect(new Set(seen)).toEqual(new Set(jobIds));
  });

  it('deletes events beyond the reach of the feed, with their deliveries', async () => {
    const { accountId, jobIds } = await seed(2);
    for (const id of jobIds) await db.commit([events.record(completed(id))]);
    const [old, young] = await events.after(accountId, undefined, 10);
    await db.change(`update events set created_at = now() - interval '31 days' where body = $1`, [old!.body]);
    await retention.purge('events', new Date(Date.now() - 30 * DAY_MS), undefined);
    expect(await events.after(accountId, old!.id, 10)).toEqual([young]);
    expect((await deliveries.list(accountId, { limit: 10, offset: 0 })).total).toBe(1);
  });
});

describe('PostgresDeliveries', () => {
  const started = async (count = 1, host?: string) => {
    const { accountId, jobIds } = await seed(count, host);
    for (const id of jobIds) await db.commit([events.record(completed(id))]);
    const { items } = await deliveries.list(accountId, { limit: 100, offset: 0 });
    return { accountId, ids: items.map(({ id }) => id).toReversed() };
  };

  it('gives a delivery to one of many who claim it', async () => {
    const { ids } = await started();
    const claims = await Promise.all(Array.from({ length: 20 }, () => deliveries.claim(ids[0]!)));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('gives each delivery of a destination to one of many concurrent claimers', async () => {
    const { ids } = await started(40, 'https://many.example.test:8443');
    const claims = await Promise.all(Array.from({ length: 60 }, () => deliveries.claimNext('many.example.test:8443')));
    expect(new Set(claims.flatMap((claimed) => claimed?.id ?? []))).toEqual(new Set(ids));
    expect(claims.filter(Boolean)).toHaveLength(40);
  });

  it('continues the delivery of a dead worker as the same attempt, and ignores that worker', async () => {
    const { accountId, ids } = await started();
    const dead = (await deliveries.claim(ids[0]!))!;
    expect(await deliveries.claim(ids[0]!)).toBeUndefined();
    await db.change(`update deliveries set claimed_until = now() - interval '1 s' where claim is not null`);
    const heir = (await deliveries.claim(ids[0]!))!;
    expect([dead.attempt, heir.attempt, heir.claimNumber]).toEqual([1, 1, 2]);
    await deliveries.finish(dead, 'failed', ATTEMPT);
    expect(await deliveries.retryLater(dead, ATTEMPT, 1_000)).toBe(false);
    await deliveries.finish(heir, 'delivered', ATTEMPT);
    const { items } = await deliveries.list(accountId, { limit: 10, offset: 0 });
    expect(items).toMatchObject([
      { status: 'delivered', attempts: [{ number: 1, durationMs: 12, responseStatus: 200 }] },
    ]);
  });

  it('sweeps a few deliveries per destination, so that a backlog hides no other', async () => {
    await db.change(`update deliveries set status = 'failed', finished_at = now() where status = 'pending'`);
    const { ids: many } = await started(100, 'https://busy.example.test');
    const { ids: few } = await started(1, 'https://other.example.test');
    expect(await deliveries.due(500)).toEqual([]);
    await aSecondOn();
    const due = (await deliveries.due(500)).map(({ id }) => id);
    expect(due).toHaveLength(33);
    expect(due).toContain(few[0]);
    expect(due.filter((id) => many.includes(id))).toHaveLength(32);
  });

  it('fails unclaimed deliveries that are older than a day', async () => {
    const { accountId, ids } = await started(2);
    const held = await deliveries.claim(ids[1]!);
    await db.change(`update deliveries set created_at = now() - interval '25 hours' where status = 'pending'`);
    await retention.purge('deliveries', new Date(Date.now() - DAY_MS), undefined);
    const { items } = await deliveries.list(accountId, { limit: 10, offset: 0 });
    expect(items.map(({ id, status }) => [id, status])).toEqual([
      [held!.id, 'pending'],
      [ids[0], 'failed'],
    ]);
  });
});
