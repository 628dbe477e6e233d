import type { SandboxClock, SandboxTime } from './ports.js';

const LOOK_EVERY_MS = 20;

/** Asks for the clock of a sandbox to be moved forward, and waits a while for it to get there. */
export class SetClock {
  constructor(private readonly clock: SandboxClock) {}

  /** `done`: everything that fell due in between has happened. */
  async run(byMs: number, waitMs: number): Promise<{ time: SandboxTime; done: boolean }> {
    const { advancingTo: target } = await this.clock.extend(byMs);
    const deadline = performance.now() + waitMs;
    for (;;) {
      const time = await this.clock.read();
      const done = target === undefined || time.advancingTo === undefined || time.sandboxTime > target;
      if (done || performance.now() >= deadline) return { time, done };
      await new Promise((resolve) => {
        setTimeout(resolve, LOOK_EVERY_MS);
      });
    }
  }
}
