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
/**
 * V8 releases the memory of the start after 20 to 30 s. Only slices shorter than a second wait
 * less, and they measure nothing.
 */
const SETTLE_MS = 40_000;
const STARTS = 3;
/** Enables the admin pages, too. */
const ADMIN_API_KEY = 'an admin key of the benchmarks, long enough';
/** Some start-up work continues for a moment after the service is ready. */
const REST_MS = 1_000;

/** Measures the memory of the idle service, and how long `npm start` takes. */
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

export async function settled({ seconds }: SliceOptions): Promise<void> {
  await sleep(seconds < 1 ? seconds * 1000 : SETTLE_MS);
}

/** Returns the milliseconds until the service is ready, and stops it. */
async function npmStart(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', DATA_DIR: dataDir };
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  // Resolves once the last process of the group has closed the pipe: npm may exit before the
  // service has stopped its database.
  const exited = once(child, 'close');
  const said = new Promise<boolean>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => READY.test(line) && resolve(true));
  });
  const ready = await Promise.race([said, exited.then(() => false)]);
  const ms = performance.now() - startedAt;
  if (!ready) throw new Error('npm start ended before the service was ready');
  await sleep(REST_MS);
  // Signals the whole group, because npm does not always pass a signal on to the shell it started.
  process.kill(-child.pid!, 'SIGTERM');
  await exited;
  return ms;
}
