import { partOf } from '../support/part-of.js';
import type { Registries } from '../../src/core/registries/ports.js';
import { PostgresAccounts } from '../../src/adapters/postgres/accounts/accounts.js';
import { PostgresBatches } from '../../src/adapters/postgres/batches/batches.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresRetention } from '../../src/adapters/postgres/maintenance/retention.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { newId, toUuid, type Id } from '../../src/core/ids.js';
import { openAccount, thoseWhoWait } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';

const ROWS = 2_500;
const HOUR_MS = 3_600_000;
/** Closing an account uses no digests. */
const NO_DIGESTS = { of: () => Promise.reject(new Error('not asked for here')) };

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
let batches: PostgresBatches;
let accountId: Id<'acc'>;
let id: Id<'bat'>;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 3 }).initialize();
  db = new Database(dataSource);
  batches = new PostgresBatches(db, partOf<Registries>({ isSandbox: () => true }));
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

beforeEach(async () => {
  await db.change('delete from batches');
  accountId = await openAccount({ db, ledger: new PostgresLedger(db, new PrometheusMetrics()) }, 10);
  id = newId('bat');
  await batches.begin(id, { accountId }, {});
  await batches.addRows(
    id,
    Array.from({ length: ROWS }, (_, at) => ({
      line: at + 2,
      customId: undefined,
      entityName: `Birch Lane ${at} LLC`,
      jurisdiction: 'us-co',
      tier: 'quick' as const,
      nameKey: `BIRCHLANE${at}|LLC`,
      recordNumber: undefined,
      priceCredits: 1,
    })),
  );
});

const complete = () => db.interactive((tx) => batches.complete(tx, id, { open: 20, rows: 1_000_000 }));
const close = () =>
  new PostgresAccounts(db, { forget: () => undefined }, NO_DIGESTS).close(accountId, { end: () => [] });
const rowsLeft = async () => (await db.row<{ rows: number }>('select count(*)::int as rows from batch_rows'))?.rows;
const purge = (before: Date) => new PostgresRetention(db).purge('unread files', before, undefined);

/** Runs a deletion until it waits for a row that is locked, and cancels it there. */
async function interrupted(work: () => Promise<void>): Promise<void> {
  const { client, end } = await db.connect();
  await client.query('begin');
  await client.query('select from batch_rows where batch_id = $1 and line = 1500 for update', [toUuid(id)]);
  const endWhoWaits = async () => {
    const pid = await until(async () => (await thoseWhoWait(db))[0]);
    await db.rows('select pg_cancel_backend($1)', [pid]);
  };
  const [ended] = await Promise.allSettled([work(), endWhoWaits()]);
  expect(ended).toMatchObject({ reason: { message: expect.stringContaining('canceling statement') } });
  await client.query('rollback');
  end();
}

describe('the deletion of batch rows', () => {
  it('deletes a dropped file in parts; the purge completes an interrupted deletion', async () => {
    await interrupted(() => batches.drop(id));
    expect(await rowsLeft()).toBe(1_500);
    await expect(complete()).rejects.toThrow('the file of a batch is gone');
    expect(await purge(new Date(Date.now() - HOUR_MS))).toEqual({ more: true });
    expect(await rowsLeft()).toBe(500);
    while ((await purge(new Date(Date.now() - HOUR_MS))).more);
    expect([await rowsLeft(), await db.rows('select from batches')]).toEqual([0, []]);
  });

  it('hides the batches of a closed account at once, and completes an interrupted deletion', async () => {
    await complete();
    await db.interactive((tx) => batches.start(tx, id, { accountId, keyId: undefined, grantId: undefined }));
    await interrupted(close);
    expect(await rowsLeft()).toBe(1_500);
    const seen = await batches.list(accountId, { status: undefined, before: undefined, limit: 10 });
    expect([await batches.find(accountId, id), seen]).toEqual([undefined, []]);
    await close();
    expect([await rowsLeft(), await db.rows('select from batches')]).toEqual([0, []]);
  });

  it('waits for another deletion of the same file', async () => {
    const uuid = toUuid(id);
    await db.change('delete from batch_rows where line > 10');
    await db.change('update batches set dropped_at = now()');
    const { client, end } = await db.connect();
    await client.query('begin');
    await client.query('select from batches where id = $1 for update', [uuid]);
    const second = db.row('select purge_batch_rows($1) as more', [uuid]);
    await until(async () => (await thoseWhoWait(db))[0]);
    await client.query('select purge_batch_rows($1)', [uuid]);
    await client.query('commit');
    end();
    expect(await second).toEqual({ more: false });
    expect([await rowsLeft(), await db.rows('select from batches')]).toEqual([0, []]);
  });

  it('deletes all rows of a dropped file before it returns', async () => {
    await batches.drop(id);
    expect([await rowsLeft(), await db.rows('select from batches')]).toEqual([0, []]);
  });

  it('keeps the rows once their file has become a batch', async () => {
    await complete();
    await batches.drop(id);
    expect([await rowsLeft(), await batches.find(accountId, id)]).toMatchObject([ROWS, { status: 'ready' }]);
  });
});

describe('an unfinished upload', () => {
  it('never becomes a batch after an hour, since some of its rows may be gone', async () => {
    await db.change(`update batches set created_at = now() - interval '61 minutes'`);
    await purge(new Date(Date.now() - HOUR_MS));
    await expect(complete()).rejects.toThrow('the file of a batch is gone');
  });
});
