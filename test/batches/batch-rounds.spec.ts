import { partOf } from '../support/part-of.js';
import type { Registries } from '../../src/core/registries/ports.js';
import { PostgresBatches } from '../../src/adapters/postgres/batches/batches.js';
import { PostgresBatchWork } from '../../src/adapters/postgres/batches/batch-work.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import type { PostgresTx } from '../../src/adapters/postgres/client/postgres-tx.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import type { RowEnd } from '../../src/core/batches/ports.js';
import { newId, toUuid } from '../../src/core/ids.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const ROWS = 3_000;
const A_ROUND = 50;
/** Every tenth row repeats the one before it. */
const repeats = (at: number) => at % 10 === 9;
const LIVE = partOf<Registries>({ isSandbox: () => false });

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
  db = new Database(dataSource);
  // Keeps the table as it is between two runs of autovacuum.
  await db.change('alter table batch_rows set (autovacuum_enabled = false)');
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** Returns how many rows of all batches this transaction has read so far. */
async function rowsRead(tx: PostgresTx): Promise<number> {
  const row = await tx.row<{ read: number }>(
    `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'batch_rows'`,
  );
  return row?.read ?? 0;
}

it('a round reads its own rows, not the whole file, while Postgres lacks statistics of it', async () => {
  const accountId = await openAccount({ db, ledger: new PostgresLedger(db, new PrometheusMetrics()) }, 10);
  const batches = new PostgresBatches(db, LIVE);
  const work = new PostgresBatchWork(db, LIVE, { of: () => ({}) });
  const id = newId('bat');
  await batches.begin(id, { accountId }, {});
  await batches.addRows(
    id,
    Array.from({ length: ROWS }, (_, at) => ({
      line: at + 2,
      customId: undefined,
      entityName: 'Birch Lane LLC',
      jurisdiction: 'us-co',
      tier: 'quick' as const,
      nameKey: `BIRCHLANE${repeats(at) ? at - 1 : at}|LLC`,
      recordNumber: undefined,
      priceCredits: 1,
    })),
  );
  await db.interactive((tx) => batches.complete(tx, id, { open: 20, rows: 1_000_000 }));
  await db.interactive((tx) => batches.start(tx, id, { accountId, keyId: undefined, grantId: undefined }));
  const batch = await work.claim();
  if (!batch) throw new Error('nothing was claimed');

  const { looked, ended } = await db.interactive(async (tx) => {
    const before = await rowsRead(tx);
    await tx.rows('select line from next_batch_rows($1, 0, $2)', [toUuid(id), A_ROUND]);
    const between = await rowsRead(tx);
    const rows = await work.nextRows(batch, A_ROUND);
    const ends = rows.map((row): RowEnd => ({ row, outcome: 'no_match', creditsCharged: 1 }));
    await work.lock(
      tx,
      batch,
      rows.map(({ line }) => line),
    );
    await work.end(tx, batch, { ends, nextLine: rows.at(-1)!.line + 1, pause: undefined });
    return { looked: between - before, ended: (await rowsRead(tx)) - between };
  });
  expect(looked).toBeGreaterThanOrEqual(A_ROUND);
  expect(looked).toBeLessThan(2 * A_ROUND);
  expect(ended).toBeLessThan(10 * A_ROUND);
  const { counts } = (await batches.find(accountId, id))!;
  expect(counts).toMatchObject({ no_match: 50, duplicate: 5, pending: ROWS - 55 });
});
