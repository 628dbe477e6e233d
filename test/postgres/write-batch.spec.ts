import { randomUUID } from 'node:crypto';
import type { PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { AccountSemaphore } from '../../src/adapters/postgres/client/account-semaphore.js';
import { createDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database, toJson } from '../../src/adapters/postgres/client/database.js';
import type { QueuedWrite } from '../../src/adapters/postgres/client/pending-writes.js';
import { WriteBatcher, type Written } from '../../src/adapters/postgres/client/write-batcher.js';
import { PostgresIdempotencyRecords } from '../../src/adapters/postgres/idempotency/idempotency-records.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { PostgresLedgerAudit } from '../../src/adapters/postgres/billing/ledger-audit.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { newId, toUuid, type Id } from '../../src/core/ids.js';
import type { CreditsLeft } from '../../src/core/billing/charge.js';
import type { PendingWrite } from '../../src/core/ports.js';
import { holdAccount as hold, openAccount as openAccountAt, thoseWhoWait } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';

/** One process of the service. */
class Replica {
  readonly db: Database;
  readonly ledger: PostgresLedger;
  readonly records: PostgresIdempotencyRecords;

  constructor(readonly dataSource: PostgresDataSource) {
    this.db = new Database(dataSource);
    this.ledger = new PostgresLedger(this.db, new PrometheusMetrics());
    this.records = new PostgresIdempotencyRecords(this.db);
  }

  async charge(accountId: Id<'acc'>, amountCredits = 1, jobId?: Id<'job'>): Promise<void> {
    await this.db.commit([this.toCharge(accountId, amountCredits, jobId)]);
  }

  toCharge(accountId: Id<'acc'>, amountCredits = 1, jobId?: Id<'job'>): PendingWrite<CreditsLeft> {
    const about = { operation: 'verify_quick' as const, description: 'for the test' };
    return this.ledger.charge({ accountId, amountCredits, jobId, ...about });
  }

  /** Charges in a transaction on its own connection, which shares nothing with others. */
  async chargeByItself(accountId: Id<'acc'>, amountCredits = 1): Promise<void> {
    await this.db.interactive((tx) => tx.write([this.toCharge(accountId, amountCredits)]));
  }
}

let database: TestDatabase;
const replicas: Replica[] = [];
let one: Replica;
beforeAll(async () => {
  database = await createTestDatabase();
  for (let i = 0; i < 3; i++) {
    replicas.push(new Replica(await createDataSource({ url: database.url, poolSize: 4 }).initialize()));
  }
  one = replicas[0]!;
});
afterAll(async () => {
  for (const { dataSource } of replicas) await dataSource.destroy();
  await database.drop();
});

const openAccount = (credits: number) => openAccountAt(one, credits);
const holdAccount = (accountId: Id<'acc'>) => hold(replicas[2]!.db, accountId);

const tally = (outcomes: PromiseSettledResult<unknown>[]) => ({
  done: outcomes.filter(({ status }) => status === 'fulfilled').length,
  refused: outcomes.filter((outcome) => outcome.status === 'rejected' && outcome.reason.code === 'INSUFFICIENT_CREDITS')
    .length,
});

const expectSoundBooks = async () => {
  const { difference } = await new PostgresLedgerAudit(one.db).check();
  expect(difference).toBeUndefined();
};

describe('an account with too few credits for its concurrent charges', () => {
  /** Returns a separate batcher that counts its statements. */
  function counted() {
    let statements = 0;
    const batcher = new WriteBatcher(async (rows, lockTimeoutMs) => {
      statements += 1;
      const row = await one.db.row<{ written: Written }>('select commit_batch($1, $2) as written', [
        toJson(rows),
        lockTimeoutMs,
      ]);
      return row!.written;
    }, new AccountSemaphore());
    const charge = (accountId: Id<'acc'>, credits: number) =>
      batcher.commit([one.toCharge(accountId, credits) as QueuedWrite]);
    return { charge, statements: () => statements };
  }

  it('is charged as far as it can pay, in one statement for all charges', async () => {
    const [poor, rich] = [await openAccount(10), await openAccount(10)];
    const { charge, statements } = counted();
    const outcomes = await Promise.allSettled([...Array.from({ length: 64 }, () => charge(poor, 1)), charge(rich, 1)]);
    expect(tally(outcomes)).toEqual({ done: 11, refused: 54 });
    expect(statements()).toBe(1);
    expect(await Promise.all([poor, rich].map((account) => one.ledger.balance(account)))).toEqual([0, 9]);
    await expectSoundBooks();
  });

  it('refuses only the charges that do not fit, as if each were made alone', async () => {
    const account = await openAccount(10);
    const { charge } = counted();
    const outcomes = await Promise.allSettled([6, 6, 4, 1].map((credits) => charge(account, credits)));
    expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.details : 'charged'))).toEqual([
      'charged',
      { required: 6, available: 4, limited_by: 'balance' },
      'charged',
      { required: 1, available: 0, limited_by: 'balance' },
    ]);
    await expectSoundBooks();
  });
});

describe('a charge in a write batch', () => {
  it('is counted exactly, beside single charges, over three accounts and three processes', async () => {
    const accounts = [await openAccount(900), await openAccount(2_000), await openAccount(2_000)];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4_500 }, (_, i) => {
        const replica = replicas[i % replicas.length]!;
        const account = accounts[Math.floor(i / 3) % 3]!;
        return i % 10 === 0 ? replica.chargeByItself(account) : replica.charge(account);
      }),
    );
    expect(tally(outcomes)).toEqual({ done: 3_900, refused: 600 });
    expect(await Promise.all(accounts.map((account) => one.ledger.balance(account)))).toEqual([0, 500, 500]);
    await expectSoundBooks();
  });

  it('is refused only when the balance does not cover it', async () => {
    const account = await openAccount(20);
    const outcomes = await Promise.allSettled([1, 15, 25, 1, 15, 1].map((amount) => one.charge(account, amount)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(outcomes[2]).toMatchObject({ reason: { code: 'INSUFFICIENT_CREDITS', details: { required: 25 } } });
    expect(await one.ledger.balance(account)).toBe(2);
    await expectSoundBooks();
  });

  it('does not fail because of another one that the database refuses', async () => {
    const account = await openAccount(50);
    const job = newId('job');
    await one.charge(account, 1, job);
    const letGo = await holdAccount(account);
    const first = one.charge(account);
    const outcomes = Promise.allSettled([one.charge(account), one.charge(account, 1, job), one.charge(account)]);
    await letGo();
    await first;
    const [before, again, after] = await outcomes;
    expect([before?.status, again?.status, after?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(String(again?.status === 'rejected' && again.reason)).toContain('one_charge_per_job');
    expect(await one.ledger.balance(account)).toBe(46);
    await expectSoundBooks();
  });

  it('is committed with the outcome of its request, or not at all', async () => {
    const account = await openAccount(3);
    const held = { accountId: account, key: 'once', fingerprint: 'the request' };
    const claim = await one.records.claim(held);
    if (claim.kind !== 'claimed') throw new Error('the key was not free');
    const sale = one.db.commit([
      one.toCharge(account, 2),
      one.toCharge(account, 2),
      one.records.record(claim.held, { answer: 42 }),
    ]);
    await expect(sale).rejects.toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      details: { required: 4, available: 3 },
    });
    expect(await one.ledger.balance(account)).toBe(3);
    expect(await one.db.row('select outcome from idempotency_keys where account_id = $1', [toUuid(account)])).toEqual({
      outcome: null,
    });
  });

  it('is retried when it lost against another transaction', async () => {
    const account = await openAccount(5);
    // A rollback does not reset a sequence, so only the first entry loses.
    await one.db.rows('create sequence entries_tried');
    await one.db.rows(`create function loses_once() returns trigger language plpgsql as $$ begin
      if nextval('entries_tried') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      return new;
    end $$`);
    await one.db.rows(
      'create trigger loses_once before insert on ledger_entries for each row execute function loses_once()',
    );
    await one.charge(account, 2);
    await one.db.rows('drop trigger loses_once on ledger_entries');
    expect(await one.ledger.balance(account)).toBe(3);
    expect(await one.db.row(`select last_value::int as tries from entries_tried`)).toEqual({ tries: 2 });
  });

  it('is made once by a request whose Idempotency-Key was taken over, whatever is batched with it', async () => {
    const account = await openAccount(50);
    const claim = await one.records.claim({ accountId: account, key: 'k', fingerprint: 'f' });
    if (claim.kind !== 'claimed') throw new Error('the key was not free');
    const sell = (holder: typeof claim.held) =>
      one.db.commit([one.toCharge(account), one.records.record(holder, { answer: 42 })]);
    const letGo = await holdAccount(account);
    const first = one.charge(account);
    const outcomes = Promise.allSettled([
      sell(claim.held),
      sell({ ...claim.held, claim: randomUUID() }),
      one.charge(account),
    ]);
    await letGo();
    await first;
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await one.ledger.balance(account)).toBe(47);
    await expectSoundBooks();
  });

  it('is rolled back when its connection is lost before the commit, without harm to later ones', async () => {
    const account = await openAccount(50);
    const letGo = await holdAccount(account);
    const first = Promise.allSettled([one.charge(account), one.charge(account)]);
    await until(async () => (await thoseWhoWait(replicas[1]!.db)).length > 0);
    const later = Promise.allSettled([one.charge(account), one.charge(account)]);
    await cut(await thoseWhoWait(replicas[1]!.db));
    await letGo();
    expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await later).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await one.ledger.balance(account)).toBe(48);
    await one.charge(account);
    await expectSoundBooks();
  });

  it('is refused at once, without a debit, when too many wait already', async () => {
    const account = await openAccount(20_000);
    const letGo = await holdAccount(account);
    const outcomes = Promise.allSettled(Array.from({ length: 10_000 }, () => one.charge(account)));
    await expect(one.charge(account)).rejects.toMatchObject({
      code: 'DATA_SOURCE_UNAVAILABLE',
      kind: 'unavailable',
      details: { reason: 'overloaded', retry_after_seconds: expect.any(Number) },
    });
    await letGo();
    const { done } = tally(await outcomes);
    expect(done).toBeGreaterThan(8_000);
    expect(done).toBeLessThan(10_000);
    expect(await one.ledger.balance(account)).toBe(20_000 - done);
    await expectSoundBooks();
  });
});

async function cut(pids: readonly number[]): Promise<void> {
  for (const pid of pids) await replicas[1]!.db.rows('select pg_terminate_backend($1)', [pid]);
}

describe('the remaining balance', () => {
  const leftAfterCharge = async (replica: typeof one, account: Id<'acc'>) => {
    const charge = replica.toCharge(account);
    return (await replica.db.commit([charge])).resultOf(charge);
  };

  it('is returned with the charge, as its own commit left it, beside other charges', async () => {
    const account = await openAccount(10);
    const left = [];
    for (const replica of [one, replicas[1]!, one]) left.push(await leftAfterCharge(replica, account));
    expect(left).toEqual([9, 8, 7].map((balance) => ({ balance, budget: undefined })));
    expect(await one.ledger.balance(account)).toBe(7);
  });

  it('is the balance after all charges of one commit', async () => {
    const account = await openAccount(10);
    const charges = [one.toCharge(account), one.toCharge(account, 2)];
    const committed = await one.db.commit(charges);
    expect(charges.map((charge) => committed.resultOf(charge))).toEqual(
      charges.map(() => ({ balance: 7, budget: undefined })),
    );
  });

  it('is returned with a charge in an open transaction, too', async () => {
    const account = await openAccount(10);
    const charge = one.toCharge(account);
    const left = await one.db.interactive(async (tx) => (await tx.write([charge])).resultOf(charge));
    expect(left).toEqual({ balance: 9, budget: undefined });
  });
});
