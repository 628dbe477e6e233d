import { Transaction } from '../../ports.js';
import { Tasks } from '../../tasks/ports.js';
import { Jurisdictions } from '../../registries/jurisdictions.js';
import { Registries } from '../../registries/ports.js';
import type { WatchEvent, WatchFact } from '../event.js';
import { type EndedWatch, type PausedWatch, WatchPauses, WatchClock } from '../ports.js';
import { nextCheck } from './schedule.js';
import { PAUSED_AT_MOST_DAYS } from '../watch.js';
import { Injectable } from '../../injectable.js';

const PAUSED_AT_MOST_MS = PAUSED_AT_MOST_DAYS * 86_400_000;

/**
 * Resumes watches, at their next scheduled time, when the reason for their pause has passed, and
 * ends those that could not be paid for too long.
 */
@Injectable()
export class Resumer {
  constructor(
    private readonly pauses: WatchPauses,
    private readonly jurisdictions: Jurisdictions,
    private readonly registries: Registries,
    private readonly transaction: Transaction,
    private readonly clock: WatchClock,
    private readonly tasks: Tasks,
  ) {}

  async resumeAll(): Promise<void> {
    const { isSandbox } = this.clock;
    const now = await this.clock.now();
    await this.pauses.wake(now, isSandbox);
    const available = this.jurisdictions.active();
    const deliveries = await this.transaction.interactive(async (tx) => {
      const paused = await this.pauses.lockResumable(tx, now, available, isSandbox);
      if (paused.length === 0) return [];
      // Read while holding their locks: the sandbox clock may have moved meanwhile.
      const from = await this.clock.now();
      const going = paused.map((watch) => ({
        watch,
        nextCheckAt: this.nextOf(watch, from),
        event: this.eventOf(watch, { event: 'watch.resumed' }, from),
      }));
      return this.pauses.resume(tx, going);
    });
    const ended = await this.transaction.interactive((tx) =>
      this.pauses.endPaused(tx, { now, pausedUntil: new Date(now.getTime() - PAUSED_AT_MOST_MS) }, isSandbox, (watch) =>
        this.eventOf(watch, { event: 'watch.ended', reason: watch.reason }, now),
      ),
    );
    await Promise.all(
      [...deliveries, ...ended].map((delivery) => this.tasks.enqueue({ kind: 'delivery', ...delivery })),
    );
  }

  private nextOf({ jurisdiction, recordId, every }: PausedWatch, now: Date): Date | undefined {
    if (this.registries.asOf(jurisdiction) !== undefined) return undefined;
    return nextCheck({ jurisdiction, recordId }, every, { beganAt: this.clock.beganAt, after: now });
  }

  private eventOf({ watchId, entityId, reference }: EndedWatch | PausedWatch, fact: WatchFact, now: Date): WatchEvent {
    const sandboxTime = this.clock.isSandbox ? now : undefined;
    return { fact, watchId, entityId, reference, snapshotId: undefined, sandboxTime };
  }
}
