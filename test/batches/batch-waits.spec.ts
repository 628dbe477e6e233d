import { partOf } from '../support/part-of.js';
import type { Registries } from '../../src/core/registries/ports.js';
import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import { PostgresBatches } from '../../src/adapters/postgres/batches/batches.js';
import { PostgresBatchWork } from '../../src/adapters/postgres/batches/batch-work.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresRetrievals } from '../../src/adapters/postgres/verification/retrievals.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import type { ClaimedBatch, OpenRow } from '../../src/core/batches/ports.js';
import { newId, type Id } from '../../src/core/ids.js';
import type { Task } from '../../src/core/tasks/ports.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { FakeRegistries } from '../support/fakes.js';

const FAR_MS = 3_600_000;
const LIVE = partOf<Registries>({ isSandbox: () => false });

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
let batches: PostgresBatches;
let work: PostgresBatchWork;
let retrievals: PostgresRetrievals;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
  db = new Database(dataSource);
  batches = new PostgresBatches(db, LIVE);
  work = new PostgresBatchWork(db, LIVE, { of: () => ({}) });
  retrievals = new PostgresRetrievals(db, 10_000, 100, new NoTracing(), new FakeRegistries());
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});
beforeEach(() => db.change('truncate batches, retrievals cascade'));

/** Starts a batch with two rows. */
async function started(keyId?: Id<'key'>): Promise<{ id: Id<'bat'>; batch: ClaimedBatch; rows: OpenRow[] }> {
  const accountId = await openAccount({ db, ledger: new PostgresLedger(db, new PrometheusMetrics()) }, 10);
  const id = newId('bat');
  await batches.begin(id, { accountId }, {});
  await batches.addRows(
    id,
    ['ALDER', 'BIRCH'].map((name, at) => ({
      line: at + 2,
      customId: undefined,
      entityName: name,
      jurisdiction: 'us-co',
      tier: 'quick' as const,
      nameKey: name,
      recordNumber: undefined,
      priceCredits: 1,
    })),
  );
  await db.interactive((tx) => batches.complete(tx, id, { open: 20, rows: 1_000_000 }));
  await db.interactive((tx) => batches.start(tx, id, { accountId, keyId, grantId: undefined }));
  const batch = await work.claim();
  if (batch?.id !== id) throw new Error('the batch was not claimed');
  return { id, batch, rows: await work.nextRows(batch, 50) };
}

const waitFor = (batch: ClaimedBatch, rows: readonly OpenRow[]) =>
  work.retrieve(
    batch,
    rows.map((row) => ({ ...row, key: row.nameKey })),
  );

/** Ends the retrieval and returns the tasks that its commit reports. */
async function end(retrievalId: string): Promise<readonly Task[]> {
  const claim = (await retrievals.claim(retrievalId))!;
  const write = claim.end().finish([]);
  const committed = await db.commit([write]);
  claim.close();
  return committed.resultOf(write) ?? [];
}

it('reports a batch and makes it claimable in the commit that ends a row’s retrieval', async () => {
  const { id, batch, rows } = await started();
  const [alder] = await waitFor(batch, rows);
  expect(await work.release(batch, FAR_MS)).toBeUndefined();
  expect(await work.due(10)).toEqual([]);
  expect(await work.claim()).toBeUndefined();

  const [task] = await end(alder!.id);
  expect(task).toMatchObject({ kind: 'batch', id });
  expect(await work.due(10)).toEqual([{ id, claimNumber: task!.claimNumber }]);
  const again = (await work.claim())!;
  expect(again).toMatchObject({ id, waiting: { rows: 2 } });
  expect(await work.retrievedRows(again, 10)).toHaveLength(1);
});

it('is due at once if a row’s retrieval ended while a worker held the batch', async () => {
  const { id, batch, rows } = await started();
  const [alder] = await waitFor(batch, rows);
  await end(alder!.id);
  expect(await work.claim()).toBeUndefined();
  expect(await work.release(batch, FAR_MS)).toMatchObject({ id });
});

it('waits again when a row is requested again after its retrieval ended', async () => {
  const { batch, rows } = await started();
  const [alder] = await waitFor(batch, rows);
  await end(alder!.id);
  const [again] = await waitFor(batch, rows);
  expect(again!.id).not.toBe(alder!.id);
  expect(await work.retrievedRows(batch, 10)).toEqual([]);
  expect(await work.release(batch, FAR_MS)).toBeUndefined();
});

it('reads a row on its next attempt when an earlier version ended its retrieval', async () => {
  const { id, batch, rows } = await started();
  const [alder] = await waitFor(batch, rows);
  await end(alder!.id);
  // The earlier version finished the retrieval during the migration and did not mark the wait as
  // ended.
  await db.change('update batch_waits set ended_at = null');
  expect(await work.release(batch, 0)).toMatchObject({ id });
  expect(await work.retrievedRows((await work.claim())!, 10)).toHaveLength(1);
});

it('reports each batch once, and no batch that is not running', async () => {
  const first = await started();
  const [alder] = await waitFor(first.batch, first.rows);
  const second = await started();
  const [shared] = await waitFor(second.batch, second.rows);
  expect(shared!.id).toBe(alder!.id);
  const third = await started();
  await waitFor(third.batch, third.rows);
  await batches.cancel(third.batch.accountId, third.id);
  const reported = await end(alder!.id);
  expect(reported.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
});

it('reports nothing when no row of a batch waits', async () => {
  const { batch, rows } = await started();
  const [, birch] = await waitFor(batch, rows);
  await db.change('delete from batch_waits');
  expect(await end(birch!.id)).toEqual([]);
});

it('is due when the key that started it is revoked, before any of its rows has ended', async () => {
  const { id, batch, rows } = await started(newId('key'));
  await waitFor(batch, rows);
  expect(await work.release(batch, FAR_MS)).toMatchObject({ id });
  expect(await work.claim()).toMatchObject({ id, isRevoked: true });
});
