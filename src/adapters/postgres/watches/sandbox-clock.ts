import { SandboxClock, WatchClock, type SandboxTime } from '../../../core/watches/ports.js';
import { Database } from '../client/database.js';
import { Lease, LEASE_END } from '../client/lease.js';
import { Injectable } from '../../../core/injectable.js';

const BEGAN_AT = new Date('2030-01-01T00:00:00Z');
/**
 * The value of `advancing_to` is null once the clock has reached its target and no process is
 * handling that time.
 */
const CLOCK = `sandbox_time, began_at,
  case when target > sandbox_time or (driver is not null and driven_until > now()) then target end as advancing_to`;

interface ClockRow {
  sandbox_time: Date;
  began_at: Date;
  advancing_to: Date | null;
}

@Injectable()
export class PostgresSandboxClock extends SandboxClock {
  constructor(private readonly db: Database) {
    super();
  }

  async read(): Promise<SandboxTime> {
    return toTime(await this.db.row<ClockRow>(`select ${CLOCK} from sandbox_clock`));
  }

  async extend(byMs: number, latest: Date): Promise<SandboxTime | undefined> {
    const row = await this.db.row<ClockRow>(
      `update sandbox_clock set target = target + make_interval(secs => $1)
        where target + make_interval(secs => $1) <= $2 returning ${CLOCK}`,
      [byMs / 1000, latest],
    );
    return row && toTime(row);
  }

  async driving(driver: string, work: () => Promise<void>): Promise<void> {
    const drive = (who: string) =>
      this.db.change(`update sandbox_clock set driver = $1, driven_until = ${LEASE_END} where ${who}`, [driver]);
    if ((await drive('driver is null or driver = $1 or driven_until < now()')) === 0) return;
    try {
      await Lease.during(async () => (await drive('driver = $1')) === 1, work);
    } finally {
      await this.db.change('update sandbox_clock set driver = null, driven_until = null where driver = $1', [driver]);
    }
  }

  async moveTo(moment: Date, driver: string): Promise<boolean> {
    const changed = await this.db.change(
      `with moved as (
         update sandbox_clock set sandbox_time = least(greatest(sandbox_time, $1), target) where driver = $2 returning sandbox_time
       ), noted as (
         insert into sandbox_clock_moves (sandbox_time) select sandbox_time from moved
           where sandbox_time > coalesce((select sandbox_time from sandbox_clock_moves order by moved_at desc limit 1), '-infinity')
       )
       select from moved`,
      [moment, driver],
    );
    return changed === 1;
  }
}

export class SandboxWatchClock extends WatchClock {
  readonly isSandbox = true;
  readonly beganAt = BEGAN_AT;

  constructor(private readonly db: Pick<Database, 'row'>) {
    super();
  }

  async now(): Promise<Date> {
    const row = await this.db.row<{ sandbox_time: Date }>('select sandbox_time from sandbox_clock');
    return row?.sandbox_time ?? BEGAN_AT;
  }

  async shownAt(moment: Date): Promise<Date> {
    const row = await this.db.row<{ sandbox_time: Date }>(
      'select sandbox_time from sandbox_clock_moves where moved_at <= $1 order by moved_at desc limit 1',
      [moment],
    );
    return row?.sandbox_time ?? BEGAN_AT;
  }
}

function toTime(row: ClockRow | undefined): SandboxTime {
  if (!row) throw new Error('the table sandbox_clock is empty: restore its one row');
  return { sandboxTime: row.sandbox_time, beganAt: row.began_at, advancingTo: row.advancing_to ?? undefined };
}
