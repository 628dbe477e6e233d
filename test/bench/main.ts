import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench } from './bench.js';
import { benchBilling } from './billing.js';
import { benchCached } from './cached.js';
import { LoadClient } from './client.js';
import { benchGrowth } from './growth.js';
import { benchIdle } from './idle.js';
import { benchMirror } from './mirror.js';
import { benchQueues } from './queues.js';
import { figuresTable, sidesTable, type Report } from './report.js';
import { writeResults } from './results.js';
import { benchSearch } from './search.js';
import { benchSoak } from './soak.js';
import { Stage } from './stage.js';
import { benchUncached } from './uncached.js';
import { benchWebhooks } from './webhooks.js';

// npm run bench -- [PATH …] [options]
// Measures the compiled service on data made for it, beside floor programs for the same paths, each figure beside the goal it is held to.

const PATHS: Record<string, (bench: Bench) => Promise<Report>> = {
  verify: (bench) => benchCached(bench, 'verify'),
  'verify-1000': (bench) => benchCached(bench, 'verify-1000'),
  entity: (bench) => benchCached(bench, 'entity'),
  search: benchSearch,
  uncached: benchUncached,
  webhooks: benchWebhooks,
  billing: benchBilling,
  queues: benchQueues,
  idle: benchIdle,
  mirror: benchMirror,
  growth: benchGrowth,
  soak: benchSoak,
};
/** What takes hours is asked for by name. */
const UNLESS_NAMED = Object.keys(PATHS).filter((name) => name !== 'soak');

const USAGE = `usage: npm run bench -- [PATH …] [options]
  PATH                ${Object.keys(PATHS).join(', ')}; all but soak unless named
  --seconds N         length of a slice (3)
  --rounds N          slices of each side (5)
  --rows N            records of the mirror (1000000)
  --largest N         entities at the end of the growth (10000000)
  --jobs N            ended jobs behind which queues are measured (1000000)
  --soak-seconds N    length of the soak (3600)
  --out FOLDER        where to write results and charts (bench-results/<time>)
  --profile FOLDER    write processor profiles of the service`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '5' },
      rows: { type: 'string', default: '1000000' },
      largest: { type: 'string', default: '10000000' },
      jobs: { type: 'string', default: '1000000' },
      'soak-seconds': { type: 'string', default: '3600' },
      out: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true || positionals.some((name) => !(name in PATHS))) throw new Error(USAGE);
  const seconds = number('seconds', values.seconds, 0.1);
  const rounds = number('rounds', values.rounds, 1);
  await run(positionals.length > 0 ? positionals : UNLESS_NAMED, values.out, {
    slices: { seconds, rounds, warmUpSeconds: Math.min(seconds, 3), connections: 64 },
    entities: 10_000,
    largest: number('largest', values.largest, 20_000),
    rows: number('rows', values.rows, 1_000),
    jobs: number('jobs', values.jobs, 2_000),
    soakSeconds: number('soak-seconds', values['soak-seconds'], 1),
    profileDir: values.profile,
    say: (line) => void process.stdout.write(`${line}\n`),
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function run(
  paths: readonly string[],
  out: string | undefined,
  given: Omit<Bench, 'stage' | 'client'>,
): Promise<void> {
  const { say } = given;
  const startedAt = new Date();
  const folder = out ?? path.join('bench-results', startedAt.toISOString().replaceAll(':', '-'));
  const stage = await Stage.open(say);
  const client = new LoadClient();
  const reports: Report[] = [];
  try {
    for (const name of paths) {
      say(`measuring ${name}`);
      const report = await PATHS[name]!({ ...given, stage, client });
      reports.push(report);
      // At once, so that a run that is broken off leaves what it has.
      say(figuresTable([report]));
      await writeResults(folder, startedAt, reports);
      await stage.clear();
    }
  } finally {
    client.end();
    await stage.close();
  }
  say(`\n${sidesTable(reports)}\n\n${figuresTable(reports)}\n`);
  say(`written to ${folder}`);
}

function number(option: string, text: string, least: number): number {
  const value = Number(text);
  if (!(value >= least)) throw new Error(`--${option} must be a number of at least ${least}`);
  return value;
}
