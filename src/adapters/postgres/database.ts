import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientBase, Pool, QueryResult } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { Transaction } from '../../core/ports.js';

type Value = string | number | boolean | Date | Buffer | null | undefined | readonly string[];

/** Statements that lost against others and may simply be tried again: serialization failure, deadlock. */
const TRY_AGAIN = new Set(['40001', '40P01']);
const TRIES = 5;

interface OpenTransaction {
  client: ClientBase;
  effects: (() => Promise<void>)[];
}

export interface PoolSettings {
  url: string;
  /** Few connections serve a busy process better than many: they would only queue for the same row locks. */
  poolSize: number;
}

export function createDataSource({ url, poolSize }: PoolSettings): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    poolSize,
    connectTimeoutMS: 5_000,
    applicationName: 'standing',
    extra: { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 },
  });
}

/**
 * The one way to Postgres: TypeORM owns the connections and transactions, the statements are SQL, because what matters here (locks,
 * constraints, one round trip) is said in SQL. A statement inside `run` belongs to that transaction without anyone passing it along.
 */
export class Database extends Transaction {
  private readonly open = new AsyncLocalStorage<OpenTransaction>();
  private readonly statementNames = new Map<string, string>();

  constructor(private readonly dataSource: DataSource) {
    super();
  }

  /** Statements must be constant texts with parameters: each is prepared once per connection. */
  async rows<R>(sql: string, values: readonly Value[] = []): Promise<R[]> {
    return (await this.query(sql, values)).rows as R[];
  }

  async row<R>(sql: string, values: readonly Value[] = []): Promise<R | undefined> {
    return (await this.rows<R>(sql, values))[0];
  }

  /** How many rows the statement changed. */
  async change(sql: string, values: readonly Value[] = []): Promise<number> {
    return (await this.query(sql, values)).rowCount ?? 0;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.open.getStore()) return work();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.runOnce(work);
      } catch (error) {
        if (attempt === TRIES || !TRY_AGAIN.has(sqlState(error) ?? '')) throw error;
      }
    }
  }

  async afterCommit(effect: () => Promise<void>): Promise<void> {
    const open = this.open.getStore();
    if (open) open.effects.push(effect);
    else await effect();
  }

  /** A connection of its own, for sessions that listen or lock. The caller releases it. */
  async connect(): Promise<{ client: ClientBase; release: () => Promise<void> }> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as ClientBase;
    return { client, release: () => runner.release() };
  }

  private async runOnce<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const effects: OpenTransaction['effects'] = [];
    try {
      const result = await this.inTransaction(runner, effects, work);
      await runner.release();
      for (const effect of effects) await effect();
      return result;
    } finally {
      if (!runner.isReleased) await runner.release();
    }
  }

  private async inTransaction<T>(
    runner: QueryRunner,
    effects: OpenTransaction['effects'],
    work: () => Promise<T>,
  ): Promise<T> {
    const client = (await runner.connect()) as ClientBase;
    await runner.startTransaction();
    try {
      const result = await this.open.run({ client, effects }, work);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // The first error is the one worth knowing; a connection that is gone has rolled back by itself.
      await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  }

  private query(sql: string, values: readonly Value[]): Promise<QueryResult> {
    const client = this.open.getStore()?.client ?? this.pool();
    return client.query({ name: this.nameOf(sql), text: sql, values: [...values] });
  }

  private pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  private nameOf(sql: string): string {
    let name = this.statementNames.get(sql);
    if (name === undefined) {
      name = `s${this.statementNames.size}`;
      this.statementNames.set(sql, name);
    }
    return name;
  }
}

/** Tells this installation from others that share the same Redis. */
export async function installationId(dataSource: DataSource): Promise<string> {
  const rows: { id: string }[] = await dataSource.query('select id from installation');
  const [row] = rows;
  if (!row) throw new Error('the table installation is empty: restore its one row');
  return row.id;
}

/** The SQLSTATE of a failed statement. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** JSON that Postgres takes: it stores neither NUL nor half a surrogate pair, and registers have been known to send both. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('\0', '').toWellFormed() : inner,
  );
}
