import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Bench } from './bench.js';
import { residentBytes } from './processor-time.js';
import { figure, type Report } from './report.js';
import { seededDatabase } from './seed.js';
import { READY, startService } from './service.js';
import { median, type SliceOptions } from './slices.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** The engine releases what the start needed after 20 to 30 s; only slices of less than a second, which measure nothing, wait less. */
const SETTLE_MS = 40_000;
const STARTS = 3;
/** The pages of support are there too. */
const ADMIN_API_KEY = 'an admin key of the benchmarks, long enough';
/** It goes on with this and that for a moment after it is ready. */
const REST_MS = 1_000;

/** What the service takes while nobody asks it anything, and how long `npm start` needs. */
export async function benchIdle({ stage, slices }: Bench): Promise<Report> {
  const databaseUrl = await seededDatabase(stage, [], 0);
  const atRest = async (console: 'on' | 'off') => {
    const service = await startService(stage, { databaseUrl, env: { CONSOLE: console, ADMIN_API_KEY } });
    await settled(slices);
    const bytes = residentBytes(service.pid);
    await service.stop();
    return bytes ?? Number.NaN;
  };
  const starts = Math.min(STARTS, slices.rounds);
  const shown: number[] = [];
  const left: number[] = [];
  for (let at = 0; at < starts; at++) {
    shown.push(await atRest('on'));
    left.push(await atRest('off'));
  }
  const resident = median(shown);
  const dataDir = path.join(stage.scratch, 'started-by-npm');
  const first = await npmStart(dataDir);
  const further: number[] = [];
  for (let at = 0; at < starts; at++) further.push(await npmStart(dataDir));
  return {
    path: 'idle',
    title: 'At rest, and coming up',
    sides: [],
    figures: [
      ...(Number.isNaN(resident)
        ? []
        : [
            figure('idle', 'resident, ROLE=all without Postgres', resident / 1e6, 'MB'),
            figure('idle', 'resident, what the console adds', (resident - median(left)) / 1e6, 'MB'),
          ]),
      figure('idle', 'npm start to ready, with a new database', first / 1000, 's'),
      figure('idle', 'npm start to ready', median(further) / 1000, 's'),
    ],
  };
}

/** Waits until the service is at rest. */
export async function settled({ seconds }: SliceOptions): Promise<void> {
  await sleep(seconds < 1 ? seconds * 1000 : SETTLE_MS);
}

/** Milliseconds until it is ready; then it is stopped. */
async function npmStart(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', DATA_DIR: dataDir };
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  // Until the last of the group has let go of the pipe: npm may be gone before the service has stopped its database.
  const exited = once(child, 'close');
  const said = new Promise<boolean>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => READY.test(line) && resolve(true));
  });
  const ready = await Promise.race([said, exited.then(() => false)]);
  const ms = performance.now() - startedAt;
  if (!ready) throw new Error('npm start ended before the service was ready');
  await sleep(REST_MS);
  // All of the group: npm does not always pass a signal on to the shell that it started.
  process.kill(-child.pid!, 'SIGTERM');
  await exited;
  return ms;
}
