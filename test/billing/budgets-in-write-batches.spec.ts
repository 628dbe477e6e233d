import { partOf } from '../support/part-of.js';
import type { ApiKeyCache } from '../../src/adapters/postgres/cache/caches.js';
import { randomUUID } from 'node:crypto';
import { PostgresBudgets } from '../../src/adapters/postgres/billing/budgets.js';
import { PostgresLedgerAudit } from '../../src/adapters/postgres/billing/ledger-audit.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { limitThatRefuses, type Budget, type ChargeLimit } from '../../src/core/billing/budget.js';
import type { Spender } from '../../src/core/billing/charge.js';
import type { BudgetHolder } from '../../src/core/billing/ports.js';
import { newId, toUuid, type Id } from '../../src/core/ids.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { fc } from '../support/property.js';
import { until } from '../support/until.js';

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
let ledger: PostgresLedger;
let budgets: PostgresBudgets;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
  db = new Database(dataSource);
  ledger = new PostgresLedger(db, new PrometheusMetrics());
  budgets = new PostgresBudgets(db, partOf<ApiKeyCache>({ forget: () => undefined }));
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});
afterEach(() => clockSays('clock_timestamp()'));

/** Sets the database clock of charges and periods. */
async function clockSays(moment: string): Promise<void> {
  const at = moment.endsWith(')') ? moment : `'${moment}'::timestamptz`;
  await db.rows(
    `create or replace function ledger_now() returns timestamptz language sql volatile as $$ select ${at} $$`,
  );
}

async function newKey(
  accountId: Id<'acc'>,
  grantId?: string,
): Promise<{ accountId: Id<'acc'>; keyId: Id<'key'>; grantId?: string }> {
  const keyId = newId('key');
  await db.change(
    `insert into api_keys (id, account_id, label, prefix, digest, rate_limit_per_minute, created_at, grant_id)
     values ($1, $2, 'a key', 'stnd_abc', decode($3, 'hex'), 60, now(), $4)`,
    [toUuid(keyId), toUuid(accountId), randomUUID().replaceAll('-', ''), grantId],
  );
  return { accountId, keyId, ...(grantId === undefined ? {} : { grantId }) };
}

const give = (holder: BudgetHolder, budget: Budget | undefined) =>
  db.interactive((tx) => budgets.set(tx, holder, budget));

const chargeOf = (spender: Spender, amountCredits = 1, jobId?: Id<'job'>) =>
  ledger.charge({
    ...spender,
    amountCredits,
    operation: 'verify_quick',
    description: 'for the test',
    ...(jobId ? { jobId } : {}),
  });

const charge = (spender: Spender, amountCredits = 1, jobId?: Id<'job'>) =>
  db.commit([chargeOf(spender, amountCredits, jobId)]);

const refund = (jobId: Id<'job'>) => db.commit([ledger.refund(jobId, 'for the test')]);

async function available(
  spender: Spender,
  limitedBy: ChargeLimit['limitedBy'] = 'key_budget',
): Promise<number | undefined> {
  return (await ledger.limits(spender)).find((limit) => limit.limitedBy === limitedBy)?.available;
}

const expectProvenBudgets = async () => {
  expect((await new PostgresLedgerAudit(db).check()).difference).toBeUndefined();
};

describe('the ledger under budgets in one write batch', () => {
  interface Asked {
    /** Index of the account, 0 or 1. */
    account: number;
    /**
     * The owner, its first or second key, the token of its application, or the key of that
     * application.
     */
    by: 'owner' | 'first' | 'second' | 'application' | 'key of application';
    credits: number;
  }
  const asked = fc.record<Asked>({
    account: fc.nat(1),
    by: fc.constantFrom('owner', 'first', 'second', 'application', 'key of application'),
    credits: fc.constantFrom(1, 2, 5, 15),
  });
  const world = fc.record({
    balances: fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 })),
    first: fc.integer({ min: 0, max: 20 }),
    application: fc.integer({ min: 0, max: 20 }),
    keyOfApplication: fc.integer({ min: 0, max: 20 }),
    charges: fc.array(asked, { minLength: 1, maxLength: 25 }),
  });

  async function open(credits: number, has: { first: number; application: number; keyOfApplication: number }) {
    const accountId = await openAccount({ db, ledger }, credits);
    const grantId = randomUUID();
    const [first, second, own] = [await newKey(accountId), await newKey(accountId), await newKey(accountId, grantId)];
    await give(first, { credits: has.first, every: 'month' });
    await give({ accountId, grantId }, { credits: has.application, every: 'week' });
    await give({ accountId, keyId: own.keyId }, { credits: has.keyOfApplication, every: 'once' });
    const left = { balance: credits, first: has.first, application: has.application, own: has.keyOfApplication };
    return {
      spenders: { owner: { accountId }, first, second, application: { accountId, grantId }, 'key of application': own },
      left,
    };
  }

  /** Returns the limits that the rule of core applies to a charge. */
  function limitsOf(left: Record<'balance' | 'first' | 'application' | 'own', number>, by: Asked['by']): ChargeLimit[] {
    const balance = { limitedBy: 'balance' as const, available: left.balance };
    const grant = { limitedBy: 'grant_budget' as const, available: left.application };
    if (by === 'first') return [balance, { limitedBy: 'key_budget', available: left.first }];
    if (by === 'application') return [balance, grant];
    if (by === 'key of application') return [balance, { limitedBy: 'key_budget', available: left.own }, grant];
    return [balance];
  }

  it('judges charges one after another by the rule of core, also across accounts', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ balances, charges, ...has }) => {
        const accounts = [await open(balances[0], has), await open(balances[1], has)];
        // The first charge commits on its own. Those that arrive meanwhile form one write batch.
        const ahead = charge({ accountId: await openAccount({ db, ledger }, 1) });
        const outcomes = await Promise.allSettled(
          charges.map(({ account, by, credits }) => charge(accounts[account]!.spenders[by], credits)),
        );
        await ahead;
        const expected = charges.map(({ account, by, credits }) => {
          const { left } = accounts[account]!;
          const refusal = limitThatRefuses(credits, limitsOf(left, by));
          if (refusal) return { required: credits, available: refusal.available, limited_by: refusal.limitedBy };
          left.balance -= credits;
          if (by === 'first') left.first -= credits;
          if (by === 'key of application') left.own -= credits;
          if (by.endsWith('application')) left.application -= credits;
          return 'charged';
        });
        const told = outcomes.map((outcome) => {
          if (outcome.status === 'fulfilled') return 'charged';
          const { resets_at: _when, ...details } = outcome.reason.details;
          return details;
        });
        expect(told).toEqual(expected);
        for (const { spenders, left } of accounts) {
          expect(await available(spenders.owner, 'balance')).toBe(left.balance);
          expect(await available(spenders.first)).toBe(left.first);
          expect(await available(spenders.application, 'grant_budget')).toBe(left.application);
          expect(await available(spenders['key of application'])).toBe(left.own);
        }
      }),
      { numRuns: 40 },
    );
    await expectProvenBudgets();
  });

  it('writes all charges of a transaction or none', async () => {
    const key = await newKey(await openAccount({ db, ledger }, 100));
    await give(key, { credits: 5, every: 'day' });
    await db.commit([chargeOf(key, 2), chargeOf(key, 2)]);
    await expect(db.commit([chargeOf(key, 1), chargeOf(key, 1)])).rejects.toMatchObject({
      details: { required: 2, available: 1, limited_by: 'key_budget' },
    });
    expect(await available(key)).toBe(1);
  });

  it('applies the budget to a transaction with its own connection too', async () => {
    const key = await newKey(await openAccount({ db, ledger }, 100));
    await give(key, { credits: 1, every: 'day' });
    const alone = () => db.interactive((tx) => tx.write([chargeOf(key)]));
    await alone();
    await expect(alone()).rejects.toMatchObject({ details: { available: 0, limited_by: 'key_budget' } });
  });
});

describe('the ledger of two processes', () => {
  let second: PostgresDataSource;
  let processes: Database[];
  beforeAll(async () => {
    second = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
    processes = [db, new Database(second)];
  });
  afterAll(() => second.destroy());

  it.each([1, 7])('spends a budget of %i exactly under twenty concurrent charges', async (credits) => {
    const key = await newKey(await openAccount({ db, ledger }, 100));
    await give(key, { credits, every: 'once' });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => processes[n % 2]!.commit([chargeOf(key)])),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(20 - credits);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ details: { required: 1, available: 0, limited_by: 'key_budget' } });
    expect([await available(key), await available(key, 'balance')]).toEqual([0, 100 - credits]);
    await expectProvenBudgets();
  });

  it.each([
    ['committed', 'key_budget'],
    ['rolled back', 'nothing'],
  ])('waits for an open charge that is then %s', async (ending, refusedBy) => {
    const key = await newKey(await openAccount({ db, ledger }, 100));
    await give(key, { credits: 1, every: 'once' });
    let waiting: Promise<unknown> | undefined;
    const open = db.interactive(async (tx) => {
      await tx.write([chargeOf(key)]);
      waiting = processes[1]!.commit([chargeOf(key)]).then(
        () => 'nothing',
        (error) => error.details.limited_by,
      );
      await until(blockedByALock);
      if (ending === 'rolled back') throw new Error('for the test');
    });
    await open.catch(() => undefined);
    expect(await waiting).toBe(refusedBy);
    expect([await available(key), await available(key, 'balance')]).toEqual([0, 99]);
    await expectProvenBudgets();
  });

  const blockedByALock = async () =>
    (await db.rows(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .length > 0;
});

describe('a budget', () => {
  it('counts the charges of its period before it was set, less refunds', async () => {
    await clockSays('2027-03-10T12:00:00Z');
    const key = await newKey(await openAccount({ db, ledger }, 100));
    const [kept, returned] = [newId('job'), newId('job')];
    await clockSays('2027-02-28T23:59:59.999Z');
    await charge(key, 7);
    await clockSays('2027-03-01T00:00:00Z');
    await charge(key, 5, kept);
    await charge(key, 3, returned);
    await refund(returned);
    await give(key, { credits: 20, every: 'month' });
    expect(await available(key)).toBe(15);
    await give(key, { credits: 20, every: 'once' });
    expect(await available(key)).toBe(8);
    await expectProvenBudgets();
  });

  it('counts every charge made while it is set', async () => {
    const key = await newKey(await openAccount({ db, ledger }, 1_000));
    const charges = Promise.all(Array.from({ length: 200 }, () => charge(key)));
    for (const every of ['day', 'month', 'once', 'week', 'month'] as const) await give(key, { credits: 500, every });
    await charges;
    await give(key, { credits: 400, every: 'month' });
    expect(await available(key)).toBe(200);
    await expectProvenBudgets();
  });

  it('keeps what is spent when its credits change, and has none left below that amount', async () => {
    const key = await newKey(await openAccount({ db, ledger }, 100));
    await give(key, { credits: 10, every: 'week' });
    await charge(key, 6);
    await give(key, { credits: 4, every: 'week' });
    expect(await available(key)).toBe(0);
    await expect(charge(key)).rejects.toMatchObject({ details: { required: 1, available: 0 } });
    await give(key, { credits: 7, every: 'week' });
    expect(await available(key)).toBe(1);
  });

  it('does not limit charges after it is removed', async () => {
    const key = await newKey(await openAccount({ db, ledger }, 100));
    await give(key, { credits: 0, every: 'once' });
    await expect(charge(key)).rejects.toMatchObject({ details: { limited_by: 'key_budget' } });
    await give(key, undefined);
    await charge(key, 50);
    expect(await available(key)).toBeUndefined();
  });
});

describe('the edge of a period', () => {
  const EDGES: [every: 'day' | 'week' | 'month', last: string, next: string, resetsAt: string][] = [
    ['day', '2027-02-28T23:59:59.999999Z', '2027-03-01T00:00:00Z', '2027-03-02T00:00:00.000Z'],
    ['day', '2028-02-28T23:59:59.999999Z', '2028-02-29T00:00:00Z', '2028-03-01T00:00:00.000Z'],
    ['day', '2026-12-31T23:59:59.999999Z', '2027-01-01T00:00:00Z', '2027-01-02T00:00:00.000Z'],
    ['week', '2027-01-03T23:59:59.999999Z', '2027-01-04T00:00:00Z', '2027-01-11T00:00:00.000Z'],
    ['week', '2028-02-27T23:59:59.999999Z', '2028-02-28T00:00:00Z', '2028-03-06T00:00:00.000Z'],
    ['month', '2027-02-28T23:59:59.999999Z', '2027-03-01T00:00:00Z', '2027-04-01T00:00:00.000Z'],
    ['month', '2028-02-29T23:59:59.999999Z', '2028-03-01T00:00:00Z', '2028-04-01T00:00:00.000Z'],
    ['month', '2026-12-31T23:59:59.999999Z', '2027-01-01T00:00:00Z', '2027-02-01T00:00:00.000Z'],
  ];
  it.each(EDGES)('resets the budget of a %s after %s at %s', async (every, last, next, resetsAt) => {
    await clockSays(last);
    const key = await newKey(await openAccount({ db, ledger }, 100));
    await give(key, { credits: 1, every });
    await charge(key);
    await expect(charge(key)).rejects.toMatchObject({ details: { resets_at: new Date(next).toISOString() } });
    await clockSays(next);
    expect(await available(key)).toBe(1);
    await charge(key);
    await expect(charge(key)).rejects.toMatchObject({ details: { resets_at: resetsAt } });
    await expectProvenBudgets();
  });

  it('never resets a budget that is given once', async () => {
    await clockSays('2027-02-28T23:59:59Z');
    const key = await newKey(await openAccount({ db, ledger }, 100));
    await give(key, { credits: 1, every: 'once' });
    await charge(key);
    await clockSays('2047-03-01T00:00:00Z');
    const refused = await charge(key).catch((error: unknown) => error);
    expect(refused).toMatchObject({ details: { required: 1, available: 0, limited_by: 'key_budget' } });
    expect(refused).not.toHaveProperty('details.resets_at');
  });

  it('does not reset a budget again when the clock is set back', async () => {
    await clockSays('2027-05-31T23:59:59Z');
    const key = await newKey(await openAccount({ db, ledger }, 100));
    await give(key, { credits: 3, every: 'month' });
    await charge(key, 3);
    await clockSays('2027-06-01T00:00:01Z');
    await charge(key, 1);
    await clockSays('2027-05-31T23:59:58Z');
    await charge(key, 1);
    expect(await available(key)).toBe(1);
    await clockSays('2027-06-01T00:00:02Z');
    expect(await available(key)).toBe(1);
    await expectProvenBudgets();
  });

  it('does not reset a budget because another account in the statement was charged later', async () => {
    await clockSays('2027-05-31T23:59:59Z');
    const [ahead, other] = [
      await newKey(await openAccount({ db, ledger }, 100)),
      await newKey(await openAccount({ db, ledger }, 100)),
    ];
    for (const key of [ahead, other]) await give(key, { credits: 3, every: 'day' });
    await clockSays('2027-06-30T00:00:01Z');
    await charge(ahead, 1);
    await clockSays('2027-05-31T23:59:59Z');
    await charge(other, 1);
    await Promise.all([charge(ahead, 1), charge(other, 1), charge(ahead, 1), charge(other, 1)]);
    expect([await available(ahead), await available(other)]).toEqual([0, 0]);
    const rows = await db.rows<{ account_id: string; newest: string }>(
      `select account_id, max(created_at)::date::text as newest from ledger_entries where type = 'charge' and account_id = any ($1::uuid[]) group by account_id`,
      [[toUuid(ahead.accountId), toUuid(other.accountId)]],
    );
    const newest = new Map(rows.map((row) => [row.account_id, row.newest]));
    expect(newest.get(toUuid(other.accountId))).toBe('2027-05-31');
    expect(newest.get(toUuid(ahead.accountId))).toBe('2027-06-30');
    await expectProvenBudgets();
  });

  it('credits a refund to the period that was charged', async () => {
    await clockSays('2027-06-30T12:00:00Z');
    const key = await newKey(await openAccount({ db, ledger }, 100), randomUUID());
    await give({ accountId: key.accountId, keyId: key.keyId }, { credits: 10, every: 'month' });
    await give({ accountId: key.accountId, grantId: key.grantId! }, { credits: 10, every: 'once' });
    const [old, early, late] = [newId('job'), newId('job'), newId('job')];
    await charge(key, 4, old);
    await charge(key, 1, early);
    await refund(early);
    expect(await available(key)).toBe(6);
    await clockSays('2027-07-01T00:00:00Z');
    await charge(key, 3, late);
    await refund(old);
    expect([await available(key), await available(key, 'grant_budget')]).toEqual([7, 7]);
    await refund(late);
    expect([await available(key), await available(key, 'grant_budget')]).toEqual([10, 10]);
    await expectProvenBudgets();
  });

  it('credits a refund to the period that was charged after the clock is set back', async () => {
    await clockSays('2027-08-01T00:00:01Z');
    const key = await newKey(await openAccount({ db, ledger }, 100));
    await give(key, { credits: 10, every: 'month' });
    const job = newId('job');
    await charge(key, 4, job);
    await clockSays('2027-07-31T23:59:59Z');
    await refund(job);
    expect(await available(key)).toBe(10);
    await expectProvenBudgets();
  });
});

describe('the ledger audit', () => {
  it('reports a budget whose count differs from the sum of its entries', async () => {
    const key = await newKey(await openAccount({ db, ledger }, 100));
    await give(key, { credits: 10, every: 'month' });
    await charge(key, 3);
    await db.change('update budgets set spent = 2 where key_id = $1', [toUuid(key.keyId)]);
    expect((await new PostgresLedgerAudit(db).check()).difference).toBe(
      `the budget of key ${key.keyId} counts 2 as spent, and the entries of its period add up to 3`,
    );
    await db.change('update budgets set spent = 3 where key_id = $1', [toUuid(key.keyId)]);
    await expectProvenBudgets();
  });
});
