import fs from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { backendsMs, backendsOf, mainThreadMs, processorMs, samplerMs } from './processor-time.js';
import type { StageTable } from './report.js';
import { OTHER_THREADS, postgresTimeByStage, POSTGRES_STAGES, stageNames, timeByStage } from './request-stages.js';
import type { FunctionTime, ProcessorProfile, Span, StageRules } from './request-stages.js';

/** A process whose processor time is measured, with a session on its database if it has one. */
export interface Watched {
  name: string;
  pid: number;
  session?: Client;
}

/** Processor time used while measuring. */
export interface Spent {
  answers: number;
  wholeMs: number;
  mainThreadMs: number;
  postgresMs: number;
  spans: Span[];
}

export interface Column {
  column: StageTable['columns'][number];
  /** Sampled time as a share of the processor time of the main thread. */
  sampled: number;
}

export function nothingSpent(): Spent {
  return { answers: 0, wholeMs: 0, mainThreadMs: 0, postgresMs: 0, spans: [] };
}

/** Runs the work and adds the time it takes. `work` returns its number of answers. */
export async function spend(of: Spent, watched: Watched, work: () => Promise<number>): Promise<void> {
  const before = await usedBy(watched);
  const fromUs = nowUs();
  of.answers += await work();
  of.spans.push({ fromUs, toUs: nowUs() });
  const after = await usedBy(watched);
  of.wholeMs += after.wholeMs - before.wholeMs;
  of.mainThreadMs += after.mainThreadMs - before.mainThreadMs;
  of.postgresMs += backendsMs(before.backends, after.backends) ?? 0;
}

async function usedBy({ pid, session }: Watched) {
  const backends = session ? await backendsOf(session) : new Map<number, number>();
  const [ofProcess, ofMainThread] = [processorMs(pid), mainThreadMs(pid)];
  if (ofProcess === undefined || ofMainThread === undefined || backendsMs(backends, backends) === undefined) {
    throw new Error('stages are measured where /proc tells of all processes, Postgres among them');
  }
  return { wholeMs: ofProcess - samplerMs(pid), mainThreadMs: ofMainThread, backends };
}

/** The clock of V8's samples. */
const nowUs = () => Number(process.hrtime.bigint() / 1_000n);

/**
 * Samples and function times are wall-clock times, which stretch when the machine is busy. Only
 * their shares are used, applied to the processor time of the main thread and the Postgres
 * backends. The stages therefore add up to the whole.
 */
export async function columnOf(
  { name, session }: Watched,
  spent: Spent,
  profile: ProcessorProfile,
  rules: StageRules,
): Promise<Column> {
  const { answers, wholeMs, postgresMs } = spent;
  const perAnswer = (ms: number) => (ms * 1000) / Math.max(1, answers);
  const sampled = timesIn(profile, spent.spans, rules);
  const sampledUs = sum(sampled.values());
  const stages: Record<string, number> = {};
  for (const stage of stageNames(rules)) {
    stages[stage] = perAnswer(spent.mainThreadMs) * ((sampled.get(stage) ?? 0) / Math.max(1, sampledUs));
  }
  stages[OTHER_THREADS] = perAnswer(wholeMs - spent.mainThreadMs);
  if (session) {
    const { functions, activeMs } = await functionsOf(session);
    const inPostgres = postgresTimeByStage(functions, activeMs);
    const countedMs = sum(inPostgres.values());
    for (const stage of POSTGRES_STAGES) {
      stages[stage] = perAnswer(postgresMs) * ((inPostgres.get(stage) ?? 0) / Math.max(1, countedMs));
    }
  }
  const whole = perAnswer(wholeMs + postgresMs);
  return { column: { name, stages, whole }, sampled: sampledUs / 1000 / Math.max(1, spent.mainThreadMs) };
}

/** Reads the profile that a process wrote into this folder on exit. */
export async function profileOf(pid: number, folder: string): Promise<ProcessorProfile> {
  const files = await fs.readdir(folder);
  // The main thread is thread 0 of its process.
  const file = files.find((each) => each.includes(`.${pid}.0.`));
  if (file === undefined) throw new Error(`process ${pid} left no profile`);
  return JSON.parse(await fs.readFile(path.join(folder, file), 'utf8')) as ProcessorProfile;
}

/** Makes Postgres count the time of each function of this database. */
export async function countFunctions(session: Client): Promise<void> {
  await session.query(
    `do $$ begin execute format('alter database %I set track_functions = ''all''', current_database()); end $$`,
  );
}

function timesIn(profile: ProcessorProfile, spans: readonly Span[], rules: StageRules): Map<string, number> {
  const times = new Map<string, number>();
  for (const span of spans) {
    for (const [stage, us] of timeByStage(profile, span, rules)) times.set(stage, (times.get(stage) ?? 0) + us);
  }
  return times;
}

/** Reads what Postgres has counted since the database was created, for this contestant alone. */
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
