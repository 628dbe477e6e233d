import { WatchClock } from '../../../core/watches/ports.js';
import type { Database } from '../client/database.js';

const EPOCH = new Date(0);

export class DatabaseWatchClock extends WatchClock {
  readonly isSandbox = false;
  readonly beganAt = EPOCH;

  constructor(private readonly db: Database) {
    super();
  }

  async now(): Promise<Date> {
    const row = await this.db.row<{ now: Date }>('select clock_timestamp() as now');
    if (!row) throw new Error('a clock shows nothing');
    return row.now;
  }

  async shownAt(moment: Date): Promise<Date> {
    return moment;
  }
}
