import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresScheduleLock } from '../../src/adapters/postgres/maintenance/schedule-locks.js';
import { MirrorRefresh } from '../../src/adapters/registries/bulk/importing/mirror-refresh.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';

const never = new AbortController().signal;

let database: TestDatabase;
let source: PostgresDataSource;
let processes: Database[];
beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
  processes = [1, 2, 3].map(() => new Database(source));
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

describe('the refresh of mirrors', () => {
  const refreshes = (everyMs: number, update: (code: string) => Promise<string>, codes = ['us-ia']) =>
    processes.map(
      (db) =>
        new MirrorRefresh({
          lock: new PostgresScheduleLock(db),
          everyMs,
          codes,
          update,
          onEnded: () => undefined,
          log: { info: () => undefined, warn: () => undefined },
        }),
    );

  it('updates each mirror once, however many processes look', async () => {
    const updated: string[] = [];
    const all = refreshes(3_600_000, (code) => Promise.resolve(String(updated.push(code))), ['us-ia', 'us-xx']);
    await Promise.all(all.map((one) => one.run(never)));
    expect(updated.toSorted()).toEqual(['us-ia', 'us-xx']);
  });

  it('repeats after its interval, also when an update failed', async () => {
    let tries = 0;
    const all = refreshes(200, () => Promise.reject(new Error(`broken off ${(tries += 1)}`)), ['us-yy']);
    const startedAt = Date.now();
    await until(async () => {
      await Promise.all(all.map((one) => one.run(never)));
      return tries >= 3;
    });
    // A run may come a tenth early. The clocks of the database and of this process differ, and both
    // round.
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual((tries - 1) * 200 * 0.9 - 5);
  });
});
