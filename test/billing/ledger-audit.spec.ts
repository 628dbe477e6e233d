import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresLedgerAudit } from '../../src/adapters/postgres/billing/ledger-audit.js';
import { PostgresScheduleLock } from '../../src/adapters/postgres/maintenance/schedule-locks.js';
import { SweepScheduler } from '../../src/modules/tasks/sweep.scheduler.js';
import { CheckLedger } from '../../src/core/maintenance/check-ledger.js';
import { Chores } from '../../src/core/maintenance/chores.js';
import { RunChore } from '../../src/core/maintenance/run-chore.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';
import { MemoryLog } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

const NEVER = new AbortController().signal;
const PROGRAM = ['dist/commands/ledger.js'];

let database: TestDatabase;
let service: Service;
let patient: PostgresDataSource;
let books: PostgresLedgerAudit;
beforeAll(async () => {
  database = await createTestDatabase();
  let schedule: SweepScheduler | undefined;
  service = await startService({
    databaseUrl: database.url,
    prepare: (app) => (schedule = app.get(SweepScheduler, { strict: false })),
  });
  // Stops the scheduler, so that only the tests run checks.
  await schedule?.beforeApplicationShutdown();
  // No query timeout, as in the command: a check may take any amount of time.
  patient = await createDataSource({ url: database.url, poolSize: 2, queryTimeoutMs: 0 }).initialize();
  books = new PostgresLedgerAudit(new Database(patient));
  for (let i = 0; i < 3; i++) await service.signUp();
});
afterAll(async () => {
  await patient.destroy();
  await service.close();
  await database.drop();
});

/** Changes the ledger with its triggers disabled, which no statement of the service can do. */
async function tamper(sql: string, work: () => Promise<void>, undo: string): Promise<void> {
  const tables = ['ledger_entries', 'accounts'];
  const withoutGuards = async (statement: string) => {
    for (const table of tables) await service.db.rows(`alter table ${table} disable trigger user`);
    await service.db.rows(statement);
    for (const table of tables) await service.db.rows(`alter table ${table} enable trigger user`);
  };
  await withoutGuards(sql);
  try {
    await work();
  } finally {
    await withoutGuards(undo);
  }
}

const command = async (...args: string[]) => {
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url };
  const run = promisify(execFile)(process.execPath, [...PROGRAM, ...args], { env });
  return run.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
};

describe('the ledger audit', () => {
  it('reports how many accounts and entries it checked', async () => {
    expect(await books.check()).toEqual({
      checkedAt: expect.any(Date),
      accounts: 3,
      entries: 3,
      difference: undefined,
    });
    expect(await command('check')).toEqual({ code: 0, output: 'the ledger adds up: 3 accounts, 3 entries\n' });
  });

  it('finds the first entry that does not follow from those before it', async () => {
    await tamper(
      'update ledger_entries set amount = amount + 1 where id = (select id from ledger_entries order by account_id offset 1 limit 1)',
      async () => {
        const [second] = await service.db.rows<{ account_id: string }>(
          'select account_id from ledger_entries order by account_id offset 1 limit 1',
        );
        expect(second).toBeDefined();
        const { difference } = await books.check();
        expect(difference).toMatch(
          /^entry 1 of account acc_\w{26} leaves a balance of 50, and the entries up to it add up to 51$/,
        );
        expect(await command('check')).toEqual({ code: 1, output: `the ledger does not add up: ${difference}\n` });
      },
      'update ledger_entries set amount = 50',
    );
  });

  it('finds a balance that differs from the sum of its entries, and one without entries', async () => {
    const last = '(select id from accounts order by id desc limit 1)';
    await tamper(
      `update accounts set credit_balance = 60 where id = ${last}`,
      async () => {
        expect((await books.check()).difference).toMatch(
          /^account acc_\w{26} has a balance of 60, and its entries add up to 50$/,
        );
      },
      'update accounts set credit_balance = 50',
    );
    await tamper(
      `insert into accounts (id, email, credit_balance) values (gen_random_uuid(), 'empty@example.com', 5)`,
      async () => {
        expect((await books.check()).difference).toMatch(/has a balance of 5, and its entries add up to 0$/);
      },
      `delete from accounts where email = 'empty@example.com'`,
    );
    expect((await books.check()).difference).toBeUndefined();
  });

  it('runs once an hour in one process of all, and appears in the health of the service', async () => {
    const log = new MemoryLog();
    const ledger = new CheckLedger(books, log);
    const chores = new Chores([
      { name: 'a check', everyMs: 3_600_000, turns: 'once', run: (stopping) => ledger.run(stopping) },
    ]);
    const check = () => new RunChore(chores, new PostgresScheduleLock(service.db)).run({ id: 'a check' });
    const anHourLater = () => service.db.change('delete from schedules');
    const inHealth = async () => (await service.ask('GET', '/health/ready')).body.checks.ledger;
    expect(await inHealth()).toEqual({ status: 'up', balanced: null });

    const once = await Promise.all(Array.from({ length: 8 }, check));
    expect(once.filter(Boolean)).toHaveLength(1);
    expect(await check()).toBe(false);
    // Health results are cached for a second.
    await until(async () => (await inHealth()).balanced === true);
    expect(await books.last()).toMatchObject({ accounts: 3, entries: 3 });
    // The health is public, and says nothing of the number of accounts.
    expect(await inHealth()).toEqual({ status: 'up', balanced: true, checked_at: expect.any(String) });

    await tamper(
      'update accounts set credit_balance = 60 where id = (select id from accounts limit 1)',
      async () => {
        await anHourLater();
        await check();
        await until(async () => (await inHealth()).balanced === false);
        expect((await service.ask('GET', '/health/ready')).status).toBe(200);
        expect(log.lines).toEqual([
          {
            level: 'error',
            message: 'the ledger does not add up',
            fields: { difference: expect.stringContaining('60') },
          },
        ]);
      },
      'update accounts set credit_balance = 50',
    );
  });

  it('continues where it stopped, and reads every entry added since', async () => {
    const [first] = await service.db.rows<{ id: string }>('select id from accounts order by id limit 1');
    const add = async (count: number) => {
      for (let left = count; left > 0; left -= 1_000) {
        await service.db.change(
          `insert into ledger_entries (account_id, type, amount, description) select $1, 'grant', 1, n::text from generate_series(1, ${Math.min(left, 1_000)}) n`,
          [first?.id],
        );
      }
    };
    expect(await books.checkOn(NEVER)).toMatchObject({ accounts: 3, entries: 3, difference: undefined });
    // More than one batch of the check.
    await add(10_100);
    expect(await books.checkOn(NEVER)).toMatchObject({ accounts: 3, entries: 10_103, difference: undefined });
    const marks = 'select entries from checked_ledgers where account_id = $1';
    expect(await service.db.row(marks, [first?.id])).toEqual({ entries: 10_101 });
    await add(1);
    const wrong = 'where number = 10102';
    await tamper(
      `update ledger_entries set amount = 2 ${wrong}`,
      async () => {
        expect((await books.checkOn(NEVER))?.difference).toMatch(
          /^entry 10102 of account acc_\w{26} leaves a balance of 10151, and the entries up to it add up to 10152$/,
        );
        expect(await service.db.row(marks, [first?.id])).toEqual({ entries: 10_101 });
      },
      `update ledger_entries set amount = 1 ${wrong}`,
    );
    await tamper(
      `update accounts set last_entry = 10103 where id = '${first?.id}'`,
      async () => expect((await books.checkOn(NEVER))?.difference).toMatch(/has a balance of 10151/),
      `update accounts set last_entry = 10102 where id = '${first?.id}'`,
    );
    expect(await books.checkOn(NEVER)).toMatchObject({ entries: 10_104, difference: undefined });
    expect(await books.checkOn(AbortSignal.abort())).toBeUndefined();
  });

  it('sums every budget, beyond one batch of them', async () => {
    const budget = (id: string, grant: string, spent: number) =>
      service.db.change(
        `insert into budgets (id, account_id, grant_id, credits, every, period_start, spent)
           select ${id}, (select id from accounts order by id limit 1), ${grant}, 10, 'month', date_trunc('month', now(), 'UTC'), ${spent}
             from generate_series(1, ${spent === 0 ? 60 : 1}) n`,
      );
    await budget('gen_random_uuid()', `'grant ' || n`, 0);
    expect(await books.checkOn(NEVER)).toMatchObject({ difference: undefined });
    await budget(`'ffffffff-ffff-7fff-bfff-ffffffffffff'`, `'the last'`, 3);
    const difference = 'the budget of grant the last counts 3 as spent, and the entries of its period add up to 0';
    expect(await books.checkOn(NEVER)).toMatchObject({ difference });
    expect(await books.last()).toMatchObject({ difference });
    expect(await books.check()).toMatchObject({ difference });
    await service.db.change('delete from budgets');
    expect(await books.checkOn(NEVER)).toMatchObject({ difference: undefined });
  });

  it('prints its usage for an unknown subcommand', async () => {
    const { code, output } = await command('repair');
    expect([code, output]).toEqual([
      2,
      expect.stringMatching(/^"repair" is not known\n\nusage: standing ledger check /),
    ]);
  });
});
