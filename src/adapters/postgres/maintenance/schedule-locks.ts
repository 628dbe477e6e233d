import { ScheduleLock } from '../../../core/maintenance/ports.js';
import { Database } from '../client/database.js';
import { Injectable } from '../../../core/injectable.js';

/**
 * One row per schedule. Unlike an advisory lock, a row remembers that the work was just done and
 * holds no connection, so it also works behind a pooler.
 */
@Injectable()
export class PostgresScheduleLock extends ScheduleLock {
  constructor(private readonly db: Database) {
    super();
  }

  async tryAcquire(name: string, everyMs: number): Promise<boolean> {
    const taken = await this.db.change(
      `insert into schedules as s (name, due_at) values ($1, now() + make_interval(secs => $2))
       on conflict (name) do update set due_at = excluded.due_at where s.due_at <= now()`,
      [name, everyMs / 1000],
    );
    return taken === 1;
  }
}
