import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { charts, holds, type Report } from './report.js';

/**
 * Writes the results as JSON with the charts beside them, and overwrites those of the previous
 * call.
 */
export async function writeResults(folder: string, startedAt: Date, reports: readonly Report[]): Promise<void> {
  const cpus = os.cpus();
  const result = {
    startedAt,
    machine: {
      processors: cpus.length,
      model: cpus[0]?.model,
      memoryGb: Math.round(os.totalmem() / 2 ** 30),
      loadAverage: os.loadavg(),
    },
    node: process.version,
    reports: reports.map((report) => ({
      ...report,
      figures: report.figures.map((each) => ({ ...each, held: holds(each) })),
    })),
  };
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(path.join(folder, 'results.json'), `${JSON.stringify(result, undefined, 2)}\n`);
  for (const [name, svg] of Object.entries(charts(reports))) await fs.writeFile(path.join(folder, name), svg);
}
