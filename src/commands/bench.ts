import { parseArgs } from 'node:util';
import { benchMirror } from './bench/mirror.js';

// npm run bench -- mirror [--rows N]
// Measures the service on data made for it, each figure beside the goal it is held to.

const USAGE = 'usage: npm run bench -- mirror [--rows N]';

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { rows: { type: 'string' } } });
  if (positionals[0] !== 'mirror' || positionals.length > 1) throw new Error(USAGE);
  const rows = Number(values.rows ?? 1_000_000);
  if (!Number.isInteger(rows) || rows < 1000) throw new Error('--rows must be a whole number of at least 1000');
  await benchMirror(rows, (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
