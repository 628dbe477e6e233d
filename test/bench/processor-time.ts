import fs from 'node:fs';
import type { Client } from 'pg';

const TICKS_PER_SECOND = 100;

/** Processor time a process has used so far, user and system; `undefined` where there is no /proc, and for a process that is gone. */
export function processorMs(pid: number): number | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the program's name, may hold anything, blanks and brackets too.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}

/** Processor time of the server processes that work for the database a session is connected to; `undefined` when they run elsewhere. */
export async function backendsMs(session: Client): Promise<number | undefined> {
  const { rows } = await session.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  const times = rows.map(({ pid }) => processorMs(pid));
  return times.reduce<number | undefined>(
    (sum, ms) => (sum === undefined || ms === undefined ? undefined : sum + ms),
    0,
  );
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
