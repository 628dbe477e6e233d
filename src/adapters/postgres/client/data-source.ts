import pg, { type ClientBase, type Pool, type PoolConfig } from 'pg';
import { DataSource } from 'typeorm';
import * as tables from '../schema/tables.js';

const QUERY_TIMEOUT_MS = 20_000;

/** For a pool. The database may have another time zone, and days are UTC. */
export const IN_UTC = {
  onConnect: async (client: Pick<ClientBase, 'query'>): Promise<void> => {
    await client.query(`set time zone 'UTC'`);
  },
};

export interface PoolSettings {
  url: string;
  /**
   * A busy process is better served by few connections: more would only queue for the same row
   * locks.
   */
  poolSize: number;
  /** 0 means no limit. */
  queryTimeoutMs?: number;
}

export class PostgresDataSource extends DataSource {
  private readonly pools: Pool[];

  constructor({ url, poolSize, queryTimeoutMs = QUERY_TIMEOUT_MS }: PoolSettings) {
    const pools: Pool[] = [];
    class NotedPool extends pg.Pool {
      constructor(config: PoolConfig) {
        super(config);
        pools.push(this);
      }
    }
    super({
      type: 'postgres',
      driver: { ...pg, Pool: NotedPool },
      entities: tables,
      url,
      poolSize,
      connectTimeoutMS: 10_000,
      applicationName: 'standing',
      extra: {
        statement_timeout: 15_000,
        // Longer than any statement may take. Only a silent server or network exceeds it, and the
        // connection is then closed.
        query_timeout: queryTimeoutMs,
        idle_in_transaction_session_timeout: 30_000,
        // A connection that only listens would otherwise never notice that the other side is gone.
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        ...IN_UTC,
      },
    });
    this.pools = pools;
  }

  /** Throws before `initialize()`. */
  get pool(): Pool {
    const pool = this.pools.at(-1);
    if (!pool) throw new Error('the data source is not initialized');
    return pool;
  }
}

export function createDataSource(settings: PoolSettings): PostgresDataSource {
  return new PostgresDataSource(settings);
}
