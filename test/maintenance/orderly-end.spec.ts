import { setTimeout as sleep } from 'node:timers/promises';
import { PurgeExpired } from '../../src/core/maintenance/purge-expired.js';
import { RETAINED, Retention, type PurgedBatch, type Retained } from '../../src/core/maintenance/retention.js';
import { Readiness } from '../../src/core/health.js';
import { ScheduleLock } from '../../src/core/maintenance/ports.js';
import { InProcessTasks } from '../../src/adapters/in-process/tasks.js';
import { Chores } from '../../src/core/maintenance/chores.js';
import { RunChore } from '../../src/core/maintenance/run-chore.js';
import { TASK_KINDS } from '../../src/core/tasks/ports.js';
import { ChoreProcessor } from '../../src/modules/tasks/chore.processor.js';
import { SweepScheduler } from '../../src/modules/tasks/sweep.scheduler.js';
import { processorOf } from '../tasks/tasks.suite.js';
import { MemoryLog } from '../support/fakes.js';
import { until } from '../support/until.js';

class EndlessRows extends Retention {
  purged = 0;

  async now(): Promise<Date> {
    return new Date();
  }

  async purge(): Promise<PurgedBatch> {
    await sleep(5);
    this.purged += 1;
    return { more: true };
  }
}

class FreeLock extends ScheduleLock {
  async tryAcquire(): Promise<boolean> {
    return true;
  }
}

const DAY_MS = 86_400_000;
const PERIODS = { jobsKeptMs: 1, snapshotsKeptMs: 1, recordsKeptMs: 1, answersUsedMs: 1, rankingsUsedMs: 1 };
const idle = { run: async () => undefined };

describe('maintenance', () => {
  it('stops after the current batch when the process ends, and leaves the rest', async () => {
    const rows = new EndlessRows();
    const log = new MemoryLog();
    const purge = new PurgeExpired(rows, PERIODS);
    const chores = new Chores([
      { name: 'a purge', everyMs: 3_600_000, turns: 'once', run: (stopping) => purge.run(stopping) },
    ]);
    const chore = new ChoreProcessor(new RunChore(chores, new FreeLock()));
    const others = TASK_KINDS.filter((kind) => kind !== 'chore').map((kind) =>
      processorOf(kind, 1, async () => undefined),
    );
    const tasks = new InProcessTasks(log);
    const scheduler = new SweepScheduler(
      idle as never,
      idle as never,
      chores,
      tasks,
      new FreeLock(),
      new Readiness([]),
      log,
    );
    await tasks.start([chore, ...others]);
    scheduler.onApplicationBootstrap();
    await until(() => rows.purged > 2);
    chore.stop();
    await Promise.all([scheduler.beforeApplicationShutdown(), tasks.stop(1_000)]);
    const { purged } = rows;
    await sleep(50);
    expect(rows.purged).toBe(purged);
    expect(log.lines).toEqual([]);
  });

  it('runs the other purges when one fails, and reports the failure', async () => {
    const seen: Retained[] = [];
    const cutOffs = new Set<number>();
    class Failing extends Retention {
      async now(): Promise<Date> {
        return new Date(DAY_MS * 1_000);
      }

      async purge(what: Retained, before: Date): Promise<PurgedBatch> {
        seen.push(what);
        if (what === 'jobs') cutOffs.add(before.getTime());
        if (what === 'jobs' && cutOffs.size > 0 && seen.length > 6) throw new Error('no');
        return { more: what === 'jobs' };
      }
    }
    await expect(new PurgeExpired(new Failing(), PERIODS).run(new AbortController().signal)).rejects.toThrow(
      'a purge failed: jobs',
    );
    expect(new Set(seen)).toEqual(new Set(RETAINED));
    expect([...cutOffs]).toEqual([DAY_MS * 1_000 - 1]);
  });
});
