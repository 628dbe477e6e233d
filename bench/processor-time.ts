import fs from 'node:fs';
import type { Client } from 'pg';

const TICKS_PER_SECOND = 100;

/**
 * Processor time the processes have used so far, user and system; `undefined` without /proc, or if
 * one of them has ended.
 */
export function processorMs(...pids: readonly number[]): number | undefined {
  return pids
    .map((pid) => usedMs(`/proc/${pid}/stat`))
    .reduce((sum: number | undefined, ms) => (sum === undefined || ms === undefined ? undefined : sum + ms), 0);
}

/** Processor time of the main thread alone, which runs the JavaScript in Node. */
export function mainThreadMs(pid: number): number | undefined {
  return usedMs(`/proc/${pid}/task/${pid}/stat`);
}

function usedMs(file: string): number | undefined {
  try {
    const stat = fs.readFileSync(file, 'utf8');
    // The second field, the program's name, may contain anything, including spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}

/**
 * Processor time of the V8 thread that takes samples for a profile. It is not work of the process
 * itself.
 */
export function samplerMs(pid: number): number {
  const threads = fs.readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  const samplers = threads.filter((thread) => fs.readFileSync(`${thread}/comm`, 'utf8').startsWith('v8:Prof'));
  return samplers.reduce((sum, thread) => sum + (usedMs(`${thread}/stat`) ?? 0), 0);
}

/** Processor time of each server process of a database; `undefined` for one that runs elsewhere. */
export type Backends = ReadonlyMap<number, number | undefined>;

/** Reads the backends of the session's database. */
export async function backendsOf(session: Client): Promise<Backends> {
  const { rows } = await session.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  return new Map(rows.map(({ pid }) => [pid, processorMs(pid)] as const));
}

/**
 * Returns the processor time used between the two. The time of backends that have ended in between
 * is unknown and not included.
 */
export function backendsMs(before: Backends, after: Backends): number | undefined {
  let sum = 0;
  for (const [pid, ms] of after) {
    if (ms === undefined) return undefined;
    sum += ms - (before.get(pid) ?? 0);
  }
  return sum;
}

/** Resident memory of a process; `undefined` where there is no /proc. */
export function residentBytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
