import type { Pool, PoolClient } from 'pg';

/**
 * The time during which Postgres is unreachable. Nothing waits for it: running statements fail, and
 * new ones are refused at once.
 */
export class Outage {
  /** Set during an outage. */
  cause: Error | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly busy: ReadonlySet<PoolClient>,
  ) {}

  /** Closes all connections: they cannot be used again. */
  begin(cause: Error): void {
    if (this.cause) return;
    this.cause = cause;
    // The pool reuses idle connections unless they are released as broken.
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
