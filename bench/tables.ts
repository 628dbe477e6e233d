import type { Bench } from './bench.js';
import type { Report } from './report.js';
import { seededDatabase } from './seed.js';
import { measureTables } from './tables/measure.js';

/** A charge may have to wait this long for a statement. */
const MAX_MS = 200;

/**
 * Measures the slowest statement of every sweep, claim, page, check, erasure and purge in tables
 * that have grown for a long time. Throws if one reads a growing table as a whole.
 */
export async function benchTables({ stage, jobs, say }: Bench): Promise<Report> {
  const measured = await measureTables(await seededDatabase(stage, [], 0), jobs, say);
  const scans = measured.flatMap(({ name, scans: found }) => found.map(({ table }) => `${name}: ${table}`));
  if (scans.length > 0) throw new Error(`tables were read as a whole: ${[...new Set(scans)].join('; ')}`);
  return {
    path: 'tables',
    title: `Slowest statements in the tables behind ${jobs.toLocaleString('en-US')} ended jobs`,
    sides: [],
    figures: measured.map(({ name, slowest }) => ({ name, value: slowest.ms, unit: 'ms', goal: { atMost: MAX_MS } })),
  };
}
