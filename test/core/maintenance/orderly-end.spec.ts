import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { PurgeExpired } from '../../../src/core/maintenance/purge-expired.js';
import { RETAINED, Retention, type PurgedBatch, type Retained } from '../../../src/core/maintenance/retention.js';
import { Readiness } from '../../../src/core/health.js';
import { ScheduleLock } from '../../../src/core/maintenance/schedule-lock.js';
import { MaintenanceScheduler } from '../../../src/modules/jobs/maintenance.scheduler.js';
import { MemoryLog } from '../../support/fakes.js';
import { until } from '../../support/until.js';

/** Always has another batch to purge. */
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
const PERIODS = { jobsKeptMs: 1, snapshotsKeptMs: 1, answersUsedMs: 1, rankingsUsedMs: 1 };
const idle = { run: async () => undefined };

describe('maintenance', () => {
  it('ends after the batch it is at when the process ends, however much is left', async () => {
    const rows = new EndlessRows();
    const log = new MemoryLog();
    const scheduler = new MaintenanceScheduler(
      idle as never,
      idle as never,
      new PurgeExpired(rows, PERIODS),
      new FreeLock(),
      new Readiness([]),
      log,
    );
    scheduler.onApplicationBootstrap();
    await until(() => rows.purged > 2);
    await scheduler.beforeApplicationShutdown();
    const { purged } = rows;
    await sleep(50);
    expect(rows.purged).toBe(purged);
    expect(log.lines).toEqual([]);
  });

  it('purges the rest when one purge fails, and says so', async () => {
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
