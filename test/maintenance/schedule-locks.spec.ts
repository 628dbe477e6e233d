import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresScheduleLock } from '../../src/adapters/postgres/maintenance/schedule-locks.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 8 }).initialize();
  db = new Database(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

describe('a schedule lock', () => {
  it('is acquired by exactly one of many concurrent processes', async () => {
    const asked = Array.from({ length: 20 }, () => new PostgresScheduleLock(db).tryAcquire('a purge', 60_000));
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
  });

  it('is free again after its time, and is separate for each kind of work', async () => {
    const locks = new PostgresScheduleLock(db);
    expect(await locks.tryAcquire('a sweep', 60_000)).toBe(true);
    expect(await locks.tryAcquire('another sweep', 60_000)).toBe(true);
    expect(await locks.tryAcquire('a sweep', 60_000)).toBe(false);
    await db.change(`update schedules set due_at = now() - interval '1 ms' where name = 'a sweep'`);
    expect(await locks.tryAcquire('a sweep', 60_000)).toBe(true);
  });
});
