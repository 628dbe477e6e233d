import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import { PostgresAccounts } from '../../src/adapters/postgres/accounts/accounts.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresDeliveries } from '../../src/adapters/postgres/webhooks/deliveries.js';
import { PostgresRetention } from '../../src/adapters/postgres/maintenance/retention.js';
import { queueMetrics } from '../../src/adapters/postgres/maintenance/queue-metrics.js';
import { PostgresRetrievals } from '../../src/adapters/postgres/verification/retrievals.js';
import { PurgeExpired } from '../../src/core/maintenance/purge-expired.js';
import { newId, toUuid, type Id } from '../../src/core/ids.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { BARE_DIGESTS, FakeRegistries, REMEMBERS_NOBODY } from '../support/fakes.js';
import { newEmail } from '../support/harness.js';

const DAY_MS = 86_400_000;
const JOBS = 20_000;

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
let accountId: Id<'acc'>;
beforeAll(async () => {
  database = await createTestDatabase();
  // A single connection, whose own read statistics are queried.
  dataSource = await createDataSource({ url: database.url, poolSize: 1 }).initialize();
  db = new Database(dataSource);
  accountId = (
    await db.interactive((tx) => new PostgresAccounts(db, REMEMBERS_NOBODY, BARE_DIGESTS).openFor(tx, newEmail()))
  ).id;
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** Inserts ended jobs with a retrieval each, a second apart, starting `days` ago. */
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

/** Returns the number of full scans of each table, including those of this connection. */
async function wholeReads(): Promise<Record<string, number>> {
  await db.rows('select pg_stat_force_next_flush()');
  await db.rows('select 1');
  await db.rows('select pg_stat_clear_snapshot()');
  const rows = await db.rows<{ relname: string; scans: number }>(
    `select relname, seq_scan::int as scans from pg_stat_user_tables where relname in ('jobs', 'retrievals', 'answers', 'entities')`,
  );
  return Object.fromEntries(rows.map(({ relname, scans }) => [relname, scans]));
}

describe('ended work', () => {
  it('is not scanned by sweeps, metrics or new jobs', async () => {
    await seedEnded(JOBS, 100);
    await db.rows('analyze jobs, retrievals, searches, events, deliveries');
    const retrievals = new PostgresRetrievals(db, 1_000, 100, new NoTracing(), new FakeRegistries());
    const before = await wholeReads();
    await retrievals.due(500);
    await retrievals.dueOf(accountId, 20, ['us-ny']);
    await new PostgresDeliveries(db).due(500);
    await queueMetrics(db);
    const job = { id: newId('job'), accountId, entityName: 'New LLC', jurisdiction: 'us-co', tier: 'quick' as const };
    await db.commit([retrievals.join({ ...job, amountCredits: 1, webhookUrl: undefined }, 'NEW')]);
    expect(await wholeReads()).toEqual(before);
  });

  it('is purged in batches once old enough, with its retrievals and searches, and nothing else is', async () => {
    const ended = new PostgresRetention(db);
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
    const first = await ended.purge('jobs', oldest, undefined);
    expect(first.more).toBe(true);
    for (let { more, last } = first; more;) ({ more, last } = await ended.purge('jobs', oldest, last));
    await ended.purge('searches', oldest, undefined);
    expect(await counts()).toEqual({ jobs: 2 + 50 + 1, retrievals: 2 + 50 + 1, searches: 1 });
    expect(await db.row('select id from searches')).toEqual({ id: recent });
  });

  it('is purged too when its batch is gone, or when it is unfinished for a closed account', async () => {
    await db.change('truncate jobs, retrievals, searches, events cascade');
    const ended = new PostgresRetention(db);
    const oldest = new Date(Date.now() - 90 * DAY_MS);
    const old = (n: number) => `00000000-0001-7000-8000-00000000000${n}`;
    const retrieval = `insert into retrievals (id, jurisdiction, entity_name, name_key, tier, kind, account_id, finished_at) values`;
    const [left, open, recent, asked] = [old(1), old(2), toUuid(newId('job')), old(4)];
    for (const [id, finished] of [
      [left, 'now()'],
      [open, 'null'],
      [recent, 'now()'],
      [asked, 'null'],
    ] as const) {
      await db.rows(
        `${retrieval} ('${id}', 'us-co', 'Old', '${id}', 'quick', 'verification', '${toUuid(accountId)}', ${finished})`,
      );
    }
    const closed = await db.interactive((tx) =>
      new PostgresAccounts(db, REMEMBERS_NOBODY, BARE_DIGESTS).openFor(tx, newEmail()),
    );
    const owners = [toUuid(closed.id), toUuid(accountId)] as const;
    for (const [n, owner] of owners.entries())
      await db.change(
        `insert into jobs (id, account_id, retrieval_id, entity_name, jurisdiction, tier, amount_credits, status)
           values ($1, $2, $3, 'Old', 'us-co', 'quick', 1, 'processing')`,
        [old(n + 5), owner, asked],
      );
    await new PostgresAccounts(db, REMEMBERS_NOBODY, BARE_DIGESTS).close(closed.id, { end: () => [] });
    await ended.purge('jobs', oldest, undefined);
    await ended.purge('retrievals', oldest, undefined);
    expect(await db.rows('select account_id from jobs')).toEqual([{ account_id: toUuid(accountId) }]);
    const kept = await db.rows<{ id: string }>('select id from retrievals order by id');
    expect(kept.map(({ id }) => id)).toEqual([open, asked, recent]);
  });
});

/** Inserts rows into every table, one long expired and one just created. */
async function seedOldAndNew(): Promise<void> {
  const account = toUuid(accountId);
  const closed = await db.interactive((tx) =>
    new PostgresAccounts(db, REMEMBERS_NOBODY, BARE_DIGESTS).openFor(tx, newEmail()),
  );
  const entity = `insert into entities (id, jurisdiction, record_id, record, url, sandbox, retrieved_at) values`;
  await db.rows(`${entity} (gen_random_uuid(), 'us-co', 'one', '{}', 'https://example.test', false, now()),
                           (gen_random_uuid(), 'us-co', 'two', '{}', 'https://example.test', false, now())`);
  for (const age of ['2 years', '0 days']) {
    const at = `now() - interval '${age}'`;
    const name = `'${age}'`;
    await db.rows(
      `insert into one_time_codes (email, ip, digest, created_at, expires_at) values (${name}, '::1', '', ${at}, ${at})`,
    );
    await db.rows(
      `insert into idempotency_keys (account_id, key, fingerprint, claim, claimed_at, created_at)
       values ('${account}', ${name}, '', gen_random_uuid(), ${at}, ${at})`,
    );
    await db.rows(
      `insert into answers (jurisdiction, sandbox, name_key, answered_at, closest) values ('us-co', false, ${name}, ${at}, '[]')`,
    );
    await db.rows(
      `insert into rankings (jurisdiction, sandbox, name_key, entity_ids, ranked_at) values ('us-co', false, ${name}, '{}', ${at})`,
    );
    await db.rows(
      `insert into access (account_id, entity_id, tier, asked_on)
       select '${account}', id, 'quick', ${at} from entities where record_id = case when ${name} = '0 days' then 'one' else 'two' end`,
    );
    await db.rows(
      `insert into api_keys (id, account_id, label, prefix, digest, rate_limit_per_minute, created_at, revoked_at)
       values (gen_random_uuid(), '${account}', ${name}, '', convert_to(${name}, 'UTF8'), 1, ${at}, ${at})`,
    );
    for (const status of ['open', 'paid'])
      await db.rows(
        `insert into payments (id, account_id, package_id, amount_credits, price_cents, session_id, status, payment_ref, created_at, paid_at)
         values (gen_random_uuid(), '${account}', 'pro', 1, 1, '${status} ${age}', '${status}',
                 ${status === 'paid' ? name : 'null'}, ${at}, ${status === 'paid' ? at : 'null'})`,
      );
  }
  await db.change(`insert into access (account_id, entity_id, tier) select $1, id, 'quick' from entities`, [
    toUuid(closed.id),
  ]);
  await new PostgresAccounts(db, REMEMBERS_NOBODY, BARE_DIGESTS).close(closed.id, { end: () => [] });
}

async function whatIsKept(): Promise<Record<string, unknown[]>> {
  const row = await db.row<{ kept: Record<string, unknown[]> }>(
    `select json_build_object(
       'codes', (select array_agg(email) from one_time_codes), 'keys', (select array_agg(key) from idempotency_keys),
       'answers', (select array_agg(name_key) from answers), 'rankings', (select array_agg(name_key) from rankings),
       'accesses', (select array_agg(record_id) from access k join entities e on e.id = k.entity_id),
       'revoked', (select array_agg(label) from api_keys),
       'payments', (select array_agg(session_id order by session_id) from payments)) as kept`,
  );
  return row?.kept ?? {};
}

const PERIODS = {
  jobsKeptMs: 90 * DAY_MS,
  recordsKeptMs: 365 * DAY_MS,
  snapshotsKeptMs: undefined,
  answersUsedMs: DAY_MS,
  rankingsUsedMs: DAY_MS,
};
const purgeAll = () => new PurgeExpired(new PostgresRetention(db), PERIODS).run(new AbortController().signal);

describe('expired data', () => {
  it('is purged from every table, and nothing else is', async () => {
    await seedOldAndNew();
    await purgeAll();
    expect(await whatIsKept()).toEqual({
      codes: ['0 days'],
      keys: ['0 days'],
      answers: ['0 days'],
      rankings: ['0 days'],
      accesses: ['one'],
      revoked: ['0 days'],
      payments: ['open 0 days', 'paid 0 days', 'paid 2 years'],
    });
  });

  it('expires by the database clock', async () => {
    const before = await whatIsKept();
    const real = Date;
    const ahead = () => real.now() + 3 * 365 * DAY_MS;
    globalThis.Date = class extends real {
      constructor(...given: [number | string | Date] | []) {
        super(given[0] ?? ahead());
      }
      static override now = ahead;
    } as DateConstructor;
    try {
      await purgeAll();
    } finally {
      globalThis.Date = real;
    }
    expect(await whatIsKept()).toEqual(before);
  });

  it('is found without scanning what is kept', async () => {
    await seedEnded(JOBS, 1);
    await db.change(
      `insert into entities (id, jurisdiction, record_id, record, url, sandbox, retrieved_at)
       select gen_random_uuid(), 'us-co', 'many ' || n, '{}', 'https://example.test', false, now() from generate_series(1, 20000) n`,
    );
    await db.change(
      `insert into answers (jurisdiction, sandbox, name_key, closest, answered_at)
       select 'us-co', false, 'MANY ' || n, '[]', now() - case when n <= 1500 then interval '9 days' else interval '0' end from generate_series(1, 20000) n`,
    );
    await db.rows('analyze');
    const before = await wholeReads();
    await purgeAll();
    expect(await wholeReads()).toEqual(before);
    expect(await db.row(`select count(*)::int as kept from answers where name_key like 'MANY %'`)).toEqual({
      kept: 18_500,
    });
  });
});
