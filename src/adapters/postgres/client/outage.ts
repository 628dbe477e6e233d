import type { Pool, PoolClient } from 'pg';

/**
 * A time in which Postgres is out of reach. Nobody waits for it then: what is under way fails, and
 * what is asked next is refused at once.
 */
export class Outage {
  /** Set while there is one. */
  cause: Error | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly busy: ReadonlySet<PoolClient>,
  ) {}

  /** Closes every connection there is: those of before are of no use afterwards. */
  begin(cause: Error): void {
    if (this.cause) return;
    this.cause = cause;
    // The pool would hand an idle one out again, unless it is marked as broken.
    for (let idle = this.pool.idleCount; idle > 0; idle -= 1) {
      this.pool.connect().then(
        (client) => client.release(true),
        () => undefined,
      );
    }
    for (const client of this.busy) void client.end();
  }

  end(): void {
    this.cause = undefined;
  }
}
