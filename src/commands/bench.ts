import { parseArgs } from 'node:util';
import { benchMirror } from './bench/mirror.js';
import { benchWebhooks } from './bench/webhooks.js';

// npm run bench -- mirror [--rows N] | webhooks
// Measures the service on data made for it, each figure beside the goal it is held to.

const USAGE = 'usage: npm run bench -- mirror [--rows N] | webhooks';

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { rows: { type: 'string' } } });
  const [what, ...more] = positionals;
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  if (more.length > 0) throw new Error(USAGE);
  if (what === 'webhooks') await benchWebhooks(say);
  else if (what === 'mirror') await benchMirror(wholeNumber(values.rows ?? '1000000'), say);
  else throw new Error(USAGE);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function wholeNumber(text: string): number {
  const rows = Number(text);
  if (!Number.isInteger(rows) || rows < 1000) throw new Error('--rows must be a whole number of at least 1000');
  return rows;
}
