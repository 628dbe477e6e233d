import { once } from 'node:events';
import { compareNames } from '../core/matching/compare.js';
import { readName } from '../core/matching/normalise.js';
import { csvLine, readRows } from './csv-rows.js';

// npm run match -- FILE.csv
// Scores pairs of names with the matcher of the service: every row comes back, in order, with confidence and explanation.

const ROWS_PER_NOTICE = 50_000;

async function matchFile(file: string): Promise<void> {
  let count = 0;
  for await (const row of readRows(file, ['name_a', 'name_b'])) {
    if (count === 0) await write([...Object.keys(row), 'confidence', 'explanation']);
    const jurisdiction = row['jurisdiction'] ?? '';
    const { confidence, explanation } = compareNames(
      readName(row['name_a'] ?? '', jurisdiction),
      readName(row['name_b'] ?? '', jurisdiction),
    );
    await write([...Object.values(row), confidence, explanation.join('; ')]);
    count++;
    if (count % ROWS_PER_NOTICE === 0) process.stderr.write(`${count} pairs\n`);
  }
  process.stderr.write(`${count} pairs scored\n`);
}

async function write(fields: readonly (string | number)[]): Promise<void> {
  if (!process.stdout.write(csvLine(fields))) await once(process.stdout, 'drain');
}

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const USAGE = 'usage: npm run match -- FILE.csv (columns name_a, name_b and, if known, jurisdiction)';

const [file] = process.argv.slice(2);
try {
  if (file === undefined) throw new Error(USAGE);
  if (file === '--help' || file === '-h') process.stdout.write(`${USAGE}\n`);
  else await matchFile(file);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
