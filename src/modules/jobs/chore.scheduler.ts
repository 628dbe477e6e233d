import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Log } from '../../core/ports.js';

/** What is repeated by every process: the first does it, the others find nothing left. */
interface Chore {
  run(stopping: AbortSignal): Promise<unknown>;
}

/**
 * Repeats chores, each by itself, with a pause after each run. What fails is logged and repeated
 * all the same.
 */
export class ChoreScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<unknown>>();
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly log: Log,
    private readonly chores: readonly { name: string; chore: Chore; everyMs: number }[],
  ) {}

  onApplicationBootstrap(): void {
    for (const { name, chore, everyMs } of this.chores) this.repeat(name, chore, everyMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  private repeat(name: string, chore: Chore, everyMs: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const run: Promise<unknown> = chore
        .run(this.stopping.signal)
        .catch((error: unknown) => this.log.error(`${name} failed`, { error }))
        .finally(() => {
          this.running.delete(run);
          if (!this.stopping.signal.aborted) this.repeat(name, chore, everyMs);
        });
      this.running.add(run);
    }, everyMs);
    this.timers.add(timer);
  }
}
