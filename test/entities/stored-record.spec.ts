import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { EntityCache } from '../../src/adapters/postgres/cache/caches.js';
import { Notifications } from '../../src/adapters/postgres/cache/notifications.js';
import { PostgresEntities } from '../../src/adapters/postgres/entities/entities.js';
import { PostgresEvidenceReader } from '../../src/adapters/postgres/entities/evidence-reader.js';
import { PostgresEvidenceStore } from '../../src/adapters/postgres/entities/evidence-store.js';
import { PostgresSnapshots } from '../../src/adapters/postgres/entities/snapshots.js';
import { PostgresRetention } from '../../src/adapters/postgres/maintenance/retention.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { fromUuid } from '../../src/core/ids.js';
import type { RecordDetails, RegisterRecord } from '../../src/core/registries/record.js';
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

it('keeps as evidence what each answer said alone, and as history what was known by then', async () => {
  const evidence = new PostgresEvidenceStore(db, new PrometheusMetrics());
  const reader = new PostgresEvidenceReader(db);
  const snapshots = new PostgresSnapshots(db);
  const read = async (given: Partial<RegisterRecord>, retrievedAt: Date) => {
    const id = await evidence.keep({
      jurisdiction: 'us-co',
      sandbox: false,
      parserVersion: 1,
      question: { kind: 'search', tier: 'quick', entityName: 'Fern Hollow LLC' },
      retrievedAt,
      edition: undefined,
      exchanges: [],
    });
    const entity = await entities.upsert({
      jurisdiction: 'us-co',
      record: record({ id: '2', name: 'Fern Hollow LLC', ...given }),
      details: undefined,
      provenance: { url: 'https://example.com', retrievedAt, coverage: 'all', sandbox: false },
      evidence: { id, sources: {} },
    });
    return { id, entity };
  };
  const full: Partial<RegisterRecord> = {
    aliases: [{ name: 'Acorn Ridge LLC', kind: 'former' }],
    entityType: 'Limited liability company',
    statusDetail: 'Active, in good standing',
  };
  const brief: Partial<RegisterRecord> = { aliases: [], entityType: null, statusDetail: 'Active', isBrief: true };
  const first = await read(full, new Date(Date.now() - 3_000));
  const second = await read(brief, new Date(Date.now() - 2_000));
  expect(second.entity.record).toMatchObject(full);
  expect((await reader.find(first.id))!.records).toMatchObject([{ record: full }]);
  const { isBrief: _, ...said } = brief;
  const rereads = async () => expect((await reader.find(second.id))!.records).toMatchObject([{ record: said }]);
  await rereads();
  const { items } = await snapshots.page(second.entity.id, undefined, { limit: 10, offset: 0 });
  expect(items).toMatchObject([{ record: full, recordBefore: full }, { record: full }]);
  // Removing an older snapshot keeps what the evidence of a later one said.
  await new PostgresRetention(db).purge('snapshots', new Date(Date.now() - 2_500), undefined);
  expect(await reader.find(first.id)).toMatchObject({ records: [] });
  await rereads();
});

it('keeps a known seat beside a brief result, unless that names another town', async () => {
  const seat = { place: 'Genève', region: 'Genève', country: 'ch', jurisdiction: 'ch-ge' };
  let at = Date.now() - 10_000;
  const read = async (given: Partial<RegisterRecord>) => {
    at += 1_000;
    const entity = await entities.upsert({
      jurisdiction: 'ch',
      record: record({ id: '3', name: 'Fern Hollow SA', ...given }),
      details: undefined,
      provenance: { url: 'https://example.com', retrievedAt: new Date(at), coverage: 'all', sandbox: false },
    });
    return entity.record.seat;
  };
  expect(await read({ seat: null })).toBeNull();
  expect(await read({ seat: { place: 'Genève' }, isBrief: true })).toEqual({ place: 'Genève' });
  expect(await read({ seat })).toEqual(seat);
  expect(await read({ seat: { place: 'Genève' }, isBrief: true })).toEqual(seat);
  expect(await read({ seat: null, isBrief: true })).toEqual(seat);
  expect(await read({ seat: { place: 'Lugano' }, isBrief: true })).toEqual({ place: 'Lugano' });
  expect(await read({ seat: null })).toBeNull();
});
