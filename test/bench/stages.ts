import fs from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import type { Bench } from './bench.js';
import { startContestants, type CachedPath } from './cached.js';
import { backendsMs, backendsOf, mainThreadMs, processorMs, samplerMs } from './processor-time.js';
import { figure, type Report, type StageTable } from './report.js';
import { OTHER_THREADS, postgresTimeByStage, POSTGRES_STAGES, REQUEST_STAGES, timeByStage } from './request-stages.js';
import type { FunctionTime, ProcessorProfile, Span } from './request-stages.js';
import { measure, type Contestant } from './slices.js';

const PATHS = ['verify', 'entity'] as const satisfies readonly CachedPath[];
/** V8 has compiled by then what is hot. */
const WARM_UP_ANSWERS = 20_000;

/** What a contestant's slices took of the processors. */
interface Spent {
  answers: number;
  wholeMs: number;
  mainThreadMs: number;
  postgresMs: number;
  spans: Span[];
}

/** Where the processor time of an answer goes, in the service and in its baseline. */
export async function benchStages(bench: Bench): Promise<Report> {
  const report: Report = { path: 'stages', title: 'Processor time by stage', sides: [], figures: [], stages: [] };
  for (const name of PATHS) {
    const profileDir = path.join(bench.stage.scratch, `profiles-of-${name}`);
    const running = await startContestants({ ...bench, profileDir }, name, {
      profileBaseline: true,
      prepare: countFunctions,
    });
    try {
      const spent = await load(bench, running.contestants);
      // Profiles are written, and what Postgres counted is complete, when the processes have ended.
      await running.stop();
      const table: StageTable = { path: name, columns: [] };
      for (const [at, contestant] of running.contestants.entries()) {
        const { column, sampled } = await columnOf(contestant, spent[at]!, profileDir);
        table.columns.push(column);
        report.figures.push(figure('stages', `${name}, ${contestant.name}: samples against processor time`, sampled));
      }
      report.stages!.push(table);
    } finally {
      await running.stop();
      await running.end();
    }
  }
  return report;
}

async function countFunctions(session: Client): Promise<void> {
  await session.query(
    `do $$ begin execute format('alter database %I set track_functions = ''all''', current_database()); end $$`,
  );
}

async function load({ client, slices }: Bench, contestants: readonly Contestant[]): Promise<Spent[]> {
  const { connections, rounds, seconds } = slices;
  const order = { connections, perSecond: undefined };
  const spent = contestants.map((): Spent => ({ answers: 0, wholeMs: 0, mainThreadMs: 0, postgresMs: 0, spans: [] }));
  const sent = contestants.map(() => 0);
  for (const [at, contestant] of contestants.entries()) {
    const enough = seconds < 1 ? 1 : WARM_UP_ANSWERS;
    while (sent[at]! < enough) {
      sent[at]! += (await measure(client, contestant, { ...order, seconds, first: sent[at]! })).answers;
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (const [at, contestant] of contestants.entries()) {
      const of = spent[at]!;
      const before = await usedBy(contestant);
      const fromUs = nowUs();
      const { answers } = await measure(client, contestant, { ...order, seconds, first: sent[at]! });
      of.spans.push({ fromUs, toUs: nowUs() });
      const after = await usedBy(contestant);
      of.wholeMs += after.wholeMs - before.wholeMs;
      of.mainThreadMs += after.mainThreadMs - before.mainThreadMs;
      of.postgresMs += backendsMs(before.backends, after.backends) ?? 0;
      of.answers += answers;
      sent[at]! += answers;
    }
  }
  return spent;
}

async function usedBy({ pid, session }: Contestant) {
  const [ofProcess, ofMainThread, backends] = [processorMs(pid), mainThreadMs(pid), await backendsOf(session)];
  if (ofProcess === undefined || ofMainThread === undefined || backendsMs(backends, backends) === undefined) {
    throw new Error('stages are measured where /proc tells of all processes, Postgres among them');
  }
  return { wholeMs: ofProcess - samplerMs(pid), mainThreadMs: ofMainThread, backends };
}

/** The clock of V8's samples. */
const nowUs = () => Number(process.hrtime.bigint() / 1_000n);

/**
 * Samples and functions are timed by the clock, and wait where the machine is busy: only their shares are taken, of the processor time that the
 * main thread and the backends of Postgres used meanwhile. So the stages add up to the whole.
 */
async function columnOf({ name, pid, session }: Contestant, spent: Spent, profileDir: string) {
  const { answers, wholeMs, postgresMs } = spent;
  const perAnswer = (ms: number) => (ms * 1000) / Math.max(1, answers);
  const profile = await profileOf(pid, profileDir);
  const sampled = timesIn(profile, spent.spans);
  const sampledUs = sum(sampled.values());
  const stages: Record<string, number> = {};
  for (const stage of REQUEST_STAGES) {
    stages[stage] = perAnswer(spent.mainThreadMs) * ((sampled.get(stage) ?? 0) / Math.max(1, sampledUs));
  }
  stages[OTHER_THREADS] = perAnswer(wholeMs - spent.mainThreadMs);
  const { functions, activeMs } = await functionsOf(session);
  const inPostgres = postgresTimeByStage(functions, activeMs);
  const countedMs = sum(inPostgres.values());
  for (const stage of POSTGRES_STAGES) {
    stages[stage] = perAnswer(postgresMs) * ((inPostgres.get(stage) ?? 0) / Math.max(1, countedMs));
  }
  const whole = perAnswer(wholeMs + postgresMs);
  return { column: { name, stages, whole }, sampled: sampledUs / 1000 / Math.max(1, spent.mainThreadMs) };
}

async function profileOf(pid: number, folder: string): Promise<ProcessorProfile> {
  const files = await fs.readdir(folder);
  // The main thread is thread 0 of its process.
  const file = files.find((each) => each.includes(`.${pid}.0.`));
  if (file === undefined) throw new Error(`process ${pid} left no profile`);
  return JSON.parse(await fs.readFile(path.join(folder, file), 'utf8')) as ProcessorProfile;
}

function timesIn(profile: ProcessorProfile, spans: readonly Span[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const span of spans) {
    for (const [stage, us] of timeByStage(profile, span)) times.set(stage, (times.get(stage) ?? 0) + us);
  }
  return times;
}

/** What Postgres counted since the database was made, for this contestant alone. */
async function functionsOf(session: Client): Promise<{ functions: FunctionTime[]; activeMs: number }> {
  const { rows: functions } = await session.query<FunctionTime>(
    'select funcname as name, self_time as "selfMs" from pg_stat_user_functions',
  );
  const { rows } = await session.query<{ ms: number }>(
    'select active_time as ms from pg_stat_database where datname = current_database()',
  );
  return { functions, activeMs: rows[0]?.ms ?? 0 };
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
