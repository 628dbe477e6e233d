import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Repository } from 'typeorm';
import type { Id } from '../../src/core/ids.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import type { PostgresTx } from '../../src/adapters/postgres/client/postgres-tx.js';
import type { Statements } from '../../src/adapters/postgres/client/statements.js';
import { InstallationRow } from '../../src/adapters/postgres/schema/admin.tables.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
  db = new Database(dataSource);
  await db.change('create table notes (text text primary key)');
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const note = (on: Statements, text: string) => on.change('insert into notes values ($1)', [text]);
const isNoted = async (text: string) => (await db.row('select from notes where text = $1', [text])) !== undefined;

/** Opens a transaction that notes `text` and ends on demand. */
async function openTransaction(text: string) {
  let commit = () => {};
  let rollBack = (_reason: Error) => {};
  const told = new Promise<void>((resolve, reject) => {
    [commit, rollBack] = [resolve, reject];
  });
  let ended: Promise<void> | undefined;
  await new Promise<void>((begun) => {
    ended = db.interactive(async (tx) => {
      begun();
      await told;
      await note(tx, text);
    });
  });
  return { commit, rollBack, ended };
}

const LOST = {
  code: 'DATA_SOURCE_UNAVAILABLE',
  cause: { message: expect.stringMatching(/terminat|not queryable/i) },
};

describe('a connection that the server ends right after it is ready', () => {
  it('fails the waiting statements, and the process keeps running', async () => {
    const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
    const ended = Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0');
    const length = Buffer.alloc(4);
    length.writeInt32BE(ended.length + 4);
    const fatal = Buffer.concat([Buffer.from('E'), length, ended]);
    let endsAtOnce = false;
    const target = new URL(database.url);
    const proxy = createServer((client) => {
      const server = connect(Number(target.port), target.hostname);
      client.pipe(server);
      server.on('data', (chunk) => {
        const ready = endsAtOnce && chunk.subarray(-READY.length).equals(READY);
        client.write(ready ? Buffer.concat([chunk, fatal]) : chunk);
      });
      for (const socket of [client, server]) socket.on('error', () => undefined).on('close', () => server.destroy());
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const url = new URL(database.url);
    url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const pool = await createDataSource({ url: url.href, poolSize: 2 }).initialize();
    try {
      const through = new Database(pool);
      await through.interactive(async (tx) => {
        await tx.row('select 1');
        endsAtOnce = true;
        // Needs a second connection.
        await expect(through.row('select 2')).rejects.toMatchObject(LOST);
        await expect(through.interactive((second) => second.row('select 2'))).rejects.toMatchObject(LOST);
        endsAtOnce = false;
      });
      await expect(through.row('select 3 as number')).resolves.toEqual({ number: 3 });
    } finally {
      await pool.destroy();
      proxy.close();
    }
  });
});

describe('a pool with two databases', () => {
  it('prepares different statements side by side', async () => {
    const oneConnection = await createDataSource({ url: database.url, poolSize: 1 }).initialize();
    try {
      const [first, second] = [new Database(oneConnection), new Database(oneConnection)];
      await expect(first.row('select 1 as number')).resolves.toEqual({ number: 1 });
      await expect(second.row('select $1::text as text', ['two'])).resolves.toEqual({ text: 'two' });
      await expect(first.row('select 1 as number')).resolves.toEqual({ number: 1 });
    } finally {
      await oneConnection.destroy();
    }
  });
});

describe('a transaction', () => {
  it('keeps its own statements, whatever other transactions begin and end', async () => {
    const first = await openTransaction('first');
    const second = await openTransaction('second');
    first.commit();
    await first.ended;

    const third = await openTransaction('third');
    second.commit();
    await second.ended;
    third.rollBack(new Error('changed my mind'));
    await expect(third.ended).rejects.toThrow('changed my mind');
    expect(await Promise.all(['first', 'second', 'third'].map(isNoted))).toEqual([true, true, false]);
  });

  it('rolls back its statements when it fails after all others have ended', async () => {
    const other = await openTransaction('other');
    const failing = db.interactive(async (tx) => {
      await other.ended;
      await note(tx, 'undone');
      throw new Error('too late');
    });
    other.commit();
    await expect(failing).rejects.toThrow('too late');
    expect([await isNoted('other'), await isNoted('undone')]).toEqual([true, false]);
  });

  it('does not roll back a statement outside it that was called from within', async () => {
    const failing = db.interactive(async (tx) => {
      await note(tx, 'given');
      await note(db, 'not given');
      throw new Error('too late');
    });
    await expect(failing).rejects.toThrow('too late');
    expect([await isNoted('given'), await isNoted('not given')]).toEqual([false, true]);
  });

  it('refuses statements once it has ended', async () => {
    let kept: PostgresTx | undefined;
    await db.interactive(async (tx) => {
      kept = tx;
    });
    await expect(note(kept!, 'late')).rejects.toThrow('the transaction has ended');
    await expect(kept!.write([])).rejects.toThrow('the transaction has ended');
    expect(await isNoted('late')).toBe(false);
  });

  it('releases its connection after a commit, a failure of its code or a failed statement', async () => {
    for (let i = 0; i < 10; i++) {
      await db.interactive((tx) => note(tx, `committed ${i}`));
      await expect(db.interactive(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
      await expect(db.interactive((tx) => note(tx, `committed ${i}`))).rejects.toThrow('duplicate key');
    }
    expect(await isNoted('committed 9')).toBe(true);
  });

  it('fails alone when its connection is lost between two of its statements', async () => {
    const failing = db.interactive(async (tx) => {
      const { pid } = (await tx.row<{ pid: number }>('select pg_backend_pid() as pid')) ?? {};
      await db.rows('select pg_terminate_backend($1)', [pid]);
      await sleep(200);
      await note(tx, 'lost');
    });
    await expect(failing).rejects.toMatchObject(LOST);
    expect(await isNoted('lost')).toBe(false);
  });

  it('runs its effects in their order, after the commit and not without one', async () => {
    const seen: string[] = [];
    await db.interactive(async (tx) => {
      await note(tx, 'seen');
      tx.afterCommit(async () => void seen.push(`first, and noted: ${await isNoted('seen')}`));
      tx.afterCommit(() => void seen.push('second'));
    });
    const failing = db.interactive(async (tx) => {
      tx.afterCommit(() => void seen.push('never'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(seen).toEqual(['first, and noted: true', 'second']);
  });
});

describe('a repository', () => {
  it('is refused in an outage and fails with a lost connection as SQL does, then works again', async () => {
    const count = () => db.table(InstallationRow, (rows) => rows.count());
    const lost = db.table(InstallationRow, (rows) => rows.query('select pg_terminate_backend(pg_backend_pid())'));
    await expect(lost).rejects.toMatchObject(LOST);
    const cause = new Error('the way to it is closed');
    db.outage.begin(cause);
    try {
      await expect(count()).rejects.toMatchObject({ code: 'DATA_SOURCE_UNAVAILABLE', cause });
    } finally {
      db.outage.end();
    }
    expect(await count()).toBe(1);
  });
});

describe('a statement that gets no answer in time', () => {
  /** Outlasts the test. */
  const NO_ANSWER = 'select pg_sleep(600)';
  let impatient: PostgresDataSource;
  let one: Database;
  beforeAll(async () => {
    impatient = await createDataSource({ url: database.url, poolSize: 2, queryTimeoutMs: 1_000 }).initialize();
    one = new Database(impatient);
  });
  afterAll(() => impatient.destroy());

  it('fails, rolls back its transaction and frees its place in the pool', async () => {
    for (let i = 0; i < 4; i++) {
      const silent = one.interactive(async (tx) => {
        await note(tx, `silent ${i}`);
        await tx.rows(NO_ANSWER);
      });
      await expect(silent).rejects.toMatchObject({ cause: { message: 'Query read timeout' } });
      expect(await isNoted(`silent ${i}`)).toBe(false);
    }
    await expect(one.rows(NO_ANSWER)).rejects.toMatchObject({ cause: { message: 'Query read timeout' } });
    expect(await one.row('select 1 as answer')).toEqual({ answer: 1 });
  });

  it('fails in a repository as in SQL, and its connection is not used again', async () => {
    const silent = { code: 'DATA_SOURCE_UNAVAILABLE', cause: { message: 'Query read timeout' } };
    const ask = (rows: Repository<InstallationRow>) => rows.query(NO_ANSWER);
    for (let i = 0; i < 3; i++) {
      await expect(one.table(InstallationRow, ask)).rejects.toMatchObject(silent);
      await expect(one.interactive((tx) => tx.table(InstallationRow, ask))).rejects.toMatchObject(silent);
      expect(await one.table(InstallationRow, (rows) => rows.count())).toBe(1);
    }
  });

  it('fails its write batch, but not a charge that comes later', async () => {
    await one.rows(`create function silent_once() returns trigger language plpgsql as $$ begin
      if new.description = 'silent' then perform pg_sleep(3); end if;
      return new;
    end $$`);
    await one.rows(
      'create trigger silent_once before insert on ledger_entries for each row execute function silent_once()',
    );
    const ledger = new PostgresLedger(one, new PrometheusMetrics());
    const [silent, other] = [await openAccount({ db, ledger }, 10), await openAccount({ db, ledger }, 10)];
    const charge = (accountId: Id<'acc'>, description: string) =>
      one.commit([ledger.charge({ accountId, amountCredits: 1, operation: 'verify_quick', description })]);
    const first = charge(silent, 'silent');
    await new Promise(setImmediate);
    const outcomes = await Promise.allSettled([first, charge(other, 'after')]);
    await db.rows('drop trigger silent_once on ledger_entries');
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
