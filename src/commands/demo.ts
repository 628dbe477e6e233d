import { parseArgs } from 'node:util';
import { Narrator } from './demo/narrator.js';
import { startSecondService } from './demo/second-service.js';
import { tell } from './demo/story.js';

// Tells the whole story against a running service. Exit status 0 when everything was as promised; else 1 and the first thing that was not.

const OPTIONS = {
  url: { type: 'string', default: 'http://127.0.0.1:3000' },
  key: { type: 'string' },
  outbox: { type: 'string', default: '.data/outbox' },
  name: { type: 'string' },
  jurisdiction: { type: 'string', default: 'us-co' },
} as const;

const coloured = process.stdout.isTTY && process.stdout.hasColors();
const narrator = new Narrator((line) => void process.stdout.write(`${line}\n`), coloured);

const USAGE = `usage: npm run demo -- ${Object.keys(OPTIONS)
  .map((option) => `[--${option} …]`)
  .join(' ')}`;

try {
  const { url, key, outbox, name, jurisdiction } = parseArgs({ options: OPTIONS }).values;
  await tell({ url, key, outbox, name, jurisdiction, second: startSecondService }, narrator);
} catch (error) {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const misspelt = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  const why = cause instanceof Error ? ` (${cause.message || String(cause)})` : '';
  process.stderr.write(`\n   ✗ ${message}${why}\n${misspelt ? `   ${USAGE}\n` : ''}`);
  process.exitCode = 1;
}
