import type { OneTimeCodes } from '../accounts/ports.js';
import type { IdempotencyRecords } from '../idempotency/ports.js';
import type { Clock } from '../ports.js';
import type { JobRetention } from '../verification/ports.js';

/** How long jobs and searches that have ended can be asked for. */
export class JobRetentionPeriod {
  constructor(readonly keptMs: number) {}
}

/** What has served its time goes, a batch at a time, so that no table grows with the age of the installation. */
export class PurgeExpired {
  constructor(
    private readonly codes: OneTimeCodes,
    private readonly idempotency: IdempotencyRecords,
    private readonly jobRetention: JobRetention,
    private readonly retention: JobRetentionPeriod,
    private readonly clock: Clock,
  ) {}

  async run(stopping: AbortSignal): Promise<void> {
    const oldest = new Date(this.clock.now().getTime() - this.retention.keptMs);
    while (!stopping.aborted && (await this.codes.purgeExpired()) > 0);
    while (!stopping.aborted && (await this.idempotency.forgetExpired()) > 0);
    while (!stopping.aborted && (await this.jobRetention.purgeBefore(oldest)) > 0);
  }
}
