import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Jobs, Log } from '../../core/ports.js';
import type { RunRetrieval } from '../../core/verification/run-retrieval.js';
import type { Sweep } from '../../core/verification/sweep.js';

const CONCURRENCY = 20;
const SWEEP_EVERY_MS = 2_000;
const GRACE_MS = 8_000;

/** The third door: entries of the queue come in here and go to their use case. */
export class Worker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly jobs: Jobs,
    private readonly runRetrieval: RunRetrieval,
    private readonly sweep: Sweep,
    private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('retrieval', CONCURRENCY, (id) => this.runRetrieval.run(id));
    await this.jobs.start();
    this.scheduleSweep(0);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.jobs.stop(GRACE_MS);
  }

  private scheduleSweep(delayMs: number): void {
    this.timer = setTimeout(() => {
      this.sweep
        .run()
        .catch((error: unknown) => this.log.error('the sweep for forgotten work failed', { error }))
        .finally(() => {
          if (this.timer) this.scheduleSweep(SWEEP_EVERY_MS);
        });
    }, delayMs);
  }
}
