import type { OneTimeCodes } from './accounts/ports.js';
import type { IdempotencyRecords } from './idempotency/ports.js';

/** What has served its time goes, a batch at a time, so that no table grows with the age of the installation. */
export class PurgeExpired {
  constructor(
    private readonly codes: OneTimeCodes,
    private readonly idempotency: IdempotencyRecords,
  ) {}

  async run(): Promise<void> {
    while ((await this.codes.forgetExpired()) > 0);
    while ((await this.idempotency.forgetExpired()) > 0);
  }
}
