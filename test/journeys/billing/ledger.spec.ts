import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createDataSource, type PostgresDataSource } from '../../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../../src/adapters/postgres/client/database.js';
import { PostgresLedgerAudit } from '../../../src/adapters/postgres/billing/ledger-audit.js';
import { toUuid, type Id } from '../../../src/core/ids.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { LedgerWork, sessionOf, type Movement } from './ledger-work.js';

const ACCOUNTS = 4;
const JOBS = 6;
const SESSIONS = 3;
const PACKAGE = { credits: 100, priceCents: 800 };
const QUARTER_CENTS = 200;
const QUARTER_CREDITS = 25;

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

const account = fc.nat({ max: ACCOUNTS - 1 });
const job = fc.nat({ max: JOBS - 1 });
const session = fc.nat({ max: SESSIONS - 1 });
const credits = fc.integer({ min: 1, max: 60 });
const movement: fc.Arbitrary<Movement> = fc.oneof(
  fc.record({ kind: fc.constant('grant' as const), account, amount: credits }),
  fc.record({
    kind: fc.constant('adjust' as const),
    account,
    amount: fc.oneof(
      credits,
      credits.map((n) => -n),
    ),
  }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('charge' as const), account, amount: credits, job }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), account, job }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('purchase' as const), account, session }) },
  step('reverse'),
  step('fail'),
);

/** A quarter of a payment's price goes back, or was to and stays. */
function step<Kind extends 'reverse' | 'fail'>(kind: Kind) {
  return fc
    .record({ account, session, quarter: fc.nat({ max: 3 }) })
    .map(({ quarter, ...of }) => ({ kind, ...of, from: quarter * QUARTER_CENTS, to: (quarter + 1) * QUARTER_CENTS }));
}

const newRun = () => randomBytes(4).toString('hex');

/** What must hold of every ledger, whatever happened to it. */
async function expectSound(): Promise<void> {
  expect((await new PostgresLedgerAudit(db).check()).difference).toBeUndefined();
  const [broken] = await db.rows<Record<string, number>>(`select
    (select count(*)::int from ledger_entries where balance_after < 0) as negative,
    (select count(*)::int from (select from ledger_entries where type = 'refund' group by job_id having count(*) > 1) t) as refunded_twice,
    (select count(*)::int from ledger_entries r where type = 'refund' and not exists (
       select from ledger_entries c where c.type = 'charge' and c.job_id = r.job_id and c.amount = -r.amount)) as refunded_wrongly,
    (select count(*)::int from payments p where (p.status = 'paid') <> (
       1 = (select count(*) from ledger_entries e where e.payment_id = p.id and e.type = 'purchase'))) as paid_and_not_credited_once,
    (select count(*)::int from payments p join (
       select payment_id, -sum(amount) as taken from ledger_entries where type = 'adjustment' and payment_id is not null group by payment_id
     ) t on t.payment_id = p.id where t.taken > p.amount_credits) as taken_back_too_much,
    (select count(*)::int from payments p where (
         select coalesce(sum(r.credits_due), 0) from payment_reversals r where r.payment_ref = p.payment_ref
       ) <> (
         select coalesce(-sum(e.amount), 0) from ledger_entries e where e.payment_id = p.id and e.type = 'adjustment'
       ) + (
         select coalesce(sum(d.amount_credits - d.collected_credits - d.forgiven_credits), 0) from debts d where d.payment_id = p.id
       )) as neither_taken_nor_owed`);
  expect(broken).toEqual({
    negative: 0,
    refunded_twice: 0,
    refunded_wrongly: 0,
    paid_and_not_credited_once: 0,
    taken_back_too_much: 0,
    neither_taken_nor_owed: 0,
  });
}

async function movementsOf(accountId: Id<'acc'>): Promise<number[]> {
  const rows = await db.rows<{ amount: number }>(
    'select amount from ledger_entries where account_id = $1 order by number',
    [toUuid(accountId)],
  );
  return rows.map(({ amount }) => amount);
}

/** The same bookkeeping on paper. */
class Paper {
  readonly amounts: number[] = [];
  private readonly charged = new Map<number, number>();
  private readonly refunded = new Set<number>();
  private readonly bought = new Set<number>();
  private readonly told = new Map<number, Set<string>>();
  private readonly waiting = new Map<number, number[]>();
  private readonly gone = new Map<number, number>();
  private readonly debts: { session: number; owed: number }[] = [];

  get balance(): number {
    return this.amounts.reduce((sum, amount) => sum + amount, 0);
  }

  move(given: Movement): void {
    switch (given.kind) {
      case 'grant':
        return this.add(given.amount);
      case 'adjust':
        return this.balance + given.amount < 0 ? undefined : this.add(given.amount);
      case 'charge':
        if (this.charged.has(given.job) || this.balance < given.amount) return;
        this.charged.set(given.job, given.amount);
        return this.add(-given.amount);
      case 'refund':
        if (!this.charged.has(given.job) || this.refunded.has(given.job)) return;
        this.refunded.add(given.job);
        return this.add(this.charged.get(given.job) ?? 0);
      case 'purchase':
        if (this.bought.has(given.session)) return;
        this.bought.add(given.session);
        this.add(PACKAGE.credits);
        this.settle(given.session);
        return this.collect(PACKAGE.credits - this.due(given.session));
      case 'fail':
      case 'reverse': {
        const { kind, session: of, from } = given;
        const told = this.told.get(of) ?? new Set();
        this.told.set(of, told);
        if (told.has(`${kind} ${from}`)) return;
        told.add(`${kind} ${from}`);
        this.waiting.set(of, [...(this.waiting.get(of) ?? []), kind === 'fail' ? -1 : 1]);
        if (this.bought.has(of)) this.settle(of);
      }
    }
  }

  /** Credits that are due for the quarters that went back and stayed away. */
  private due(of: number): number {
    return Math.max(0, this.gone.get(of) ?? 0) * QUARTER_CREDITS;
  }

  private settle(of: number): void {
    for (const quarters of (this.waiting.get(of) ?? []).toSorted()) {
      const before = this.due(of);
      this.gone.set(of, (this.gone.get(of) ?? 0) + quarters);
      const due = this.due(of) - before;
      if (due > 0) this.takeBack(of, due);
      else this.giveBack(of, -due);
    }
    this.waiting.delete(of);
  }

  private takeBack(of: number, due: number): void {
    const taken = Math.min(due, this.balance);
    this.add(-taken);
    this.debts.push({ session: of, owed: due - taken });
  }

  private giveBack(of: number, amount: number): void {
    let left = amount;
    for (const debt of this.debts.filter(({ session: owedFor }) => owedFor === of)) {
      const forgiven = Math.min(debt.owed, left);
      debt.owed -= forgiven;
      left -= forgiven;
    }
    this.add(left);
  }

  private collect(amount: number): void {
    let left = amount;
    for (const debt of this.debts) {
      const collected = Math.min(debt.owed, left);
      debt.owed -= collected;
      left -= collected;
      this.add(-collected);
    }
  }

  private add(amount: number): void {
    if (amount !== 0) this.amounts.push(amount);
  }
}

describe('the ledger, whatever happens', () => {
  it('one after another: does exactly what paper and pencil do', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(movement, { maxLength: 40 }), async (movements) => {
        const work = new LedgerWork(db, newRun());
        const papers = Array.from({ length: ACCOUNTS }, () => new Paper());
        for (const next of movements) {
          await work.carryOut(next);
          papers[next.account]?.move(next);
        }
        for (const [i, { amounts }] of papers.entries()) {
          expect(await movementsOf(await work.accountId(i))).toEqual(amounts);
        }
      }),
      { numRuns: 40 },
    );
    await expectSound();
  });

  it('fifty workers in five processes, killed at random and started again: stays sound, and nothing is done twice', async () => {
    const lanes = fc.array(fc.array(movement, { minLength: 8, maxLength: 16 }), { minLength: 50, maxLength: 50 });
    const killsAfterMs = fc.array(fc.integer({ min: 1, max: 250 }), { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(lanes, killsAfterMs, async (fifty, kills) => {
        const run = newRun();
        const shares = Array.from({ length: 5 }, (_, i) => fifty.slice(i * 10, i * 10 + 10));
        // The fifth is left alone; of the others each is killed once, at work, and its whole share done again from the start.
        await Promise.all(shares.map((share, i) => workOff({ url: database.url, run, lanes: share }, kills[i])));
        await expectSound();
        await expectEveryPaymentCredited(run, fifty.flat());
      }),
      { numRuns: 2, endOnFailure: true },
    );
    expect(killedAtWork).toBeGreaterThan(0);
  }, 90_000);

  async function expectEveryPaymentCredited(run: string, movements: Movement[]): Promise<void> {
    const sessions = new Set(movements.flatMap((moved) => (moved.kind === 'purchase' ? [sessionOf(run, moved)] : [])));
    const credited = await db.rows<{ session_id: string; times: number }>(
      `select p.session_id, count(e.id)::int as times from payments p left join ledger_entries e on e.payment_id = p.id and e.type = 'purchase'
        where starts_with(p.session_id, $1) group by 1`,
      [`cs_${run}_`],
    );
    expect(new Map(credited.map((row) => [row.session_id, row.times]))).toEqual(
      new Map([...sessions].map((id) => [id, 1])),
    );
  }
});

/** Kills that came before the work was done. */
let killedAtWork = 0;

async function workOff(task: { url: string; run: string; lanes: Movement[][] }, killAfterMs?: number): Promise<void> {
  if (killAfterMs !== undefined) {
    const doomed = start(task);
    await once(doomed, 'message');
    const exited = once(doomed, 'exit');
    await sleep(killAfterMs);
    doomed.kill('SIGKILL');
    const [, signal] = (await exited) as [number | null, string | null];
    if (signal === 'SIGKILL') killedAtWork += 1;
  }
  const [code] = (await once(start(task), 'exit')) as [number | null];
  expect(code).toBe(0);
}

function start(task: object): ChildProcess {
  const child = fork('test/journeys/billing/ledger-process.ts', [], {
    execArgv: ['--import', './test/setup/typescript.mjs'],
  });
  child.send(task);
  return child;
}
