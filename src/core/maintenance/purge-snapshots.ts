import type { Snapshots } from '../entities/ports.js';

/** How long snapshots are kept; `undefined`: for good. */
export class SnapshotRetention {
  constructor(readonly keptMs: number | undefined) {}
}

/** Snapshots that are older than the retention go, batch by batch; the newest of each entity stays. */
export class PurgeSnapshots {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly retention: SnapshotRetention,
  ) {}

  async run(stopping: AbortSignal): Promise<void> {
    const { keptMs } = this.retention;
    if (keptMs === undefined) return;
    while (!stopping.aborted && (await this.snapshots.purgeOlderThan(keptMs)) > 0);
  }
}
