import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { runCommand, wholeNumber } from '../../../src/commands/cli/command.js';
import { holds } from './checker.js';
import { runChaos, runNeighbour } from './run.js';
import { neighbourSummary, neighbourVerdict, summary } from './summary.js';

const COMMAND = {
  name: 'chaos',
  typed: 'npm run bench -- chaos',
  summary:
    'Two API processes and two workers under load, while one fault follows the other. Ends with 0 when every promise was kept.',
  options: {
    seconds: { type: 'string', value: 'N', default: '600', help: 'how long' },
    json: { type: 'string', value: 'FILE', default: 'bench-results/chaos.json', help: 'where the numbers go' },
    only: { type: 'string', value: 'REGEX', help: 'only faults whose name it finds; all unless given' },
    neighbour: { type: 'boolean', help: 'no faults: only what one noisy account does to another' },
  },
} as const;
const say = (line: string) => console.log(line);

await runCommand(COMMAND, async ({ values: { seconds, json, only = '', neighbour: alone } }) => {
  if (alone) await neighbour();
  else await chaos(wholeNumber('--seconds', seconds, 1, 1_000_000), json, only);
});

async function neighbour(): Promise<void> {
  const measured = await runNeighbour(say);
  say(neighbourSummary(measured.service));
  say(`where nothing is done: ${neighbourSummary(measured.floor)}`);
  say(neighbourVerdict(measured));
}

async function chaos(seconds: number, json: string, only: string): Promise<void> {
  const plan = {
    seconds,
    everyMs: 14_000,
    awayMs: 60_000,
    whileMs: 5_000,
    silentMs: 30_000,
    suspendedMs: 20_000,
    only: new RegExp(only),
    neighbour: only === '',
  };
  const outcome = await runChaos(plan, say);
  say(summary(outcome));
  await mkdir(dirname(json), { recursive: true });
  await writeFile(json, `${JSON.stringify(outcome, undefined, 2)}\n`);
  say(`The numbers are in ${json} too.`);
  // An abandoned measurement may still wait for its responses.
  process.exit(holds(outcome.verdict) && outcome.complaints.length === 0 ? 0 : 1);
}
