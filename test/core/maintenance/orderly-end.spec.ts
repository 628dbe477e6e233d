import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { PurgeSnapshots, SnapshotRetention } from '../../../src/core/maintenance/purge-snapshots.js';
import { Readiness } from '../../../src/core/health.js';
import { ScheduleLock } from '../../../src/core/maintenance/schedule-lock.js';
import { Snapshots } from '../../../src/core/entities/ports.js';
import { MaintenanceScheduler } from '../../../src/modules/jobs/maintenance.scheduler.js';
import { MemoryLog } from '../../support/fakes.js';
import { until } from '../../support/until.js';

/** Always has another batch to purge. */
class EndlessSnapshots extends Snapshots {
  purged = 0;

  async purgeOlderThan(): Promise<number> {
    await sleep(5);
    return (this.purged += 1);
  }

  page(): never {
    throw new Error('not read here');
  }

  asOf(): never {
    throw new Error('not read here');
  }
}

class FreeLock extends ScheduleLock {
  async tryAcquire(): Promise<boolean> {
    return true;
  }
}

const idle = { run: async () => undefined };

describe('maintenance', () => {
  it('ends after the batch it is at when the process ends, however much is left', async () => {
    const snapshots = new EndlessSnapshots();
    const log = new MemoryLog();
    const scheduler = new MaintenanceScheduler(
      idle as never,
      idle as never,
      idle as never,
      new PurgeSnapshots(snapshots, new SnapshotRetention(1)),
      idle as never,
      new FreeLock(),
      new Readiness([]),
      log,
    );
    scheduler.onApplicationBootstrap();
    await until(() => snapshots.purged > 2);
    await scheduler.beforeApplicationShutdown();
    const { purged } = snapshots;
    await sleep(50);
    expect(snapshots.purged).toBe(purged);
    expect(log.lines).toEqual([]);
  });
});
