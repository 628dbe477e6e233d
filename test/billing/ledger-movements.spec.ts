import { randomBytes } from 'node:crypto';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { toUuid, type Id } from '../../src/core/ids.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { LedgerWork, type Movement } from './ledger-work.js';
import { ACCOUNTS, movement } from './movements.js';
import { expectSound } from './sound-ledger.js';
import { fc } from '../support/property.js';

const PACKAGE = { credits: 100, priceCents: 800 };
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

const newRun = () => randomBytes(4).toString('hex');

async function movementsOf(accountId: Id<'acc'>): Promise<number[]> {
  const rows = await db.rows<{ amount: number }>(
    'select amount from ledger_entries where account_id = $1 order by number',
    [toUuid(accountId)],
  );
  return rows.map(({ amount }) => amount);
}

/** Keeps the same books on paper, as a model. */
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

  /** Credits due for the quarters that were refunded, without those whose refund failed. */
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

describe('the ledger under random movements', () => {
  it('matches bookkeeping on paper for any sequence of movements', async () => {
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
    await expectSound(db);
  });
});
