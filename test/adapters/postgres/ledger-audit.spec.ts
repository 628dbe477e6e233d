import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PostgresLedgerAudit } from '../../../src/adapters/postgres/billing/ledger-audit.js';
import { LedgerCheckScheduler } from '../../../src/modules/billing/ledger-check.scheduler.js';
import { CheckLedger } from '../../../src/core/billing/check-ledger.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { until } from '../../support/until.js';
import { MemoryLog } from '../../support/fakes.js';
import { startService, type Service } from '../../support/harness.js';

const PROGRAM = ['--import', './test/setup/typescript.mjs', 'src/commands/ledger.ts'];

let database: TestDatabase;
let service: Service;
let books: PostgresLedgerAudit;
beforeAll(async () => {
  database = await createTestDatabase();
  let watch: LedgerCheckScheduler | undefined;
  service = await startService({
    databaseUrl: database.url,
    prepare: (app) => (watch = app.get(LedgerCheckScheduler)),
  });
  // So that no check is made but those of the tests.
  await watch?.onApplicationShutdown();
  books = new PostgresLedgerAudit(service.db);
  for (let i = 0; i < 3; i++) await service.signUp();
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** What no statement of the service can do: only somebody with the keys to the database. */
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

describe('the check of the ledger', () => {
  it('counts what it added up', async () => {
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

  it('finds a balance that is not the sum of its entries, and one without any', async () => {
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

  it('is made once an hour, by one process of all, and seen in the health of every one', async () => {
    const log = new MemoryLog();
    const now = () => new Date();
    const inHealth = async () => (await service.ask('GET', '/health/ready')).body.checks.ledger;
    expect(await inHealth()).toEqual({ status: 'up', balanced: null });

    const once = await Promise.all(Array.from({ length: 8 }, () => new CheckLedger(books, { now }, log).run()));
    expect(once.filter(Boolean)).toHaveLength(1);
    expect(await new CheckLedger(books, { now }, log).run()).toBeUndefined();
    // What was found is remembered for a second.
    await until(async () => (await inHealth()).balanced === true);
    expect(await inHealth()).toMatchObject({ status: 'up', balanced: true, accounts: 3, entries: 3 });

    await tamper(
      'update accounts set credit_balance = 60 where id = (select id from accounts limit 1)',
      async () => {
        const later = { now: () => new Date(Date.now() + 3_700_000) };
        await new CheckLedger(books, later, log).run();
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

  it('explains itself when it is asked for something else', async () => {
    const { code, output } = await command('repair');
    expect([code, output]).toEqual([
      2,
      expect.stringMatching(/^"repair" is not known\n\nusage: npm run ledger -- check /),
    ]);
  });
});
