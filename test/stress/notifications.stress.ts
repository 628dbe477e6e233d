import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { Notifications } from '../../src/adapters/postgres/cache/notifications.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { MemoryLog } from '../support/fakes.js';
import { startService } from '../support/harness.js';
import { until } from '../support/until.js';
import { FaultyProxy } from '../support/faulty-proxy.js';

const CHANNELS = ['first_channel', 'second_channel'];
/**
 * Finds listening sessions by their last statement: `listen`, or the `select` that checks the
 * connection.
 */
const LISTENS = `(query like 'listen %' or query = 'select')`;

let database: TestDatabase;
let proxy: FaultyProxy;
/** Connects directly, not through the proxy. */
let observer: PostgresDataSource;
beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await FaultyProxy.before(database.url);
  observer = await createDataSource({ url: database.url, poolSize: 1 }).initialize();
});
afterEach(async () => {
  await observer.destroy();
  proxy.close();
  await database.drop();
});

const tell = (payload: string) => observer.query('select pg_notify($1, $2)', [CHANNELS[1], payload]);

async function listeningSessions(): Promise<number> {
  const [row] = await observer.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and ${LISTENS}`,
  );
  return row.n;
}

describe('Notifications', () => {
  let dataSource: PostgresDataSource;
  let db: Database;
  let log: MemoryLog;
  let notifications: Notifications;
  let heard: string[];
  beforeEach(async () => {
    dataSource = await createDataSource({ url: proxy.url, poolSize: 2 }).initialize();
    db = new Database(dataSource);
    log = new MemoryLog();
    notifications = new Notifications(db, CHANNELS, log);
    heard = [];
    notifications.onChannel(CHANNELS[1]!, (payload) => heard.push(payload));
    await notifications.open();
  });
  afterEach(async () => {
    await notifications.onApplicationShutdown();
    if (dataSource.isInitialized) await dataSource.destroy();
  });

  const listensAgain = () => until(() => notifications.unbrokenSince !== undefined);

  async function hearsOnce(payload: string): Promise<void> {
    await tell(payload);
    await tell(`after ${payload}`);
    await until(() => heard.includes(`after ${payload}`));
    expect(heard.filter((told) => told === payload)).toEqual([payload]);
    expect(await listeningSessions()).toBe(1);
  }

  it.each([
    ['is cut', async () => proxy.cut()],
    [
      'is ended by the server',
      () =>
        observer.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ${LISTENS}`,
        ),
    ],
  ])('listens again when its connection %s, and reports the gap', async (_how, lose) => {
    const before = notifications.unbrokenSince;
    await hearsOnce('before');
    await lose();
    await until(() => notifications.unbrokenSince === undefined);
    await listensAgain();
    expect(notifications.unbrokenSince).not.toBe(before);
    await until(async () => (await listeningSessions()) === 1);
    await hearsOnce('afterwards');
    expect(log.lines.map(({ message }) => message)).toEqual(['the listening connection to Postgres was lost']);
  });

  it('listens once, however often it is cut while it starts', async () => {
    proxy.stopAt('listen second_channel', 'cut');
    proxy.cut();
    const before = proxy.connections;
    await until(() => proxy.connections >= before + 3);
    proxy.restore();
    await listensAgain();
    await until(async () => (await listeningSessions()) === 1);
    await hearsOnce('once');
  });

  it('keeps no connection on which it cannot listen', async () => {
    const refused = new Notifications(db, ['first_channel', 'no channel'], log);
    for (let at = 0; at < 3; at += 1) await expect(refused.open()).rejects.toThrow('syntax error');
    // The pool has two connections, and one of them listens.
    expect(await db.row('select 1 as one')).toEqual({ one: 1 });
    await until(async () => (await listeningSessions()) === 1);
  });

  it.each([
    ['is refused', () => proxy.fail('refusing')],
    ['is never answered', () => proxy.fail('silent')],
    ['hangs at its first statement', () => proxy.stopAt('listen first_channel', 'hold')],
    ['hangs at its last statement', () => proxy.stopAt('listen second_channel', 'hold')],
  ])('closes while its reconnection %s, and leaves nothing behind', async (_how, shut) => {
    shut();
    proxy.cut();
    const before = proxy.connections;
    await until(() => proxy.connections > before);
    await notifications.onApplicationShutdown();
    await dataSource.destroy();
    proxy.restore();
    expect(notifications.unbrokenSince).toBeUndefined();
    await until(async () => (await listeningSessions()) === 0);
  });
});

it('a service shuts down in order without its database', async () => {
  const service = await startService({ databaseUrl: proxy.url });
  proxy.fail('refusing');
  proxy.cut();
  await until(() => service.log.lines.some(({ message }) => message.startsWith('the listening connection')));
  await expect(service.close()).resolves.toBeUndefined();
});
