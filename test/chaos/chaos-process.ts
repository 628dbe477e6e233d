// npm run chaos [-- --seconds 600 --json FILE --only REGEX]: two API processes and two workers under load, while one fault follows the other.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { holds } from './checker.js';
import { runChaos } from './run.js';
import { summary } from './summary.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    json: { type: 'string', default: 'bench-results/chaos.json' },
    only: { type: 'string', default: '' },
  },
});
const plan = {
  seconds: Number(values.seconds),
  everyMs: 14_000,
  awayMs: 60_000,
  whileMs: 5_000,
  only: new RegExp(values.only),
  neighbour: values.only === '',
};
const outcome = await runChaos(plan, (line) => console.log(line));
console.log(summary(outcome));
await mkdir(dirname(values.json), { recursive: true });
await writeFile(values.json, `${JSON.stringify(outcome, undefined, 2)}\n`);
console.log(`The numbers are in ${values.json} too.`);
process.exitCode = holds(outcome.verdict) && outcome.complaints.length === 0 ? 0 : 1;
