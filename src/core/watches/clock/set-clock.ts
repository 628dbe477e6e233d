import { invalid } from '../../invalid-request.js';
import { Tasks } from '../../tasks/ports.js';
import { ADVANCE_CLOCK } from './advance-clock.js';
import { SandboxClock, type SandboxTime } from '../ports.js';
import { Injectable } from '../../injectable.js';

const LOOK_EVERY_MS = 20;
/** The clock never moves back, so keep it within representable dates. */
const MAX_SANDBOX_TIME = new Date('2199-12-31T00:00:00.000Z');

/** Requests an advance of the sandbox clock, and waits a while for it to get there. */
@Injectable()
export class SetClock {
  constructor(
    private readonly clock: SandboxClock,
    private readonly tasks: Tasks,
  ) {}

  /** `done`: everything due in between has happened. */
  async run(byMs: number, waitMs: number): Promise<{ time: SandboxTime; done: boolean }> {
    const extended = await this.clock.extend(byMs, MAX_SANDBOX_TIME);
    if (!extended) {
      throw invalid('by', `must not move the sandbox clock beyond ${MAX_SANDBOX_TIME.toISOString()}`);
    }
    await this.tasks.enqueue({ kind: 'chore', id: ADVANCE_CLOCK, claimNumber: 1 });
    const { advancingTo: target } = extended;
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
