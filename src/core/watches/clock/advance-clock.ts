import { newUuid } from '../../ids.js';
import { Checker } from '../checks/checker.js';
import { EditionComparison } from '../comparison/edition-comparison.js';
import { SandboxClock, SandboxEditions, WatchChecks } from '../ports.js';
import { Resumer } from '../schedule/resumer.js';
import { periodMs } from '../schedule/schedule.js';
import { Injectable } from '../../injectable.js';

export const ADVANCE_CLOCK = 'the advance of the sandbox clock';
const AT_ONCE = 500;
/** The checks of a sandbox yield this long to others waiting for the same register. */
const GIVES_WAY_FOR_MS = 10_000;
const NEVER = new Date(0);

/**
 * Moves the sandbox clock to its target, from one due check to the next, in a single process at a
 * time. The target is stored first, so that another process resumes if this one dies. Checks due
 * within the shortest period of a watch are asked in order and written together.
 */
@Injectable()
export class AdvanceClock {
  private readonly driver = newUuid();
  /** Start of the current wait for due checks that could not be claimed. */
  private waitsSince: number | undefined;

  constructor(
    private readonly clock: SandboxClock,
    private readonly checks: WatchChecks,
    private readonly checker: Checker,
    private readonly resumer: Resumer,
    private readonly editions: SandboxEditions,
    private readonly comparison: EditionComparison,
  ) {}

  async run(stopping: AbortSignal): Promise<void> {
    const { advancingTo, sandboxTime } = await this.clock.read();
    if (!advancingTo) return;
    await this.clock.driving(this.driver, async () => {
      // The previous driver may have died before publishing.
      await this.publish(sandboxTime, stopping);
      while (!stopping.aborted && (await this.step(stopping))) await this.resumer.resumeAll();
      await this.publish((await this.clock.read()).sandboxTime, stopping);
    });
  }

  /** Watches are compared with an edition before the clock moves on. */
  private async publish(moment: Date, stopping: AbortSignal): Promise<void> {
    await this.editions.publish(moment);
    await this.comparison.compareAll(stopping);
  }

  /** The advance has its own callers waiting. */
  private hasWaited(): boolean {
    return this.waitsSince !== undefined && performance.now() - this.waitsSince > GIVES_WAY_FOR_MS;
  }

  /** Returns `false` when the target is reached, or another process drives the clock. */
  private async step(stopping: AbortSignal): Promise<boolean> {
    const { advancingTo, sandboxTime } = await this.clock.read();
    if (!advancingTo) return false;
    const next = await this.checks.nextDue(true);
    if (advancingTo <= sandboxTime && !(next && next.at <= sandboxTime)) return false;
    const month = nextMonth(sandboxTime);
    const edition = await this.editions.nextAfter(sandboxTime);
    const at = earliest(next?.at ?? advancingTo, edition ?? advancingTo, advancingTo, month);
    if (!(await this.clock.moveTo(at > sandboxTime ? at : sandboxTime, this.driver))) return false;
    if (edition && edition <= at) {
      await this.publish(at, stopping);
      return true;
    }
    if (!next || next.at > at) return true;
    const withinMs = periodMs(next.every) - 1;
    const until = earliest(
      advancingTo,
      new Date(month.getTime() - 1),
      edition ? new Date(edition.getTime() - 1) : advancingTo,
    );
    const made = await this.checker.makeRound({
      until: until < at ? at : until,
      withinMs,
      limit: AT_ONCE,
      urgentBefore: this.hasWaited() ? new Date(at.getTime() + 1) : NEVER,
      sandbox: true,
    });
    // Wait for checks that another process has claimed, or that yield: the clock does not move past
    // them.
    if (made === 0) {
      this.waitsSince ??= performance.now();
      await pause();
    } else this.waitsSince = undefined;
    return true;
  }
}

const PAUSE_MS = 50;

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
}

function earliest(...moments: readonly [Date, ...Date[]]): Date {
  return new Date(Math.min(...moments.map((moment) => moment.getTime())));
}

/** Start of the next month, when monthly budgets reset. */
function nextMonth(after: Date): Date {
  return new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + 1, 1));
}
