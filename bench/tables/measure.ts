import { Client } from 'pg';
import { createDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { fromUuid } from '../../src/core/ids.js';
import { tableCases } from './cases.js';
import { Plans, type RunStatement } from './plans.js';
import { ERASED_ENTITY, seedTables, type SeededRows } from './seed.js';

/** Tables that grow with use. No plan may read one of them as a whole. */
const GROWING: readonly string[] = [
  'answers',
  'api_keys',
  'deliveries',
  'entities',
  'access',
  'events',
  'idempotency_keys',
  'jobs',
  'ledger_entries',
  'one_time_codes',
  'oauth_records',
  'oauth_registrations',
  'payments',
  'priced_reads',
  'rankings',
  'records',
  'retrievals',
  'searches',
  'snapshot_contents',
  'snapshots',
];

export interface MeasuredCase {
  name: string;
  statements: number;
  slowest: RunStatement;
  /** Growing tables that were read as a whole, with the statement that did so. */
  scans: { table: string; sql: string }[];
}

/** Seeds a migrated database and runs every case on it, one after the other. */
export async function measureTables(
  url: string,
  seeded: SeededRows,
  say: (line: string) => void,
): Promise<MeasuredCase[]> {
  const session = new Client({ connectionString: url });
  await session.connect();
  try {
    await seedTables(session, seeded, fromUuid('ent', ERASED_ENTITY));
  } finally {
    await session.end();
  }
  say('  seeded');
  const dataSource = await createDataSource({ url, poolSize: 1 }).initialize();
  try {
    const cases = await tableCases(dataSource);
    const plans = await Plans.of(dataSource);
    const measured: MeasuredCase[] = [];
    for (const { name, run } of cases) {
      await run();
      measured.push(summaryOf(name, plans.take()));
      say(`  ${name}: ${measured.at(-1)?.slowest.ms.toFixed(1)} ms`);
    }
    return measured;
  } finally {
    await dataSource.destroy();
  }
}

function summaryOf(name: string, statements: RunStatement[]): MeasuredCase {
  const [slowest = { sql: '', ms: Number.NaN, blocks: 0, scanned: [] }] = statements.toSorted((a, b) => b.ms - a.ms);
  const scans = statements.flatMap(({ sql, scanned }) =>
    scanned.filter((table) => GROWING.includes(table)).map((table) => ({ table, sql })),
  );
  return { name, statements: statements.length, slowest, scans };
}
