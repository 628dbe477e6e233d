// npm run chaos [-- --seconds 600 --json FILE --only REGEX]: two API processes and two workers under load, while one fault follows the other.
// npm run chaos -- --neighbour: without faults, only what one noisy account does to another.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { holds } from './checker.js';
import { runChaos, runNeighbour } from './run.js';
import { neighbourSummary, summary } from './summary.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    json: { type: 'string', default: 'bench-results/chaos.json' },
    only: { type: 'string', default: '' },
    neighbour: { type: 'boolean', default: false },
  },
});
const say = (line: string) => console.log(line);

if (values.neighbour) await neighbour();
else await chaos();

async function neighbour(): Promise<void> {
  const { service, floor } = await runNeighbour(say);
  say(neighbourSummary(service));
  say(`where nothing is done: ${neighbourSummary(floor)}`);
}

async function chaos(): Promise<void> {
  const plan = {
    seconds: Number(values.seconds),
    everyMs: 14_000,
    awayMs: 60_000,
    whileMs: 5_000,
    silentMs: 30_000,
    suspendedMs: 20_000,
    only: new RegExp(values.only),
    neighbour: values.only === '',
  };
  const outcome = await runChaos(plan, say);
  say(summary(outcome));
  await mkdir(dirname(values.json), { recursive: true });
  await writeFile(values.json, `${JSON.stringify(outcome, undefined, 2)}\n`);
  say(`The numbers are in ${values.json} too.`);
  process.exitCode = holds(outcome.verdict) && outcome.complaints.length === 0 ? 0 : 1;
}
