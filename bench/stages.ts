import { Session } from 'node:inspector/promises';
import path from 'node:path';
import type { Bench } from './bench.js';
import { startContestants, type CachedPath } from './cached.js';
import { figure, type Report, type StageTable } from './report.js';
import {
  JOB_STAGES,
  REQUEST_STAGES,
  WEBHOOK_STAGES,
  type ProcessorProfile,
  type StageRules,
} from './request-stages.js';
import { measure, type Contestant } from './slices.js';
import {
  columnOf,
  countFunctions,
  nothingSpent,
  profileOf,
  spend,
  type Column,
  type Spent,
  type Watched,
} from './stage-columns.js';
import { startWorkers } from './uncached.js';
import { round, startAttempts } from './webhooks.js';

const PATHS = ['verify', 'verify-1000', 'entity'] as const satisfies readonly CachedPath[];
/** V8 has compiled the hot code by then. */
const WARM_UP_ANSWERS = 20_000;
/** Alternating rounds of half a second. */
const WEBHOOK_ROUNDS = 4;

/** Breaks down the processor time of an answer by stage, in the service and in its baseline. */
export async function benchStages(bench: Bench): Promise<Report> {
  const report: Report = { path: 'stages', title: 'Processor time by stage', sides: [], figures: [], stages: [] };
  const add = (name: string, columns: readonly Column[]) => {
    const table: StageTable = { path: name, columns: columns.map(({ column }) => column) };
    report.stages!.push(table);
    for (const { column, sampled } of columns) {
      report.figures.push(figure('stages', `${name}, ${column.name}: samples against processor time`, sampled));
    }
  };
  for (const name of PATHS) add(name, await ofRequests(bench, name));
  add('uncached', await ofJobs(bench));
  add('webhooks', await ofAttempts(bench));
  return report;
}

async function ofRequests(bench: Bench, name: CachedPath): Promise<Column[]> {
  const profileDir = path.join(bench.stage.scratch, `profiles-of-${name}`);
  const running = await startContestants({ ...bench, profileDir }, name, {
    profileBaseline: true,
    prepare: countFunctions,
  });
  try {
    const spent = await load(bench, running.contestants);
    // The profiles and the counters of Postgres are complete only when the processes have ended.
    await running.stop();
    return await columnsOf(running.contestants, spent, profileDir, REQUEST_STAGES);
  } finally {
    await running.stop();
    await running.end();
  }
}

async function load({ client, slices }: Bench, contestants: readonly Contestant[]): Promise<Spent[]> {
  const { connections, rounds, seconds } = slices;
  const order = { connections, perSecond: undefined, seconds };
  const spent = contestants.map(nothingSpent);
  const sent = contestants.map(() => 0);
  const send = async (at: number) => {
    const { answers } = await measure(client, contestants[at]!, { ...order, first: sent[at]! });
    sent[at]! += answers;
    return answers;
  };
  for (const at of contestants.keys()) {
    const enough = seconds < 1 ? 1 : WARM_UP_ANSWERS;
    while (sent[at]! < enough) await send(at);
  }
  for (let turn = 0; turn < rounds; turn++) {
    for (const [at, contestant] of contestants.entries()) await spend(spent[at]!, contestant, () => send(at));
  }
  return spent;
}

async function ofJobs(bench: Bench): Promise<Column[]> {
  const profileDir = path.join(bench.stage.scratch, 'profiles-of-uncached');
  const running = await startWorkers({ ...bench, profileDir }, { profileBaseline: true, prepare: countFunctions });
  const { workers, driver } = running;
  const { rounds, seconds, warmUpSeconds } = bench.slices;
  const spent = workers.map(nothingSpent);
  try {
    for (const worker of workers) await driver.load(worker, warmUpSeconds);
    for (let turn = 0; turn < rounds; turn++) {
      for (const [at, worker] of workers.entries()) {
        await spend(spent[at]!, worker, async () => (await driver.load(worker, seconds)).answers);
      }
    }
    await running.stop();
    return await columnsOf(workers, spent, profileDir, JOB_STAGES);
  } finally {
    await running.stop();
    await running.end();
  }
}

async function columnsOf(
  watched: readonly Watched[],
  spent: readonly Spent[],
  profileDir: string,
  rules: StageRules,
): Promise<Column[]> {
  const columns: Column[] = [];
  for (const [at, each] of watched.entries()) {
    columns.push(await columnOf(each, spent[at]!, await profileOf(each.pid, profileDir), rules));
  }
  return columns;
}

/** Attempts run in this process, so it profiles itself. */
async function ofAttempts({ slices }: Bench): Promise<Column[]> {
  const { attempt, baseline, stop } = await startAttempts();
  const sides = [
    { name: 'service', pid: process.pid, work: attempt, spent: nothingSpent() },
    { name: 'baseline', pid: process.pid, work: baseline, spent: nothingSpent() },
  ];
  const session = new Session();
  try {
    for (const { work } of [...sides, ...sides]) await round(work);
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    for (let turn = 0; turn < slices.rounds * WEBHOOK_ROUNDS; turn++) {
      for (const side of sides) await spend(side.spent, side, async () => (await round(side.work)).done);
    }
    const { profile } = await session.post('Profiler.stop');
    return await Promise.all(
      sides.map((side) => columnOf(side, side.spent, profile as ProcessorProfile, WEBHOOK_STAGES)),
    );
  } finally {
    session.disconnect();
    await stop();
  }
}
