import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { EntityCache } from '../../src/adapters/postgres/cache/caches.js';
import { Notifications } from '../../src/adapters/postgres/cache/notifications.js';
import { PostgresEntities } from '../../src/adapters/postgres/entities/entities.js';
import { fromUuid } from '../../src/core/ids.js';
import type { RecordDetails } from '../../src/core/registries/record.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { DETAILS, FakeRegistries, MemoryLog, record } from '../support/fakes.js';

const ID = '0198c0de-0000-7000-8000-0000000000aa';

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
let entities: PostgresEntities;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
  db = new Database(dataSource);
  const cache = new EntityCache(new Notifications(db, [], new MemoryLog()));
  const clock = { now: () => new Date() };
  entities = new PostgresEntities(db, new FakeRegistries(), cache, clock, { entityMs: 1, noMatchMs: 1, rankingMs: 1 });
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const retrieve = (details?: RecordDetails) =>
  entities.upsert({
    jurisdiction: 'us-co',
    record: record({ id: '1', name: 'Elm Valley LLC' }),
    details,
    provenance: { url: 'https://example.com', retrievedAt: new Date(), coverage: 'all', sandbox: false },
  });

it('keeps former and trade names of an older record until a deep retrieval replaces them', async () => {
  const { aliases: _, ...rest } = record({ id: '1', name: 'Elm Valley LLC' });
  const otherNames = [
    { name: 'Acorn Ridge LLC', kind: 'previous' },
    { name: 'Elm Valley Farm', kind: 'trade' },
  ];
  await db.change(
    `insert into entities (id, jurisdiction, record_id, record, url, sandbox, retrieved_at, snapshots)
     values ($1, 'us-co', '1', $2, 'https://example.com', false, now(), 1)`,
    [ID, JSON.stringify({ ...rest, otherNames })],
  );
  const aliases = [
    { name: 'Acorn Ridge LLC', kind: 'former' },
    { name: 'Elm Valley Farm', kind: 'trade' },
  ];
  const found = await entities.find(fromUuid('ent', ID));
  expect(found!.record.aliases).toEqual(aliases);
  expect(found!.record).not.toHaveProperty('otherNames');
  // The register's short answer has no aliases.
  expect((await retrieve()).record.aliases).toEqual(aliases);
  expect((await retrieve(DETAILS)).record.aliases).toEqual([]);
});
