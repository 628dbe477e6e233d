import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { ExpireWebhooks } from '../../core/maintenance/expire-webhooks.js';
import type { PurgeExpired } from '../../core/maintenance/purge-expired.js';
import type { PurgeSnapshots } from '../../core/maintenance/purge-snapshots.js';
import type { RequeueDueWork } from '../../core/maintenance/requeue-due-work.js';
import type { ScheduleLock } from '../../core/maintenance/schedule-lock.js';
import type { Log } from '../../core/ports.js';

const SWEEP_EVERY_MS = 2_000;
const PURGE_EVERY_MS = 3_600_000;
const LOOK_AT_LEAST_EVERY_MS = 60_000;

/** Ends between two of its batches once `stopping` is aborted. */
type Chore = (stopping: AbortSignal) => Promise<unknown>;

/** What is done from time to time, each chore by one process of the installation at a time. */
export class MaintenanceScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly requeueDueWork: RequeueDueWork,
    private readonly expireWebhooks: ExpireWebhooks,
    private readonly purgeSnapshots: PurgeSnapshots,
    private readonly purgeExpired: PurgeExpired,
    private readonly scheduleLock: ScheduleLock,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.repeat('the sweep for forgotten work', () => this.requeueDueWork.run(), SWEEP_EVERY_MS);
    this.repeat('the tidying of webhooks', (stopping) => this.expireWebhooks.run(stopping), PURGE_EVERY_MS);
    this.repeat('the purge of old snapshots', (stopping) => this.purgeSnapshots.run(stopping), PURGE_EVERY_MS);
    this.repeat('the purge of what expired', (stopping) => this.purgeExpired.run(stopping), PURGE_EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  /** Asks for the lock often enough that the chore goes on within two periods after the process that did it last has died. */
  private repeat(name: string, chore: Chore, everyMs: number, delayMs = 0): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const run = this.runIfDue(name, chore, everyMs)
        .catch((error: unknown) => this.log.error(`${name} failed`, { error }))
        .finally(() => {
          this.running.delete(run);
          if (!this.stopping.signal.aborted) {
            this.repeat(name, chore, everyMs, Math.min(everyMs, LOOK_AT_LEAST_EVERY_MS));
          }
        });
      this.running.add(run);
    }, delayMs);
    this.timers.add(timer);
  }

  private async runIfDue(name: string, chore: Chore, everyMs: number): Promise<void> {
    // A little shorter, so that the next look of this process does not come a moment too early.
    if (await this.scheduleLock.tryAcquire(name, everyMs * 0.9)) await chore(this.stopping.signal);
  }
}
