import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresEntities } from '../../src/adapters/postgres/entities/entities.js';
import { EntityCache } from '../../src/adapters/postgres/cache/caches.js';
import { Notifications } from '../../src/adapters/postgres/cache/notifications.js';
import { PostgresSnapshots } from '../../src/adapters/postgres/entities/snapshots.js';
import type { Entity } from '../../src/core/entities/entity.js';
import { PurgeExpired } from '../../src/core/maintenance/purge-expired.js';
import { PostgresRetention } from '../../src/adapters/postgres/maintenance/retention.js';
import type { Clock } from '../../src/core/ports.js';
import type { RecordDetails } from '../../src/core/registries/record.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { DETAILS, FakeRegistries, MemoryLog, record } from '../support/fakes.js';
import { until } from '../support/until.js';

const DAY_MS = 86_400_000;
const START = Date.now() - 101 * DAY_MS;
const ALL = { limit: 100, offset: 0 };

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
let memory: EntityCache;
let entities: PostgresEntities;
let snapshots: PostgresSnapshots;
let now = START;
const clock: Clock = { now: () => new Date(now) };

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
  db = new Database(dataSource);
  memory = new EntityCache(new Notifications(db, [], new MemoryLog()));
  entities = new PostgresEntities(db, new FakeRegistries(), memory, clock, { entityMs: 1, noMatchMs: 1, rankingMs: 1 });
  snapshots = new PostgresSnapshots(db);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

function retrieve(
  id: string,
  day: number,
  given: { details?: RecordDetails; status?: 'active' | 'dissolved' } = {},
): Promise<Entity> {
  const { details, status = 'active' } = given;
  return entities.upsert({
    jurisdiction: 'us-co',
    record: record({ id, name: 'Slate Orchard LLC', status }),
    details,
    provenance: {
      url: 'https://example.com',
      retrievedAt: new Date(START + day * DAY_MS),
      coverage: 'all',
      sandbox: false,
    },
  });
}

const PEOPLE: RecordDetails = { ...DETAILS, officers: [{ name: 'Fictional Holding Inc.', title: 'Manager' }] };

async function purge(snapshotsKeptMs: number | undefined): Promise<void> {
  const periods = {
    jobsKeptMs: DAY_MS,
    recordsKeptMs: 365 * DAY_MS,
    snapshotsKeptMs,
    answersUsedMs: DAY_MS,
    rankingsUsedMs: DAY_MS,
  };
  await new PurgeExpired(new PostgresRetention(db), periods).run(new AbortController().signal);
}

async function bytes(): Promise<number> {
  const row = await db.row<{ bytes: number }>(
    `select sum(pg_total_relation_size(name::regclass))::integer as bytes
       from unnest(array['entities', 'snapshots', 'snapshot_contents']) name`,
  );
  return row?.bytes ?? 0;
}

describe('snapshot storage', () => {
  it('needs less than 150 kB for 1,000 equal retrievals, indexes included', async () => {
    // Let the indexes allocate their first pages.
    for (const day of [0, 1]) await retrieve('before', day, { details: PEOPLE });
    const before = await bytes();
    const filings = Array.from({ length: 10 }, (_, n) => ({ date: `2024-01-${10 + n}`, type: 'Periodic report' }));
    const details: RecordDetails = {
      ...PEOPLE,
      filingHistorySummary: { totalFilings: 10, lastFilingDate: '2024-01-19', recentFilings: filings },
    };
    let entity: Entity | undefined;
    for (let day = 0; day < 1_000; day++) entity = await retrieve('same', day, { details });
    expect(entity?.snapshots).toBe(1_000);
    // Vacuum can remove the dead row versions of the entity only once no running statement can see
    // them.
    await until(async () => {
      await db.rows('vacuum full entities');
      return (await bytes()) - before < 150_000;
    });
    const contents = await db.rows(
      'select 1 from snapshot_contents where entity_id = (select id from entities where record_id = $1)',
      ['same'],
    );
    expect(contents).toHaveLength(2);
  });

  it('records a change back to earlier content', async () => {
    await retrieve('flipping', 0);
    await retrieve('flipping', 1, { status: 'dissolved' });
    const entity = await retrieve('flipping', 2);
    const { items } = await snapshots.page(entity.id, undefined, ALL);
    expect(items.map((item) => [item.record.status, item.recordBefore?.status])).toEqual([
      ['active', 'dissolved'],
      ['dissolved', 'active'],
      ['active', undefined],
    ]);
  });

  it('keeps all snapshots of one entity that arrive concurrently', async () => {
    const [entity] = await Promise.all(Array.from({ length: 8 }, (_, n) => retrieve('racing', n)));
    const { total } = await snapshots.page(entity!.id, undefined, ALL);
    expect(total).toBe(8);
    expect((await entities.find(entity!.id))?.snapshots).toBe(8);
  });

  it('purges snapshots older than the retention, but keeps the newest of each entity', async () => {
    await retrieve('old', 0);
    await retrieve('old', 1, { status: 'dissolved' });
    await retrieve('kept', 5);
    await retrieve('kept', 99);
    const [old, kept] = [await retrieve('old', 2), await retrieve('kept', 100)];
    now = START + 101 * DAY_MS;
    await purge(undefined);
    expect((await snapshots.page(old.id, undefined, ALL)).total).toBe(3);
    await purge(10 * DAY_MS);
    expect((await snapshots.page(old.id, undefined, ALL)).items).toMatchObject([{ recordBefore: undefined }]);
    expect((await snapshots.page(kept.id, undefined, ALL)).total).toBe(2);
    expect((await entities.find(old.id))?.snapshots).toBe(1);
    const contents = await db.rows(
      'select 1 from snapshot_contents where entity_id = (select id from entities where record_id = $1)',
      ['old'],
    );
    expect(contents).toHaveLength(1);
    expect((await retrieve('old', 102)).snapshots).toBe(2);
  });

  it('purges a snapshot once when several processes purge concurrently', async () => {
    await retrieve('shared', 0);
    await retrieve('shared', 1);
    const retention = new PostgresRetention(db);
    const { id } = await retrieve('shared', 2);
    const purged = await Promise.all(
      [1, 2, 3].map(() => retention.purge('snapshots', new Date(START + 0.5 * DAY_MS), undefined)),
    );
    expect(purged).toEqual([{ more: false }, { more: false }, { more: false }]);
    expect((await snapshots.page(id, undefined, ALL)).total).toBe(2);
    expect((await entities.find(id))?.snapshots).toBe(2);
  });
});
