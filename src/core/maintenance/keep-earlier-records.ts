import { Injectable } from '../injectable.js';
import { RetentionPeriods } from './purge-expired.js';
import { Retention } from './retention.js';
import { EarlierRecords } from '../records/ports.js';

/** Keeps records of what had been answered before there were records, unless they would be purged. */
@Injectable()
export class KeepEarlierRecords {
  constructor(
    private readonly earlier: EarlierRecords,
    private readonly retention: Retention,
    private readonly periods: RetentionPeriods,
  ) {}

  async run(stopping: AbortSignal): Promise<void> {
    const { recordsKeptMs } = this.periods;
    const now = await this.retention.now();
    await this.earlier.keepAll(new Date(now.getTime() - recordsKeptMs), stopping);
  }
}
