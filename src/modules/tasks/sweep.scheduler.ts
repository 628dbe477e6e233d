import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Readiness } from '../../core/health.js';
import { Chores } from '../../core/maintenance/chores.js';
import { ProbeRegisters } from '../../core/maintenance/probe-registers.js';
import { RequeueDueWork } from '../../core/maintenance/requeue-due-work.js';
import { ScheduleLock } from '../../core/maintenance/ports.js';
import { Log } from '../../core/ports.js';
import { Tasks } from '../../core/tasks/ports.js';
import { Injectable } from '../../core/injectable.js';

const SWEEP_EVERY_MS = 1_000;
/** Shorter than the shortest cool-down. */
const PROBE_EVERY_MS = 3_000;
/** If a process dies during a chore, another takes its turn within this time. */
const LOOK_AT_LEAST_EVERY_MS = 60_000;
/** The sweep's lock is requested every second; a statement may take up to fifteen. */
const SILENT_AFTER_MS = 30_000;

/**
 * The only source of time-driven work: the sweep queues due rows, chores are queued when their
 * period is over, and each process probes the registers held back by its own circuit breakers. All
 * other work starts with a task.
 */
@Injectable()
export class SweepScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<unknown>>();
  private readonly stopping = new AbortController();
  private lastLookAtMs = performance.now();

  constructor(
    private readonly requeueDueWork: RequeueDueWork,
    private readonly probeRegisters: ProbeRegisters,
    private readonly chores: Chores,
    private readonly tasks: Tasks,
    private readonly scheduleLock: ScheduleLock,
    private readonly readiness: Readiness,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.readiness.add({ name: 'schedule', check: () => this.check() });
    this.repeat('the sweep for lost work', () => this.sweep(), SWEEP_EVERY_MS);
    this.repeat('the probe of registers', () => this.probeRegisters.run(this.stopping.signal), PROBE_EVERY_MS);
    for (const { name: id, everyMs, firstAfterMs } of this.chores.all) {
      const enqueue = () => this.tasks.enqueue({ kind: 'chore', id, claimNumber: 1 });
      this.repeat(id, enqueue, Math.min(everyMs, LOOK_AT_LEAST_EVERY_MS), firstAfterMs);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  private repeat(name: string, work: () => Promise<unknown>, everyMs: number, delayMs = 0): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const run: Promise<unknown> = work()
        .catch((error: unknown) => this.log.error(`${name} failed`, { error }))
        .finally(() => {
          this.running.delete(run);
          if (!this.stopping.signal.aborted) this.repeat(name, work, everyMs, everyMs);
        });
      this.running.add(run);
    }, delayMs);
    this.timers.add(timer);
  }

  /** Runs in one process at a time; if that one dies, another takes over within two periods. */
  private async sweep(): Promise<void> {
    // Slightly less than the interval, so that our own next attempt is never refused.
    const acquired = await this.scheduleLock.tryAcquire('the sweep for lost work', SWEEP_EVERY_MS * 0.9);
    this.lastLookAtMs = performance.now();
    if (acquired) await this.requeueDueWork.run();
  }

  private async check(): Promise<Record<string, unknown>> {
    const silentMs = performance.now() - this.lastLookAtMs;
    if (silentMs > SILENT_AFTER_MS) throw new Error(`no schedule was looked at for ${Math.round(silentMs / 1000)} s`);
    return {};
  }
}
