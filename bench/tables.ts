import type { Bench } from './bench.js';
import { figure, type Figure, type Report } from './report.js';
import { seededDatabase } from './seed.js';
import { measureTables } from './tables/measure.js';
import { measureRecordLists } from './tables/record-lists.js';

/** A charge may have to wait this long for a statement. */
const MAX_MS = 200;
/** 95 of 100 pages of records, by any filter. */
const MAX_LIST_MS = 50;

/**
 * Measures the slowest statement of every sweep, claim, page, check, erasure and purge in tables
 * that have grown for a long time. Throws if one reads a growing table as a whole.
 */
export async function benchTables({ stage, jobs, records, say }: Bench): Promise<Report> {
  const url = await seededDatabase(stage, [], 0);
  const measured = await measureTables(url, { jobs, records }, say);
  const scans = measured.flatMap(({ name, scans: found }) => found.map(({ table }) => `${name}: ${table}`));
  if (scans.length > 0) throw new Error(`tables were read as a whole: ${[...new Set(scans)].join('; ')}`);
  const { p95, megabytes } = await measureRecordLists(url);
  return {
    path: 'tables',
    title: `Slowest statements in the tables behind ${jobs.toLocaleString('en-US')} ended jobs`,
    sides: [],
    figures: [
      ...measured.map(({ name, slowest }) => withinMs(name, slowest.ms)),
      ...[...p95].map(([name, ms]) => withinMs(`p95, ${name}`, ms, MAX_LIST_MS)),
      figure('tables', `a thousand records in rows of their own, indexes included`, megabytes, 'MB'),
    ],
  };
}

function withinMs(name: string, value: number, atMost = MAX_MS): Figure {
  return { name, value, unit: 'ms', goal: { atMost } };
}
