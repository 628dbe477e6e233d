import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.js';
import { bytesByOwner, type HeapSnapshot } from './heap-owners.js';
import { settled } from './idle.js';
import { residentBytes } from './processor-time.js';
import { figure, type Report } from './report.js';
import { seededDatabase } from './seed.js';
import { startService } from './service.js';

const SHOWN = 30;
const LOOK_MS = 100;
const SIGNAL = 'SIGUSR2';

/** Measures the heap of the service at rest, by package and folder. */
export async function benchMemory({ stage, slices }: Bench): Promise<Report> {
  const databaseUrl = await seededDatabase(stage, [], 0);
  const folder = path.join(stage.scratch, 'snapshots');
  await fs.mkdir(folder);
  const nodeOptions = [`--heapsnapshot-signal=${SIGNAL}`];
  const service = await startService(stage, { databaseUrl, nodeOptions, cwd: folder });
  let resident: number | undefined;
  let snapshot: HeapSnapshot;
  try {
    await settled(slices);
    resident = residentBytes(service.pid);
    process.kill(service.pid, SIGNAL);
    snapshot = JSON.parse(await fs.readFile(await writtenIn(folder, service.url), 'utf8')) as HeapSnapshot;
  } finally {
    await service.stop();
    await fs.rm(folder, { recursive: true });
  }
  const owners = [...bytesByOwner(snapshot)].toSorted(([, a], [, b]) => b - a);
  const heap = owners.reduce((sum, [, bytes]) => sum + bytes, 0);
  return {
    path: 'memory',
    title: 'What the service holds at rest',
    sides: [],
    figures: [
      ...(resident === undefined ? [] : [figure('memory', 'resident', resident / 1e6, 'MB')]),
      figure('memory', 'heap', heap / 1e6, 'MB'),
      ...owners
        .slice(0, SHOWN)
        .map(([owner, bytes]) => figure('memory', `heap, ${owner ?? 'nobody alone'}`, bytes / 1e6, 'MB')),
    ],
  };
}

/**
 * Returns the heap snapshot once it is complete. A process that is writing its heap does not
 * respond, so a response means that the file is whole.
 */
async function writtenIn(folder: string, url: string): Promise<string> {
  for (;;) {
    const [file] = await fs.readdir(folder);
    if (file !== undefined) {
      await fetch(`${url}/health/live`);
      return path.join(folder, file);
    }
    await sleep(LOOK_MS);
  }
}
