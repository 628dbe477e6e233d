import { partOf } from '../support/part-of.js';
import type { Registries } from '../../src/core/registries/ports.js';
import { PostgresBatches } from '../../src/adapters/postgres/batches/batches.js';
import { PostgresBatchWork } from '../../src/adapters/postgres/batches/batch-work.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { newId, type Id } from '../../src/core/ids.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
  db = new Database(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const LIVE = partOf<Registries>({ isSandbox: () => false });
const SANDBOX = partOf<Registries>({ isSandbox: () => true });
/** Colorado is live, the others are in the sandbox. */
const MIXED = partOf<Registries>({ isSandbox: (code: string) => code !== 'us-co' });

/** Starts a batch in this realm that asks these jurisdictions. */
async function started(realm: typeof MIXED, jurisdictions: string[]): Promise<Id<'bat'>> {
  const accountId = await openAccount({ db, ledger: new PostgresLedger(db, new PrometheusMetrics()) }, 10);
  const batches = new PostgresBatches(db, realm);
  const id = newId('bat');
  await batches.begin(id, { accountId }, {});
  await batches.addRows(
    id,
    jurisdictions.map((jurisdiction, at) => ({
      line: at + 2,
      customId: undefined,
      entityName: 'Alder Works LLC',
      jurisdiction,
      tier: 'quick' as const,
      nameKey: 'ALDERWORKS|LLC',
      recordNumber: undefined,
      priceCredits: 1,
    })),
  );
  await db.interactive((tx) => batches.complete(tx, id, { open: 20, rows: 1_000_000 }));
  await db.interactive((tx) => batches.start(tx, id, { accountId, keyId: undefined, grantId: undefined }));
  return id;
}

it.each([
  ['of real registers', LIVE, [SANDBOX, MIXED], ['us-co', 'us-ny']],
  ['of the sandbox', SANDBOX, [LIVE, MIXED], ['us-co', 'us-ny']],
  ['of both', MIXED, [LIVE, SANDBOX], ['us-co', 'us-ny']],
])('gives a batch %s only to a worker that asks the same registers', async (_name, own, others, asked) => {
  const id = await started(own, asked);
  const claim = (realm: typeof MIXED) => new PostgresBatchWork(db, realm, { of: () => ({}) }).claim();
  for (const other of others) expect(await claim(other)).toBeUndefined();
  expect((await claim(own))?.id).toBe(id);
});

it('gives a batch to a worker that differs only in registers the batch does not name', async () => {
  const id = await started(LIVE, ['us-co']);
  expect((await new PostgresBatchWork(db, MIXED, { of: () => ({}) }).claim())?.id).toBe(id);
});
