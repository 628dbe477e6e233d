import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresSearches } from '../../src/adapters/postgres/search/searches.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { newId, type Id } from '../../src/core/ids.js';
import type { NotSearched } from '../../src/core/search/coverage.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
let searches: PostgresSearches;
let accountId: Id<'acc'>;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
  db = new Database(dataSource);
  searches = new PostgresSearches(db, undefined as never);
  accountId = await openAccount({ db, ledger: new PostgresLedger(db, new PrometheusMetrics()) }, 10);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

describe('a stored search', () => {
  const connecticut: NotSearched = { jurisdiction: 'us-ct', reason: 'not_allowed' };
  const england: NotSearched = { jurisdiction: 'gb-eaw', reason: 'needs_credentials' };

  it.each([[[]], [[connecticut]], [[connecticut, england]]])(
    'lists the jurisdictions that were not asked: %j',
    async (notAsked) => {
      const id = newId('srch');
      const asked = { entityName: 'Fable Lanterns LLC', jurisdictions: ['us-co'] };
      await db.commit([searches.add({ id, accountId, ...asked, known: [], notAsked })]);
      expect(await searches.find(accountId, id)).toEqual({ id, shares: [], notAsked });
      expect(await searches.find(newId('acc'), id)).toBeUndefined();
    },
  );
});
