import fs from 'node:fs';
import type { Client } from 'pg';

const TICKS_PER_SECOND = 100;

/** Processor time that processes have used so far, user and system; `undefined` where there is no /proc, and when one of them is gone. */
export function processorMs(...pids: readonly number[]): number | undefined {
  return pids
    .map((pid) => usedMs(`/proc/${pid}/stat`))
    .reduce((sum: number | undefined, ms) => (sum === undefined || ms === undefined ? undefined : sum + ms), 0);
}

/** Of its main thread alone, which in Node is where JavaScript runs. */
export function mainThreadMs(pid: number): number | undefined {
  return usedMs(`/proc/${pid}/task/${pid}/stat`);
}

function usedMs(file: string): number | undefined {
  try {
    const stat = fs.readFileSync(file, 'utf8');
    // The second field, the program's name, may hold anything, blanks and brackets too.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}

/** Processor time of V8's thread that takes samples while a profile is written, which is no work of the process. */
export function samplerMs(pid: number): number {
  const threads = fs.readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  const samplers = threads.filter((thread) => fs.readFileSync(`${thread}/comm`, 'utf8').startsWith('v8:Prof'));
  return samplers.reduce((sum, thread) => sum + (usedMs(`${thread}/stat`) ?? 0), 0);
}

/** Processor time of each server process that works for a database; `undefined` for one that runs elsewhere. */
export type Backends = ReadonlyMap<number, number | undefined>;

/** Of the database that a session is connected to. */
export async function backendsOf(session: Client): Promise<Backends> {
  const { rows } = await session.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  return new Map(rows.map(({ pid }) => [pid, processorMs(pid)] as const));
}

/** What backends have used since; what one used that has gone meanwhile is not known any more. */
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
