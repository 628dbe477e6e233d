import path from 'node:path';
import { runCommand, UsageError, type Arguments } from '../src/commands/cli/command.js';
import type { Bench } from './bench.js';
import { benchBatches } from './batches.js';
import { benchBilling } from './billing.js';
import { benchBudgets } from './budgets.js';
import { benchCached } from './cached.js';
import { LoadClient } from './client.js';
import { benchGrowth } from './growth.js';
import { benchEvidence } from './evidence.js';
import { benchIdle } from './idle.js';
import { benchMemory } from './memory.js';
import { benchMirror } from './mirror.js';
import { benchPeers } from './peers/peers.js';
import { benchQueues } from './queues.js';
import { figuresTable, sidesTable, stagesTable, type Report } from './report.js';
import { writeResults } from './results.js';
import { benchScaling } from './scaling.js';
import { benchSearch } from './search.js';
import { benchSoak } from './soak.js';
import { benchStages } from './stages.js';
import { Stage } from './stage.js';
import { benchStatistics } from './statistics.js';
import { benchSuggest } from './suggest.js';
import { benchTables } from './tables.js';
import { benchUncached } from './uncached.js';
import { benchWatches, benchWatchYears } from './watches.js';
import { benchWebhooks } from './webhooks.js';

const PATHS: Record<string, (bench: Bench) => Promise<Report>> = {
  verify: (bench) => benchCached(bench, 'verify'),
  'verify-1000': (bench) => benchCached(bench, 'verify-1000'),
  entity: (bench) => benchCached(bench, 'entity'),
  stages: benchStages,
  budgets: benchBudgets,
  search: benchSearch,
  uncached: benchUncached,
  evidence: benchEvidence,
  webhooks: benchWebhooks,
  billing: benchBilling,
  queues: benchQueues,
  tables: benchTables,
  idle: benchIdle,
  memory: benchMemory,
  mirror: benchMirror,
  suggest: benchSuggest,
  batches: benchBatches,
  statistics: benchStatistics,
  growth: benchGrowth,
  scaling: benchScaling,
  watches: benchWatches,
  'watch-years': benchWatchYears,
  peers: benchPeers,
  soak: benchSoak,
};
/** Paths that take hours run only when named. */
const UNLESS_NAMED = Object.keys(PATHS).filter((name) => name !== 'soak');

/** Measurements with arguments of their own. */
const PROGRAMS = new Map([
  ['match-report', './match-report/main.js'],
  ['chaos', '../test/stress/chaos/chaos-process.js'],
]);

const COMMAND = {
  name: 'bench',
  typed: 'npm run bench --',
  summary:
    'Measures the compiled service on data made for it, beside baseline programs for the same paths, each figure beside the goal it is held to.',
  forms: ['[PATH...]'],
  options: {
    seconds: { type: 'string', value: 'N', default: '3', help: 'length of a slice' },
    rounds: { type: 'string', value: 'N', default: '5', help: 'slices of each side' },
    entities: {
      type: 'string',
      value: 'N',
      default: '10000',
      help: 'known entities where their number is not what is measured',
    },
    rows: {
      type: 'string',
      value: 'N',
      default: '1000000',
      help: 'records of the mirror, and rows of a file up to 100,000',
    },
    largest: { type: 'string', value: 'N', default: '10000000', help: 'entities at the end of the growth' },
    jobs: {
      type: 'string',
      value: 'N',
      default: '1000000',
      help: 'ended jobs behind which queues and tables are measured',
    },
    records: {
      type: 'string',
      value: 'N',
      default: '1000000',
      help: 'records of answers behind which tables are measured',
    },
    days: { type: 'string', value: 'N', default: '3650', help: 'days of the sandbox that watches live through' },
    processes: {
      type: 'string',
      value: 'N',
      default: '4',
      help: 'API processes and workers at the end of the scaling',
    },
    'soak-seconds': { type: 'string', value: 'N', default: '3600', help: 'length of the soak' },
    out: {
      type: 'string',
      value: 'FOLDER',
      help: 'where to write results and charts; bench-results/<time> unless given',
    },
    profile: { type: 'string', value: 'FOLDER', help: 'where to write processor profiles of the service' },
  },
  notes: [
    `PATH is one of ${Object.keys(PATHS).join(', ')}; all but soak unless named. ${[...PROGRAMS.keys()].join(' and ')} take arguments of their own.`,
  ],
} as const;

const program = PROGRAMS.get(process.argv[2] ?? '');
if (program === undefined) await runCommand(COMMAND, measure);
else {
  process.argv.splice(2, 1);
  await import(program);
}

async function measure({ values, positionals }: Arguments<typeof COMMAND.options>): Promise<void> {
  const unknown = positionals.find((name) => !Object.hasOwn(PATHS, name));
  if (unknown !== undefined) throw new UsageError(`"${unknown}" is not a path`);
  const seconds = number('seconds', values.seconds, 0.1);
  const rounds = number('rounds', values.rounds, 1);
  await run(positionals.length > 0 ? positionals : UNLESS_NAMED, values.out, {
    slices: { seconds, rounds, warmUpSeconds: Math.min(seconds, 3), connections: 64 },
    entities: number('entities', values.entities, 1_000),
    largest: number('largest', values.largest, 20_000),
    rows: number('rows', values.rows, 1_000),
    jobs: number('jobs', values.jobs, 2_000),
    records: number('records', values.records, 2_000),
    days: number('days', values.days, 8),
    processes: number('processes', values.processes, 1),
    soakSeconds: number('soak-seconds', values['soak-seconds'], 1),
    profileDir: values.profile,
    say: (line) => void process.stdout.write(`${line}\n`),
  });
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
      // Printed after each path, so that an interrupted run keeps its results.
      say(figuresTable([report]));
      for (const each of report.stages ?? []) say(`\n${stagesTable(each)}`);
      await writeResults(folder, startedAt, reports);
      await stage.clear();
    }
  } finally {
    client.end();
    await stage.close();
  }
  say(`\n${sidesTable(reports)}\n`);
  // The table of a single path has already been printed.
  if (reports.length > 1) say(`${figuresTable(reports)}\n`);
  say(`written to ${folder}`);
}

function number(option: string, text: string, least: number): number {
  const value = Number(text);
  if (!(value >= least)) throw new UsageError(`--${option} must be a number of at least ${least}`);
  return value;
}
