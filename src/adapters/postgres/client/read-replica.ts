import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Metrics } from '../../../core/metrics/ports.js';
import type { Log } from '../../../core/ports.js';
import { IN_UTC } from './data-source.js';
import { outliveItsErrors, PostgresStatements, StatementNames } from './postgres-statements.js';
import type { Reads } from './statements.js';

export interface ReplicaSettings {
  url: string;
  poolSize: number;
  /**
   * The primary's installation id. A server with another installation's rows is not its replica.
   */
  installation: string;
  queryTimeoutMs?: number;
}

interface State {
  standby: boolean;
  caughtUp: boolean;
  installation: string | undefined;
}

const QUERY_TIMEOUT_MS = 20_000;
/** A nearby replica lags by a millisecond or two. */
const CATCH_UP_MS = 100;
const LOOK_EVERY_MS = 5;
/** After a failure, the replica is not tried for this long. */
const TRY_AGAIN_AFTER_MS = 1_000;

const STATE = `select pg_is_in_recovery() as standby, coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "caughtUp",
  (select id::text from installation) as installation`;

/**
 * A streaming replica of the primary. Reads fall back to the primary if the replica is away, behind
 * or no longer a replica: after a failover it may be the primary itself, or outdated. The address
 * may lead to several replicas, so a read shares a connection with the check of its replica.
 */
export class ReadReplica {
  private readonly pool: pg.Pool;
  private readonly names = new StatementNames();
  private readonly installation: string;
  private awayUntil = 0;
  private complained = false;

  constructor(
    { url, poolSize, installation, queryTimeoutMs = QUERY_TIMEOUT_MS }: ReplicaSettings,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {
    this.installation = installation;
    this.pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      application_name: 'standing reads',
      connectionTimeoutMillis: TRY_AGAIN_AFTER_MS,
      statement_timeout: 15_000,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
      ...IN_UTC,
    });
    this.pool.on('error', () => undefined);
    this.pool.on('acquire', outliveItsErrors);
  }

  /**
   * Runs `work` once the replica has replayed everything up to the primary's position (an LSN).
   * Returns `undefined` if the primary has to be read instead. Throws whatever `positionOnPrimary`
   * throws.
   */
  async read<T>(
    positionOnPrimary: () => Promise<string | undefined>,
    work: (from: Reads) => Promise<T>,
  ): Promise<{ result: T } | undefined> {
    const position = performance.now() < this.awayUntil ? undefined : await positionOnPrimary();
    const read = position === undefined ? undefined : await this.readAt(position, work);
    this.metrics.count('long_reads_total', { from: read ? 'replica' : 'primary' });
    return read;
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  private async readAt<T>(position: string, work: (from: Reads) => Promise<T>): Promise<{ result: T } | undefined> {
    try {
      const client = await this.pool.connect();
      try {
        const statements = new PostgresStatements(client, this.names);
        await this.untilAt(position, statements);
        const result = await work(statements);
        client.release();
        this.noteAnswer();
        return { result };
      } catch (error) {
        client.release(true);
        throw error;
      }
    } catch (error) {
      this.noteFailure(error);
      return undefined;
    }
  }

  private async untilAt(position: string, statements: Reads): Promise<void> {
    for (const deadline = performance.now() + CATCH_UP_MS; ; await sleep(LOOK_EVERY_MS)) {
      const state = await statements.row<State>(STATE, [position]);
      if (state?.standby !== true) throw new Error('it is not a replica');
      if (state.caughtUp && state.installation === this.installation) return;
      if (state.caughtUp) throw new Error('it is a replica of another installation');
      if (performance.now() > deadline) throw new Error('it is behind');
    }
  }

  private noteAnswer(): void {
    if (this.complained) this.log.info('reading from the replica again');
    this.complained = false;
  }

  private noteFailure(error: unknown): void {
    this.awayUntil = performance.now() + TRY_AGAIN_AFTER_MS;
    if (!this.complained) this.log.warn('reading from the primary instead of the replica', { error });
    this.complained = true;
  }
}
