import { partOf } from '../support/part-of.js';
import type { Registries } from '../../src/core/registries/ports.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresAccounts } from '../../src/adapters/postgres/accounts/accounts.js';
import { PostgresBatches } from '../../src/adapters/postgres/batches/batches.js';
import { PostgresBatchWork } from '../../src/adapters/postgres/batches/batch-work.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { PostgresLedgerAudit } from '../../src/adapters/postgres/billing/ledger-audit.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { recordDigests } from '../../src/adapters/postgres/watches/current-edition.js';
import { PostgresWatchedEditions } from '../../src/adapters/postgres/watches/watched-editions.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { importEdition } from '../../src/adapters/registries/bulk/importing/importer.js';
import { PostgresRetention } from '../../src/adapters/postgres/maintenance/retention.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import type { RowEnd } from '../../src/core/batches/ports.js';
import { newId, toUuid, type Id } from '../../src/core/ids.js';
import { PurgeExpired } from '../../src/core/maintenance/purge-expired.js';
import { writeFictionalBulkFile } from '../../bench/fictional-bulk-file.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { inLongRun } from '../support/long.js';
import { freezeStatistics, rowsRead } from '../support/lying-statistics.js';

// Each load is a tenth of the largest that a feature allows. Rows read by Postgres are counted, not
// timed: on any machine, quadratic work reads hundreds of times as many rows as linear work.
const FILE_ROWS = 10_000;
const ROUND = 50;
const ENTRIES = 20_000;
const JOBS = 20_000;
const RECORDS = inLongRun(100_000, 50_000);
const WATCHES = RECORDS / 100;
const LIVE = partOf<Registries>({ isSandbox: () => false });

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
let batches: PostgresBatches;
let accountId: Id<'acc'>;

beforeAll(async () => {
  database = await createTestDatabase();
  // One connection for everything, because its reads are counted.
  dataSource = await createDataSource({ url: database.url, poolSize: 1 }).initialize();
  db = new Database(dataSource);
  batches = new PostgresBatches(db, LIVE);
  accountId = await newAccount();
  await makeBatch(accountId, 3);
  await makeEndedJobs(accountId, 3);
  await makeEntries(accountId, 3);
  await freezeStatistics(db);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const newAccount = () => openAccount({ db, ledger: new PostgresLedger(db, new PrometheusMetrics()) }, 1_000_000);

async function makeFile(of: Id<'acc'>, rows: number): Promise<Id<'bat'>> {
  const id = newId('bat');
  await batches.begin(id, { accountId: of }, {});
  for (let from = 0; from < rows; from += 100) {
    await batches.addRows(
      id,
      Array.from({ length: Math.min(100, rows - from) }, (_, at) => ({
        line: from + at + 2,
        customId: undefined,
        entityName: 'Birch Lane LLC',
        jurisdiction: 'us-co',
        tier: 'quick' as const,
        // Every tenth row repeats the previous one.
        nameKey: `BIRCH LANE ${at % 10 === 9 ? from + at - 1 : from + at}|LLC`,
        recordNumber: undefined,
        priceCredits: 1,
      })),
    );
  }
  return id;
}

const complete = (id: Id<'bat'>) => db.interactive((tx) => batches.complete(tx, id, { open: 20, rows: 1_000_000 }));

async function makeBatch(of: Id<'acc'>, rows: number): Promise<Id<'bat'>> {
  const id = await makeFile(of, rows);
  await complete(id);
  return id;
}

async function makeEndedJobs(of: Id<'acc'>, jobs: number): Promise<void> {
  const ids = `with made as materialized (
      select firsts.id, ('0190' || substr(md5(random()::text), 1, 4) || substr(firsts.id::text, 9))::uuid as old, n
        from (select gen_random_uuid() as id, n from generate_series(1, $2::int) n) firsts
    ), asked as (
      insert into retrievals (id, jurisdiction, entity_name, name_key, tier, account_id, kind, created_at, finished_at)
        select old, 'us-co', 'Old ' || n, 'OLD' || n, 'quick', $1, 'verification', now() - interval '1 year', now() - interval '1 year' from made
    ), jobs_made as (
      insert into jobs (id, account_id, retrieval_id, entity_name, jurisdiction, tier, amount_credits, status, result, created_at, completed_at)
        select old, $1, old, 'Old ' || n, 'us-co', 'quick', 1, 'completed', '{"kind":"no_match"}', now() - interval '1 year', now() - interval '1 year' from made
    )
    insert into events (id, account_id, job_id, type, body, created_at)
      select old, $1, old, 'verification.completed', '{}', now() - interval '1 year' from made`;
  await db.change(ids, [toUuid(of), jobs]);
}

async function makeEntries(of: Id<'acc'>, entries: number): Promise<void> {
  for (let made = 0; made < entries; made += 1_000) {
    await db.change(
      `insert into ledger_entries (account_id, type, amount, description)
         select $1, 'adjustment', 1, 'for the test' from generate_series(1, least(1000, $2::int))`,
      [toUuid(of), entries - made],
    );
  }
}

async function all(rows: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const row of rows) count += Array.isArray(row) ? row.length : 1;
  return count;
}

describe('a database with the statistics of a nearly empty one', () => {
  it('reads each row a few times while a file becomes a batch', async () => {
    const id = await makeFile(accountId, FILE_ROWS);
    expect(await rowsRead(db, 'batch_rows', () => complete(id))).toBeLessThan(6 * FILE_ROWS);
    await expect(batches.find(accountId, id)).resolves.toMatchObject({ maxCredits: FILE_ROWS * 0.9 });
  });

  it('reads each row a few times while a batch is processed and its results are read', async () => {
    const id = await makeBatch(accountId, FILE_ROWS);
    const work = new PostgresBatchWork(db, LIVE, { of: () => ({}) });
    const worked = await rowsRead(db, 'batch_rows', async () => {
      await db.interactive((tx) => batches.start(tx, id, { accountId, keyId: undefined, grantId: undefined }));
      for (let nextLine = 0; ;) {
        const batch = await work.claim();
        if (!batch) break;
        const rows = await work.nextRows({ ...batch, nextLine }, ROUND);
        const ends = rows.map((row): RowEnd => ({ row, outcome: 'no_match', creditsCharged: 1 }));
        nextLine = (rows.at(-1)?.line ?? nextLine) + 1;
        await db.interactive(async (tx) => {
          await work.lock(
            tx,
            batch,
            rows.map(({ line }) => line),
          );
          await work.end(tx, batch, { ends, nextLine, pause: undefined });
        });
        await work.release(batch, 0);
      }
    });
    expect(worked).toBeLessThan(15 * FILE_ROWS);
    const read = await rowsRead(db, 'batch_rows', async () =>
      expect(await all(batches.results(id, {}))).toBe(FILE_ROWS),
    );
    expect(read).toBeLessThan(2 * FILE_ROWS);
  });

  it('reads each row a few times while an account with many batches and entries is exported', async () => {
    const owner = await newAccount();
    for (let at = 0; at < 5; at += 1) await makeBatch(owner, FILE_ROWS / 5);
    await makeEntries(owner, ENTRIES / 4);
    const sections = new PostgresAccounts(db, { forget: () => undefined }, { of: async () => [] } as never).export(
      owner,
    );
    const section = (name: string) => all(sections.get(name)!);
    const rows = async () => expect(await section('batch_rows')).toBe(FILE_ROWS);
    expect(await rowsRead(db, 'batch_rows', rows)).toBeLessThan(2 * FILE_ROWS);
    const entries = async () => expect(await section('transactions')).toBe(ENTRIES / 4 + 1);
    expect(await rowsRead(db, 'ledger_entries', entries)).toBeLessThan(ENTRIES);
  });

  it('reads each row a few times while an unused batch is purged', async () => {
    const id = await makeFile(accountId, FILE_ROWS);
    expect(await rowsRead(db, 'batch_rows', () => batches.drop(id))).toBeLessThan(4 * FILE_ROWS);
    await expect(db.rows('select from batch_rows where batch_id = $1', [toUuid(id)])).resolves.toEqual([]);
  });

  it('reads each row a few times while a large ledger grows and is checked', async () => {
    const owner = await newAccount();
    expect(await rowsRead(db, 'ledger_entries', () => makeEntries(owner, ENTRIES))).toBeLessThan(2 * ENTRIES);
    const audit = new PostgresLedgerAudit(db);
    const check = async () =>
      expect(await audit.checkOn(new AbortController().signal)).toMatchObject({ difference: undefined });
    expect(await rowsRead(db, 'ledger_entries', check)).toBeLessThan(10 * ENTRIES);
  });

  it.each(['jobs', 'retrievals', 'events'])(
    'reads each row a few times while expired rows are purged (%s)',
    async (table) => {
      await makeEndedJobs(accountId, JOBS);
      const periods = {
        jobsKeptMs: 90 * 86_400_000,
        recordsKeptMs: 365 * 86_400_000,
        snapshotsKeptMs: undefined,
        answersUsedMs: 0,
        rankingsUsedMs: 0,
      };
      const purge = () => new PurgeExpired(new PostgresRetention(db), periods).run(new AbortController().signal);
      expect(await rowsRead(db, table, purge)).toBeLessThan(12 * JOBS);
      await expect(db.row('select count(*)::int as left from jobs')).resolves.toEqual({ left: 0 });
    },
  );

  it(`reads each row a few times while ${RECORDS} records are imported and compared with ${WATCHES} watches`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'standing-statistics-'));
    const file = join(folder, 'cordata.txt');
    const bringIn = async (changes?: (serial: number) => boolean) => {
      await writeFictionalBulkFile(file, RECORDS, RECORDS, changes);
      const edition = {
        databaseUrl: database.url,
        format: REGISTERS.format('us-fl')!,
        realm: 'live' as const,
        files: [file],
      };
      return importEdition({ ...edition, fingerprint: String(changes) });
    };
    try {
      const { edition } = await bringIn();
      await watchRecords(edition);
      const next = await bringIn((serial) => serial % 1_000 === 0);
      const watched = new PostgresWatchedEditions(db);
      const order = {
        sandbox: false,
        at: new Date(),
        parserVersions: new Map([['us-fl', 1]]),
        readAll: false,
        most: 100,
      };
      let unchanged = 0;
      const compare = async () => {
        for (let some; (some = await db.interactive((tx) => watched.compare(tx, order)));) unchanged += some.length;
      };
      const readOfWatches = () => rowsRead(db, `mirror_rows_${next.edition}`, compare);
      expect(
        await rowsRead(db, 'watches', async () => expect(await readOfWatches()).toBeLessThan(10 * WATCHES)),
      ).toBeLessThan(20 * WATCHES);
      expect(unchanged).toBe(WATCHES - RECORDS / 1_000);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** Watches every hundredth record, in the state after its first check. */
async function watchRecords(edition: string): Promise<void> {
  await db.change(
    `create table watched as select gen_random_uuid() as id, id as record_id from mirror_rows_${BigInt(edition)}
       where part = 'entity' and substr(id, 2)::int % ${RECORDS / WATCHES} = 0`,
  );
  await db.change(
    `insert into entities (id, jurisdiction, record_id, record, url, sandbox, retrieved_at, snapshots)
       select id, 'us-fl', record_id, '{"name": "Watched LLC", "status": "active"}', 'https://register.example/', false, now(), 1 from watched`,
  );
  await db.change(
    `with picked as (select record_id from watched), listed as (
         ${recordDigests(edition, `(select layout::text from mirror_editions where edition = ${BigInt(edition)})`)}
     )
     insert into watches (id, account_id, entity_id, jurisdiction, sandbox, every, tier, seen, seen_at, seen_reading, edition, record_digest)
       select gen_random_uuid(), $1, w.id, 'us-fl', false, '30d', 'quick', '{"listed": true, "name": "Watched LLC", "status": "active", "goodStanding": null}',
           now(), 1, (select content from mirror_editions where edition = ${BigInt(edition)}), l.digest
         from watched w join listed l using (record_id)`,
    [toUuid(accountId)],
  );
}
