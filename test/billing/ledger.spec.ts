import { randomUUID } from 'node:crypto';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { fromUuid, newId, toUuid, type Id } from '../../src/core/ids.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
let ledger: PostgresLedger;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = createDataSource({ url: database.url, poolSize: 8 });
  await dataSource.initialize();
  db = new Database(dataSource);
  ledger = new PostgresLedger(db, new PrometheusMetrics());
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

async function openAccount(credits = 0): Promise<Id<'acc'>> {
  const id = newId('acc');
  await db.change('insert into accounts (id, email) values ($1, $2)', [toUuid(id), `${randomUUID()}@example.com`]);
  if (credits > 0) await db.interactive((tx) => ledger.grant(tx, id, credits, 'for the test'));
  return id;
}

const toCharge = (accountId: Id<'acc'>, amountCredits: number, jobId?: Id<'job'>) =>
  ledger.charge({ accountId, amountCredits, operation: 'verify_quick', description: 'for the test', jobId });
const charge = (accountId: Id<'acc'>, amountCredits: number, jobId?: Id<'job'>) =>
  db.commit([toCharge(accountId, amountCredits, jobId)]);
async function refund(jobId: Id<'job'>) {
  const write = ledger.refund(jobId, 'for the test');
  return (await db.commit([write])).resultOf(write);
}

/** Returns the number of ledger entries read so far. */
async function entriesRead(of: Database): Promise<number> {
  await of.rows('select pg_stat_force_next_flush()');
  await of.rows('select 1');
  await of.rows('select pg_stat_clear_snapshot()');
  const row = await of.row<{ read: number }>(
    `select (t.seq_tup_read + sum(i.idx_tup_read))::int as read
       from pg_stat_user_tables t join pg_stat_user_indexes i on i.relid = t.relid
      where t.relname = 'ledger_entries' group by t.seq_tup_read`,
  );
  return row?.read ?? 0;
}

/** Returns the entries in order, with the balances they must add up to. */
async function entriesOf(accountId: Id<'acc'>) {
  const rows = await db.rows<{ number: number; amount: number; balance_after: number; type: string }>(
    'select number, amount, balance_after, type from ledger_entries where account_id = $1 order by number',
    [toUuid(accountId)],
  );
  let sum = 0;
  const running = rows.map(({ amount }) => (sum += amount));
  return { rows, running, sum };
}

async function expectSound(accountId: Id<'acc'>): Promise<void> {
  const { rows, running, sum } = await entriesOf(accountId);
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, i) => i + 1));
  expect(rows.map(({ balance_after }) => balance_after)).toEqual(running);
  expect(await ledger.balance(accountId)).toBe(sum);
  expect(Math.min(0, ...running)).toBe(0);
}

describe('the ledger', () => {
  it('moves the balance with every entry', async () => {
    const account = await openAccount(50);
    await charge(account, 15);
    expect(await ledger.balance(account)).toBe(35);
    await expectSound(account);
  });

  it('refuses a charge that the balance does not cover, and reports what is missing', async () => {
    const account = await openAccount(10);
    await expect(charge(account, 15)).rejects.toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      details: { required: 15, available: 10 },
    });
    expect(await ledger.balance(account)).toBe(10);
    await expectSound(account);
  });

  it('accepts exactly as many concurrent charges as the balance covers', async () => {
    const account = await openAccount(40);
    const outcomes = await Promise.allSettled(Array.from({ length: 120 }, () => charge(account, 1)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
    expect(await ledger.balance(account)).toBe(0);
    await expectSound(account);
  });

  it('refunds the charge of a job once, however many requests are concurrent', async () => {
    const account = await openAccount(50);
    const job = newId('job');
    await charge(account, 15, job);
    const refunds = await Promise.all(Array.from({ length: 20 }, () => refund(job)));
    expect(refunds.filter(Boolean)).toEqual([{ amountCredits: 15, balance: 50 }]);
    await expectSound(account);
  });

  it('refunds nothing for a job that was never charged', async () => {
    expect(await refund(newId('job'))).toBeUndefined();
  });

  it('rolls back a charge with its transaction', async () => {
    const account = await openAccount(50);
    await expect(
      db.interactive(async (tx) => {
        await tx.write([toCharge(account, 15)]);
        throw new Error('the rest failed');
      }),
    ).rejects.toThrow('the rest failed');
    expect(await ledger.balance(account)).toBe(50);
    await expectSound(account);
  });

  it('charges once, even when a step after the commit fails with a retryable error', async () => {
    const account = await openAccount(50);
    const sale = db.interactive(async (tx) => {
      await tx.write([toCharge(account, 15)]);
      tx.afterCommit(async () => {
        throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      });
    });
    await expect(sale).rejects.toThrow('deadlock detected');
    expect(await ledger.balance(account)).toBe(35);
    await expectSound(account);
  });

  it('reads few entries for a charge, even while Postgres assumes a nearly empty ledger', async () => {
    const fresh = await createTestDatabase();
    const open = () => createDataSource({ url: fresh.url, poolSize: 1 }).initialize();
    const id = newId('acc');
    /**
     * Charges the account in commits of these sizes over a new connection. Returns how many entries
     * ten more charges read.
     */
    async function pay(...groups: number[]): Promise<number> {
      const connection = await open();
      try {
        const small = new Database(connection);
        const books = new PostgresLedger(small, new PrometheusMetrics());
        const one = () =>
          books.charge({ accountId: id, amountCredits: 1, operation: 'verify_quick', description: 'for the test' });
        for (const size of groups) await small.commit(Array.from({ length: size }, one));
        // Postgres has made its plans by now.
        const before = await entriesRead(small);
        for (let i = 0; i < 10; i++) await small.commit([one()]);
        return (await entriesRead(small)) - before;
      } finally {
        await connection.destroy();
      }
    }
    const connection = await open();
    try {
      const small = new Database(connection);
      const books = new PostgresLedger(small, new PrometheusMetrics());
      await small.change(`insert into accounts (id, email) values ($1, 'busy@example.com')`, [toUuid(id)]);
      await small.interactive((tx) => books.grant(tx, id, 5_000, 'for the test'));
      await small.rows('analyze ledger_entries, accounts');
      const singles = Array.from({ length: 20 }, () => 1);
      expect(await pay(...singles, ...Array.from({ length: 8 }, () => 100))).toBeLessThan(100);
      // Plans made on a ledger that has grown: its index by date is smaller than that by number.
      expect(await pay(...singles)).toBeLessThan(100);
    } finally {
      await connection.destroy();
      await fresh.drop();
    }
  });

  it('stays consistent when single and grouped charges of several accounts race', async () => {
    const accounts = await Promise.all([openAccount(300), openAccount(300), openAccount(300)]);
    const pick = (i: number) => accounts[i % 3] ?? newId('acc');
    await Promise.all([
      ...Array.from({ length: 150 }, (_, i) => charge(pick(i), 1)),
      ...Array.from({ length: 30 }, (_, i) =>
        db.interactive(async (tx) => {
          await tx.write([toCharge(pick(i), 2)]);
          await tx.write([toCharge(pick(i), 3)]);
        }),
      ),
    ]);
    for (const account of accounts) await expectSound(account);
    const balances = await Promise.all(accounts.map((account) => ledger.balance(account)));
    expect(balances.reduce((a, b) => a + b)).toBe(900 - 150 - 30 * 5);
  });
});

describe('the database itself', () => {
  const insert = (account: Id<'acc'>, columns: string) =>
    db.rows(
      `insert into ledger_entries (account_id, description, ${columns.split('|')[0]}) select $1, 'x', ${columns.split('|')[1]}`,
      [toUuid(account)],
    );

  it.each([
    ['an update of an entry', 'append-only', `update ledger_entries set amount = 1 where account_id = $1`],
    ['the deletion of an entry', 'append-only', `delete from ledger_entries where account_id = $1`],
    ['a balance changed by hand', 'by a ledger entry only', `update accounts set credit_balance = 1000 where id = $1`],
    ['an entry count changed by hand', 'by a ledger entry only', `update accounts set last_entry = 0 where id = $1`],
    ['the deletion of an account with entries', 'foreign key', `delete from accounts where id = $1`],
  ])('refuses manual changes: %s', async (_what, reason, sql) => {
    const account = await openAccount(50);
    await expect(db.change(sql, [toUuid(account)])).rejects.toThrow(reason);
    await expectSound(account);
    expect(await ledger.balance(account)).toBe(50);
  });

  it('refuses to empty the ledger', async () => {
    await expect(db.rows('truncate ledger_entries cascade')).rejects.toThrow('append-only');
  });

  it('refuses an account that opens with credits', async () => {
    const sql = 'insert into accounts (id, email, credit_balance) values ($1, $2, 50)';
    await expect(db.change(sql, [randomUUID(), 'rich@example.com'])).rejects.toThrow('balance of 0');
  });

  it('refuses a second refund and a second charge of one job', async () => {
    const account = await openAccount(50);
    const job = newId('job');
    await charge(account, 5, job);
    await expect(charge(account, 5, job)).rejects.toThrow('one_charge_per_job');
    await refund(job);
    await expect(insert(account, `type, amount, job_id|'refund', 5, '${toUuid(job)}'::uuid`)).rejects.toThrow(
      'one_refund_per_job',
    );
    await expectSound(account);
  });

  it('refuses a charge that adds and a grant that deducts', async () => {
    const account = await openAccount(50);
    await expect(insert(account, `type, amount|'charge', 5`)).rejects.toThrow('sign');
    await expect(insert(account, `type, amount|'grant', -5`)).rejects.toThrow('sign');
    await expectSound(account);
  });

  it('refuses an entry that would make the balance negative', async () => {
    const account = await openAccount(3);
    await expect(insert(account, `type, amount|'adjustment', -4`)).rejects.toThrow('insufficient credits');
    await expectSound(account);
  });

  it('refuses a balance that moved for an entry that was not written', async () => {
    const account = await openAccount(50);
    const job = toUuid(newId('job'));
    await charge(account, 5, fromUuid('job', job));
    const sql = `insert into ledger_entries (account_id, description, type, amount, job_id)
      values ($1, 'x', 'charge', -5, $2) on conflict do nothing`;
    await expect(db.change(sql, [toUuid(account), job])).rejects.toThrow('not that of its last entry');
    expect(await ledger.balance(account)).toBe(45);
    await expectSound(account);
  });

  it.each([
    ['a number out of turn', `'grant', 5, 900, 55`],
    ['a number that is taken', `'grant', 5, 1, 55`],
    ['a running balance of its own choice', `'grant', 5, 2, 900`],
    ['an entry that the account has not counted', `'grant', 5, 2, 55`],
  ])('refuses to insert %s', async (_what, values) => {
    const account = await openAccount(50);
    await expect(insert(account, `type, amount, number, balance_after|${values}`)).rejects.toThrow(
      /does not continue its ledger|ledger_entries_number_key/,
    );
    await expectSound(account);
    expect(await ledger.balance(account)).toBe(50);
  });

  it('refuses an account that counts a missing entry', async () => {
    const account = await openAccount(50);
    const sql = 'update accounts set credit_balance = 60, last_entry = 2 where id = $1';
    await expect(db.change(sql, [toUuid(account)])).rejects.toThrow('not that of its last entry');
    await expectSound(account);
  });
});
