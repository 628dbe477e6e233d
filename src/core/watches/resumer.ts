import { JURISDICTIONS } from '../registries/jurisdictions.js';
import type { Jobs, Transaction } from '../ports.js';
import type { Jurisdictions } from '../registries/jurisdictions.js';
import type { Registries } from '../registries/ports.js';
import type { PausedWatch, WatchPauses, WorldClock } from './ports.js';
import { nextCheck } from './schedule.js';

/** Lets watches go on whose reason to pause has passed; the next regular moment counts. */
export class Resumer {
  constructor(
    private readonly pauses: WatchPauses,
    private readonly jurisdictions: Jurisdictions,
    private readonly registries: Registries,
    private readonly transaction: Transaction,
    private readonly world: WorldClock,
    private readonly jobs: Jobs,
  ) {}

  async resumeAll(): Promise<number> {
    if (!(await this.pauses.hasAny(this.world.isSandbox))) return 0;
    const now = await this.world.now();
    const unavailable = JURISDICTIONS.map(({ code }) => code).filter(
      (code) => this.jurisdictions.state(code).unavailableReason !== undefined,
    );
    const { resumed, deliveries } = await this.transaction.interactive(async (tx) => {
      const paused = await this.pauses.lockResumable(tx, now, unavailable, this.world.isSandbox);
      if (paused.length === 0) return { resumed: 0, deliveries: [] };
      // Under their locks: the clock of a sandbox may have gone on meanwhile.
      const from = await this.world.now();
      const going = paused.map((watch) => ({
        watch,
        nextCheckAt: this.nextOf(watch, from),
        event: this.eventOf(watch, from),
      }));
      return { resumed: paused.length, deliveries: await this.pauses.resume(tx, going) };
    });
    await Promise.all(deliveries.map((delivery) => this.jobs.enqueue({ kind: 'delivery', ...delivery })));
    return resumed;
  }

  private nextOf({ jurisdiction, recordId, every }: PausedWatch, now: Date): Date | undefined {
    if (this.registries.asOf(jurisdiction) !== undefined) return undefined;
    return nextCheck({ jurisdiction, recordId }, every, { beganAt: this.world.beganAt, after: now });
  }

  private eventOf({ watchId, entityId }: PausedWatch, now: Date) {
    const sandboxTime = this.world.isSandbox ? now : undefined;
    return { fact: { event: 'watch.resumed' }, watchId, entityId, snapshotId: undefined, sandboxTime } as const;
  }
}
