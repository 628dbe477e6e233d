import { randomUUID } from 'node:crypto';
import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { PostgresLedgerAudit } from '../../src/adapters/postgres/billing/ledger-audit.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { EntityWriter } from '../../src/adapters/postgres/entities/entity-writer.js';
import { PostgresRetrievals } from '../../src/adapters/postgres/verification/retrievals.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import type { RetrievedRecord } from '../../src/core/entities/entity.js';
import { newId, toUuid, type Id } from '../../src/core/ids.js';
import type { PendingWrite } from '../../src/core/ports.js';
import { openAccount as openAccountAt } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { FakeRegistries, record } from '../support/fakes.js';
import { fc } from '../support/property.js';

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
let ledger: PostgresLedger;
let retrievals: PostgresRetrievals;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
  db = new Database(dataSource);
  ledger = new PostgresLedger(db, new PrometheusMetrics());
  retrievals = new PostgresRetrievals(db, 10_000, 10_000, new NoTracing(), new FakeRegistries());
  // Raises the SQLSTATE named in a description or a business name.
  await db.rows(`create function raises_on_demand() returns trigger language plpgsql as $$
    declare wanted text := substring(to_jsonb(new)::text from 'raise ([0-9A-Z]{5})');
    begin
      if wanted is not null then raise exception 'on demand' using errcode = wanted; end if;
      return new;
    end $$`);
  for (const table of ['ledger_entries', 'jobs', 'entities']) {
    await db.rows(
      `create trigger raises_on_demand before insert on ${table} for each row execute function raises_on_demand()`,
    );
  }
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/**
 * Every class of error that a statement can raise while its session survives, one state each, and
 * some states that once caused trouble.
 */
const STATES = [
  ...['03000', '09000', '0A000', '0B000', '0F000', '0L000', '0P000', '0Z000', '20000', '21000', '22003', '22021'],
  ...['22P02', '23000', '23502', '23503', '23505', '23514', '24000', '25000', '26000', '27000', '28000', '2B000'],
  ...['2D000', '2F000', '34000', '38000', '39000', '3B000', '3D000', '3F000', '40001', '40P01', '42601', '42P01'],
  ...['44000', '53100', '53200', '54000', '55000', '55P03', '57000', '57014', '58030', 'HV000', 'P0001', 'XX000'],
];
const state = fc.constantFrom(...STATES);

function toCharge(accountId: Id<'acc'>, description: string, jobId?: Id<'job'>, amountCredits = 1): PendingWrite {
  return ledger.charge({ accountId, jobId, amountCredits, operation: 'verify_quick', description });
}

function toJob(accountId: Id<'acc'>, entityName: string, nameKey = entityName): PendingWrite {
  const job = { id: newId('job'), accountId, entityName, jurisdiction: 'us-co', tier: 'quick' as const };
  return retrievals.join({ ...job, amountCredits: 1, webhookUrl: undefined }, nameKey);
}

/** Too long for an index entry, and incompressible. */
const OVERSIZED = Array.from({ length: 200 }, () => randomUUID()).join('');

async function expectSoundBooks(): Promise<void> {
  expect(await new PostgresLedgerAudit(db).check()).toMatchObject({ difference: undefined });
}

/** Write sets that Postgres refuses, each for a different reason. */
const hostileSet = fc.oneof(
  state.map((raised) => (account: Id<'acc'>) => [toCharge(account, `raise ${raised}`)]),
  state.map((raised) => (account: Id<'acc'>) => [toCharge(account, 'first'), toJob(account, `raise ${raised}`)]),
  fc.constant((account: Id<'acc'>) => [toJob(account, 'a name', OVERSIZED)]),
  fc.constant(() => [toCharge(newId('acc'), 'nobody pays this')]),
  fc.constant((account: Id<'acc'>) => [toCharge(account, 'too large', undefined, 2_147_483_647)]),
  fc.constant((account: Id<'acc'>) => [toCharge(account, 'negative', undefined, -1)]),
  fc.constant((account: Id<'acc'>) => {
    const jobId = newId('job');
    return [toCharge(account, 'twice', jobId), toCharge(account, 'twice', jobId)];
  }),
);

describe('a write batch with hostile members', () => {
  it('commits every innocent write set exactly once, and nothing of the hostile ones', async () => {
    const shape = fc.record({
      hostile: fc.array(hostileSet, { minLength: 1, maxLength: 6 }),
      innocents: fc.integer({ min: 1, max: 24 }),
      accounts: fc.integer({ min: 1, max: 3 }),
      first: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(shape, async ({ hostile, innocents, accounts, first }) => {
        const enemy = await openAccountAt({ db, ledger }, 50);
        const owners = await Promise.all(Array.from({ length: accounts }, () => openAccountAt({ db, ledger }, 50)));
        const sets = [
          ...hostile.map((make) => ({ innocent: false, set: make(enemy) })),
          ...Array.from({ length: innocents }, (_, i) => {
            const owner = owners[i % accounts]!;
            const jobId = newId('job');
            const name = `${randomUUID()} Ltd`;
            return {
              innocent: true,
              set: [toCharge(owner, 'innocent', jobId), ...(i % 2 === 0 ? [] : [toJob(owner, name)])],
            };
          }),
        ];
        sets.unshift(...sets.splice(first % sets.length));
        const outcomes = await Promise.allSettled(sets.map(({ set }) => db.commit(set)));
        expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(sets.map(({ innocent }) => innocent));
        const written = await db.rows<{ account_id: string; charged: number }>(
          `select account_id, count(*)::int as charged from ledger_entries
            where type = 'charge' and account_id = any ($1) group by account_id`,
          [[enemy, ...owners].map(toUuid)],
        );
        const expected = owners.map((owner, i) => ({
          account_id: toUuid(owner),
          charged: Math.floor((innocents - 1 - i) / accounts) + 1,
        }));
        expect(written.toSorted(byAccount)).toEqual(expected.filter(({ charged }) => charged > 0).toSorted(byAccount));
        const jobs = await db.row<{ jobs: number }>(
          'select count(*)::int as jobs from jobs where account_id = any ($1)',
          [[enemy, ...owners].map(toUuid)],
        );
        expect(jobs).toEqual({ jobs: Math.floor(innocents / 2) });
      }),
      { numRuns: 40 },
    );
    await expectSoundBooks();
  });

  it.each(STATES)('commits the innocent writes when one is refused with %s', async (raised) => {
    const [enemy, friend] = [await openAccountAt({ db, ledger }, 5), await openAccountAt({ db, ledger }, 5)];
    const outcomes = await Promise.allSettled([
      db.commit([toCharge(friend, 'before')]),
      db.commit([toCharge(enemy, `raise ${raised}`)]),
      db.commit([toCharge(friend, 'after')]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await Promise.all([enemy, friend].map((account) => ledger.balance(account)))).toEqual([5, 3]);
  });

  it('keeps every innocent record, each with one snapshot', async () => {
    const writer = new EntityWriter(db);
    const hostile = fc.oneof(
      state.map((raised) => retrieved(randomUUID(), `raise ${raised}`)),
      fc.constant(retrieved(OVERSIZED, 'Oversized')),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(hostile, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 12 }),
        async (bad, n) => {
          const good = Array.from({ length: n }, () => retrieved(randomUUID(), 'Juniper Quill Ltd'));
          const outcomes = await Promise.allSettled([...good, ...bad].map((one) => writer.keep(one)));
          expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
            ...good.map(() => true),
            ...bad.map(() => false),
          ]);
          const kept = await db.rows(
            `select snapshots, (select count(*)::int from snapshots s where s.entity_id = e.id) as counted from entities e
            where record_id = any ($1)`,
            [good.map(({ record: { id } }) => id)],
          );
          expect(kept).toEqual(good.map(() => ({ snapshots: 1, counted: 1 })));
        },
      ),
      { numRuns: 15 },
    );
  });
});

function retrieved(id: string, name: string): RetrievedRecord {
  return {
    jurisdiction: 'us-co',
    record: record({ id, name }),
    details: undefined,
    provenance: { url: 'https://example.com', retrievedAt: new Date(), coverage: 'all', sandbox: true },
  };
}

function byAccount(a: { account_id: string }, b: { account_id: string }): number {
  return a.account_id < b.account_id ? -1 : 1;
}
