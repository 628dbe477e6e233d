import type { Client } from 'pg';
import { createDataSource } from '../src/adapters/postgres/client/data-source.js';
import { Database } from '../src/adapters/postgres/client/database.js';
import { PostgresWatchChecks } from '../src/adapters/postgres/watches/checks.js';
import type { Bench } from './bench.js';
import { figure, type Figure } from './report.js';
import { connect, makeApiKeys, seededDatabase } from './seed.js';
import { median } from './slices.js';

/** Accounts that own the watches. */
export const OWNERS = 100;
const SWEEPS = 200;
const EPOCH = new Date(0);

/**
 * Measures sweeps for due checks among many watches, with no check due and with one. Throws if a
 * sweep reads the whole table.
 */
export async function measureSweeps({ stage, rows, say }: Bench): Promise<Figure[]> {
  const watches = watchesBeside(rows);
  const databaseUrl = await seededDatabase(stage, makeApiKeys(OWNERS), watches);
  const session = await connect(databaseUrl);
  const dataSource = await createDataSource({ url: databaseUrl, poolSize: 1 }).initialize();
  try {
    await seedWatches(session, watches, { sandbox: false });
    say(`  ${watches} watches`);
    const db = new Database(dataSource);
    const checks = new PostgresWatchChecks(db, { of: () => ({}) });
    const due = await session.query<{ id: string }>('select id from watches order by id offset 7 limit 1');
    const dueId = due.rows[0]?.id;
    const scans = await scansBy(db);
    const idle: number[] = [];
    const one: number[] = [];
    for (let at = 0; at < SWEEPS; at++) {
      idle.push(await timed(() => sweep(checks, 0)));
      await session.query(`update watches set next_check_at = now() - interval '1 second' where id = $1`, [dueId]);
      one.push(await timed(() => sweep(checks, 1)));
      await session.query(
        `update watches set next_check_at = now() + interval '1 day', check_job = null, check_due = null, claim = null, claimed_until = null where id = $1`,
        [dueId],
      );
    }
    const scanned = (await scansBy(db)) - scans;
    if (scanned > 0) throw new Error(`${scanned} sweeps read the whole table of watches`);
    return [
      figure('watches', 'sweep with nothing due, p50', median(idle), 'ms'),
      figure('watches', 'sweep that takes up one check, p50', median(one), 'ms'),
    ];
  } finally {
    await dataSource.destroy();
    await session.end();
  }
}

async function sweep(checks: PostgresWatchChecks, expected: number): Promise<void> {
  const claimed = await checks.claim({
    until: new Date(),
    withinMs: 1e12,
    limit: 16,
    urgentBefore: EPOCH,
    sandbox: false,
  });
  if (claimed.length !== expected) throw new Error(`${claimed.length} checks were due, not ${expected}`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const NUMBERED = (kind: number, number: string) =>
  `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

/** Returns one watch per ten records, but at least 1,000. */
export function watchesBeside(rows: number): number {
  return Math.max(1_000, Math.floor(rows / 10));
}

/** Seeds weekly watches of the first entities. No check is due within an hour by either clock. */
export async function seedWatches(session: Client, watches: number, { sandbox }: { sandbox: boolean }): Promise<void> {
  await session.query(
    `insert into watches (id, account_id, entity_id, jurisdiction, sandbox, every, tier, seen, seen_at, seen_reading, next_check_at)
       select ${NUMBERED(6, 'n')}, ${NUMBERED(0, `1 + n % ${OWNERS}`)}, e.id, e.jurisdiction, $2, '7d', 'quick',
           jsonb_build_object('listed', true, 'name', e.record -> 'name', 'status', 'active', 'goodStanding', true), now(), 1,
           case when $2 then (select sandbox_time from sandbox_clock) else now() end + interval '1 hour' + n * interval '6 seconds'
         from generate_series(1, $1::int) n join entities e on e.id = ${NUMBERED(0, 'n')}`,
    [watches, sandbox],
  );
  await session.query('vacuum analyze watches');
}

/**
 * Returns how often the whole table has been read so far, by any connection. Postgres counts the
 * reads of a connection only when it reports them, so the one connection of the sweeps is forced to
 * report. The other session reads by id and adds none.
 */
async function scansBy(db: Database): Promise<number> {
  await db.rows('select pg_stat_force_next_flush()');
  const row = await db.row<{ scans: string }>(
    `select seq_scan as scans from pg_stat_user_tables where relname = 'watches'`,
  );
  return Number(row?.scans);
}
