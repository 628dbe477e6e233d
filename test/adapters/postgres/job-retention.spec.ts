import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { NoTracing } from '../../../src/adapters/in-process/no-tracing.js';
import { PostgresAccounts } from '../../../src/adapters/postgres/accounts/accounts.js';
import { createDataSource, Database } from '../../../src/adapters/postgres/client/database.js';
import { PostgresDeliveries } from '../../../src/adapters/postgres/webhooks/deliveries.js';
import { PostgresJobRetention } from '../../../src/adapters/postgres/verification/job-retention.js';
import { queueMetrics } from '../../../src/adapters/postgres/support/queue-metrics.js';
import { PostgresRetrievals } from '../../../src/adapters/postgres/verification/retrievals.js';
import { newId, toUuid, type Id } from '../../../src/core/ids.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { REMEMBERS_NOBODY } from '../../support/fakes.js';
import { newEmail } from '../../support/harness.js';

const DAY_MS = 86_400_000;
const JOBS = 20_000;

let database: TestDatabase;
let dataSource: DataSource;
let db: Database;
let accountId: Id<'acc'>;
beforeAll(async () => {
  database = await createTestDatabase();
  // One connection, whose own count of what it read is asked for.
  dataSource = await createDataSource({ url: database.url, poolSize: 1 }).initialize();
  db = new Database(dataSource);
  accountId = (await db.interactive((tx) => new PostgresAccounts(db, REMEMBERS_NOBODY).openFor(tx, newEmail()))).id;
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** Ended jobs with a retrieval each, asked from `days` ago on, a second after the other. */
async function seedEnded(count: number, days: number): Promise<void> {
  await db.change(
    `create temporary table made on commit preserve rows as
       select gen_random_uuid() as retrieval_id, at,
              (substr(ms, 1, 8) || '-' || substr(ms, 9, 4) || '-7' || substr(md5(n::text), 1, 3) || '-8' || substr(md5(n::text), 4, 3) || '-' || substr(md5(n::text), 7, 12))::uuid as job_id
         from (select n, now() - make_interval(days => ${days}, secs => -n) as at from generate_series(1, ${count}) n) times
        cross join lateral (select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as ms) digits`,
  );
  await db.change(
    `insert into retrievals (id, jurisdiction, entity_name, name_key, tier, account_id, due_at, created_at, finished_at)
     select retrieval_id, 'us-co', 'Old LLC', 'OLD', 'quick', $1, at, at, at from made`,
    [toUuid(accountId)],
  );
  await db.change(
    `insert into jobs (id, account_id, retrieval_id, entity_name, jurisdiction, tier, amount_credits, status, result, created_at, completed_at)
     select job_id, $1, retrieval_id, 'Old LLC', 'us-co', 'quick', 1, 'completed', '{}', at, at from made`,
    [toUuid(accountId)],
  );
  await db.change('drop table made');
}

async function counts() {
  return db.row<{ jobs: number; retrievals: number; searches: number }>(
    `select (select count(*) from jobs)::int as jobs, (select count(*) from retrievals)::int as retrievals,
            (select count(*) from searches)::int as searches`,
  );
}

/** How often one of the tables that grow was read as a whole, by this connection among others. */
async function wholeReads(): Promise<number> {
  await db.rows('select pg_stat_force_next_flush()');
  await db.rows('select 1');
  await db.rows('select pg_stat_clear_snapshot()');
  const row = await db.row<{ scans: number }>(
    `select sum(seq_scan)::int as scans from pg_stat_user_tables where relname in ('jobs', 'retrievals')`,
  );
  return row?.scans ?? 0;
}

describe('work that has ended', () => {
  it('is not read again by sweeps, bounds and readings', async () => {
    await seedEnded(JOBS, 100);
    await db.rows('analyze jobs, retrievals, searches, events, deliveries');
    const retrievals = new PostgresRetrievals(db, 1_000, 100, new NoTracing());
    const before = await wholeReads();
    await retrievals.due(500);
    await retrievals.dueOf(accountId, 20, ['us-ny']);
    await new PostgresDeliveries(db).due(500);
    await queueMetrics(db);
    const job = { id: newId('job'), accountId, entityName: 'New LLC', jurisdiction: 'us-co', tier: 'quick' as const };
    await db.commit([retrievals.join({ ...job, amountCredits: 1, webhookUrl: undefined }, 'NEW')]);
    expect((await wholeReads()) - before).toBe(0);
  });

  it('goes in batches once it is old enough, with its retrievals and searches, and nothing else does', async () => {
    const ended = new PostgresJobRetention(db);
    const oldest = new Date(Date.now() - 90 * DAY_MS);
    await seedEnded(50, 80);
    const kept = await db.rows<{ id: string }>('select id from jobs order by id limit 2');
    const [withEvent, unfinished] = kept.map(({ id }) => id);
    await db.change(
      `insert into events (id, account_id, job_id, type, body) values ($1, $2, $3, 'verification.completed', '{}')`,
      [toUuid(newId('evt')), toUuid(accountId), withEvent],
    );
    await db.rows('alter table jobs disable trigger user');
    await db.change(`update jobs set status = 'pending', completed_at = null where id = $1`, [unfinished]);
    await db.rows('alter table jobs enable trigger user');
    const [old, recent] = ['00000000-0001-7000-8000-000000000000', toUuid(newId('srch'))];
    for (const id of [old, recent])
      await db.change(
        `insert into searches (id, account_id, entity_name, jurisdictions, known) values ($1, $2, 'Old', '{us-co}', '[]')`,
        [id, toUuid(accountId)],
      );
    const first = await ended.purgeBefore(oldest);
    expect(first).toBeLessThanOrEqual(1_001);
    for (let more = first; more > 0; more = await ended.purgeBefore(oldest));
    expect(await counts()).toEqual({ jobs: 2 + 50 + 1, retrievals: 2 + 50 + 1, searches: 1 });
    expect(await db.row('select id from searches')).toEqual({ id: recent });
  });
});
