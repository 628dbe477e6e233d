import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { PurgeSnapshots } from '../../core/maintenance/purge-snapshots.js';
import type { Jobs, Log } from '../../core/ports.js';
import type { PurgeExpired } from '../../core/maintenance/purge-expired.js';
import type { ScheduleLock } from '../../core/maintenance/schedule-lock.js';
import type { RequeueDueWork } from '../../core/maintenance/requeue-due-work.js';
import { PLACES } from '../../core/concurrency/worker-fair-share.js';
import type { RunRetrieval } from '../../core/verification/run-retrieval.js';
import type { DeliverEvent } from '../../core/webhooks/deliver-event.js';
import type { ExpireWebhooks } from '../../core/maintenance/expire-webhooks.js';

/** Far more than any one destination may take of them: most of this is waiting for answers. */
const DELIVERIES_AT_ONCE = 256;
const SWEEP_EVERY_MS = 2_000;
const TIDY_EVERY_MS = 3_600_000;
const LOOK_AT_LEAST_EVERY_MS = 60_000;
/** Most registers answer in less; what is asked for longer is handed to another worker. */
const HAND_BACK_AFTER_MS = 2_000;
/** Longer than any attempt to deliver a webhook, so that none is cut off whose receiver may have taken it. */
const GRACE_MS = 10_500;

/** The third door: entries of the queue come in here and go to their use case. */
export class MaintenanceScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly chores = new Set<Promise<void>>();
  private stopping = false;

  constructor(
    private readonly jobs: Jobs,
    private readonly runRetrieval: RunRetrieval,
    private readonly deliverEvent: DeliverEvent,
    private readonly sweep: RequeueDueWork,
    private readonly expireWebhooks: ExpireWebhooks,
    private readonly purgeSnapshots: PurgeSnapshots,
    private readonly purgeExpired: PurgeExpired,
    private readonly turns: ScheduleLock,
    private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.register('retrieval', PLACES, (entry) => this.runRetrieval.run(entry));
    this.jobs.register('delivery', DELIVERIES_AT_ONCE, (entry) => this.deliverEvent.run(entry));
    await this.jobs.start();
    this.repeat('the sweep for forgotten work', () => this.sweep.run(), SWEEP_EVERY_MS);
    this.repeat('the tidying of webhooks', () => this.expireWebhooks.run(), TIDY_EVERY_MS);
    this.repeat('the purge of old snapshots', () => this.purgeSnapshots.run(), TIDY_EVERY_MS);
    this.repeat('the purge of what expired', () => this.purgeExpired.run(), TIDY_EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.deliverEvent.stop();
    const handBack = setTimeout(() => this.runRetrieval.stop(), HAND_BACK_AFTER_MS);
    await Promise.all([this.jobs.stop(GRACE_MS), ...this.chores]);
    clearTimeout(handBack);
  }

  /** Asks for the turn often enough that the work goes on within two periods after the process that did it last has died. */
  private repeat(title: string, work: () => Promise<unknown>, everyMs: number, delayMs = 0): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const chore = this.inTurn(title, work, everyMs)
        .catch((error: unknown) => this.log.error(`${title} failed`, { error }))
        .finally(() => {
          this.chores.delete(chore);
          if (!this.stopping) this.repeat(title, work, everyMs, Math.min(everyMs, LOOK_AT_LEAST_EVERY_MS));
        });
      this.chores.add(chore);
    }, delayMs);
    this.timers.add(timer);
  }

  private async inTurn(title: string, work: () => Promise<unknown>, everyMs: number): Promise<void> {
    // A little shorter, so that the next look of this process does not come a moment too early.
    if (await this.turns.tryAcquire(title, everyMs * 0.9)) await work();
  }
}
