import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { ProbeRegisters } from '../../core/maintenance/probe-registers.js';
import type { PurgeExpired } from '../../core/maintenance/purge-expired.js';
import type { RequeueDueWork } from '../../core/maintenance/requeue-due-work.js';
import type { ScheduleLock } from '../../core/maintenance/schedule-lock.js';
import type { Readiness } from '../../core/health.js';
import type { Log } from '../../core/ports.js';

const SWEEP_EVERY_MS = 2_000;
/** Shorter than the shortest cool-down. */
const PROBE_EVERY_MS = 3_000;
const PURGE_EVERY_MS = 3_600_000;
const LOOK_AT_LEAST_EVERY_MS = 60_000;
/** The sweep's lock is requested every two seconds; a statement may take fifteen. */
const SILENT_AFTER_MS = 30_000;

/** Ends between two of its batches once `stopping` is aborted. */
type Chore = (stopping: AbortSignal) => Promise<unknown>;

/** Whether a chore is done once in the whole installation, or by every process for itself. */
type Who = 'one process' | 'each process';

/** What is done from time to time, most chores by one process of the installation at a time. */
export class MaintenanceScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private lastLookAtMs = performance.now();

  constructor(
    private readonly requeueDueWork: RequeueDueWork,
    private readonly probeRegisters: ProbeRegisters,
    private readonly purgeExpired: PurgeExpired,
    private readonly scheduleLock: ScheduleLock,
    private readonly readiness: Readiness,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.readiness.add({ name: 'schedule', check: () => this.check() });
    this.repeat('the sweep for lost work', () => this.requeueDueWork.run(), SWEEP_EVERY_MS);
    this.repeat(
      'the probe of registers',
      (stopping) => this.probeRegisters.run(stopping),
      PROBE_EVERY_MS,
      'each process',
    );
    this.repeat('the purge of what expired', (stopping) => this.purgeExpired.run(stopping), PURGE_EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  /**
   * Requests the lock often enough that the task continues within two periods after the process
   * that ran it last has died.
   */
  private repeat(name: string, chore: Chore, everyMs: number, who: Who = 'one process', delayMs = 0): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const run = this.runIfDue(name, chore, everyMs, who)
        .catch((error: unknown) => this.log.error(`${name} failed`, { error }))
        .finally(() => {
          this.running.delete(run);
          if (!this.stopping.signal.aborted) {
            this.repeat(name, chore, everyMs, who, Math.min(everyMs, LOOK_AT_LEAST_EVERY_MS));
          }
        });
      this.running.add(run);
    }, delayMs);
    this.timers.add(timer);
  }

  private async runIfDue(name: string, chore: Chore, everyMs: number, who: Who): Promise<void> {
    if (who === 'each process') {
      await chore(this.stopping.signal);
      return;
    }
    // A little shorter, so that the next look of this process does not come a moment too early.
    const acquired = await this.scheduleLock.tryAcquire(name, everyMs * 0.9);
    this.lastLookAtMs = performance.now();
    if (acquired) await chore(this.stopping.signal);
  }

  private async check(): Promise<Record<string, unknown>> {
    const silentMs = performance.now() - this.lastLookAtMs;
    if (silentMs > SILENT_AFTER_MS) throw new Error(`no schedule was looked at for ${Math.round(silentMs / 1000)} s`);
    return {};
  }
}
