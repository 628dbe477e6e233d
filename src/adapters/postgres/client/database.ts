import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientBase, Pool, PoolClient } from 'pg';
import type { DataSource, EntityTarget, ObjectLiteral, QueryRunner, Repository } from 'typeorm';
import { Transaction, type Committed, type PendingWrite, type Tx } from '../../../core/ports.js';
import { InstallationRow } from '../schema/admin.tables.js';
import type { PostgresDataSource } from './data-source.js';
import { AccountSemaphore } from './account-semaphore.js';
import { outliveItsErrors, PostgresStatements, StatementNames } from './postgres-statements.js';
import { PostgresTx } from './postgres-tx.js';
import type { ReadReplica } from './read-replica.js';
import type { Reads, Statements, Value } from './statements.js';
import { WriteBatcher, type Effects, type Written, NOTHING_REPORTED } from './write-batcher.js';
import type { WriteBatchRows, WriteSet } from './pending-writes.js';
import { DatabaseUnavailable } from '../../../core/errors.js';
import { Outage } from './outage.js';
import { classifyDatabaseError, driverError, orUnavailable, runTyped } from './sql-state.js';

const TRIES = 5;
const PAUSE_MS = 20;
const COMMIT_BATCH = 'select commit_batch($1, $2) as written';

export interface Session {
  client: Client;
  end: () => void;
}

/**
 * The only way to Postgres. TypeORM owns the connections; the statements are SQL, because locks,
 * constraints and single round trips are expressed in SQL. Statements on the database itself each
 * run in a transaction of their own. Use `in(tx)` for those of an open transaction.
 */
export class Database extends Transaction implements Statements {
  /** Begun and ended by the listening connection: see `Notifications`. */
  readonly outage: Outage;
  private readonly semaphore = new AccountSemaphore();
  private readonly names = new StatementNames();
  private readonly pooled: Statements;
  private readonly writes = new WriteBatcher(
    (rows, lockTimeoutMs) => this.commitWriteBatch(this.pooled, rows, lockTimeoutMs),
    this.semaphore,
  );

  constructor(
    private readonly dataSource: PostgresDataSource,
    private readonly replica?: ReadReplica,
  ) {
    super();
    const busy = new Set<PoolClient>();
    this.pool().on('acquire', (client) => busy.add(client));
    this.pool().on('release', (_error, client) => busy.delete(client));
    this.outage = new Outage(this.pool(), busy);
    this.pooled = new PostgresStatements(this.pool(), this.names, () => this.refuseInOutage());
    // Attached when the pool hands it out, not when the caller receives it: one packet may say both
    // that the connection is ready and that it ends.
    this.pool().on('acquire', outliveItsErrors);
  }

  rows<R>(sql: string, values?: readonly Value[]): Promise<R[]> {
    return this.pooled.rows<R>(sql, values);
  }

  row<R>(sql: string, values?: readonly Value[]): Promise<R | undefined> {
    return this.pooled.row<R>(sql, values);
  }

  change(sql: string, values?: readonly Value[]): Promise<number> {
    return this.pooled.change(sql, values);
  }

  /** Plain TypeORM reads and writes of one table. Each statement is a transaction of its own. */
  async table<Row extends ObjectLiteral, T>(
    row: EntityTarget<Row>,
    work: (rows: Repository<Row>) => Promise<T>,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      this.refuseInOutage();
      const client = (await runner.connect()) as Client;
      return await runTyped(() => work(runner.manager.getRepository(row))).catch((error: unknown) => {
        // TypeORM would return it to the pool with an unfinished statement still on it.
        if (error instanceof DatabaseUnavailable) void client.end();
        throw error;
      });
    } catch (error) {
      throw orUnavailable(error);
    } finally {
      await runner.release();
    }
  }

  /**
   * For large reads without changes. Reads from the replica once it has everything committed
   * before, else from the primary, so the result is the same. `work` may run twice.
   */
  async reading<T>(work: (from: Reads) => Promise<T>): Promise<T> {
    const read = await this.replica?.read(() => positionOf(this.pooled), work);
    return read ? read.result : work(this.pooled);
  }

  in(tx: Tx): PostgresTx {
    if (!(tx instanceof PostgresTx)) throw new Error('this is not a transaction of Postgres');
    return tx;
  }

  async commit(writeSet: readonly PendingWrite[]): Promise<Committed> {
    const writes = writeSet as WriteSet;
    if (writes.length === 0) return NOTHING_REPORTED;
    const { effects, committed } = await untilCommitted(() => this.writes.commit(writes));
    await inTurn(effects);
    return committed;
  }

  async interactive<T>(work: (tx: PostgresTx) => Promise<T>, of?: string): Promise<T> {
    const { result, effects } = await untilCommitted(() => this.runOnce(work, of));
    await inTurn(effects);
    return result;
  }

  /**
   * A dedicated connection for sessions that listen or lock. The caller ends it and it is never
   * reused, so statements still running on it fail.
   */
  async connect(): Promise<Session> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as Client;
    const end = () => {
      void client.end();
      void runner.release();
    };
    return { client, end };
  }

  get connections(): { busy: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.pool();
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** The data source belongs to its creator, who destroys it. */
  async onApplicationShutdown(): Promise<void> {
    await this.replica?.close();
  }

  private async runOnce<T>(
    work: (tx: PostgresTx) => Promise<T>,
    of: string | undefined,
  ): Promise<{ result: T; effects: Effects }> {
    const leave = of === undefined ? undefined : await this.semaphore.acquire(of);
    const runner = this.dataSource.createQueryRunner();
    try {
      this.refuseInOutage();
      return await this.runOn(runner, (await runner.connect()) as ClientBase, work);
    } catch (error) {
      throw orUnavailable(error);
    } finally {
      await runner.release();
      leave?.();
    }
  }

  private async runOn<T>(
    runner: QueryRunner,
    client: ClientBase,
    work: (tx: PostgresTx) => Promise<T>,
  ): Promise<{ result: T; effects: Effects }> {
    const statements = new PostgresStatements(client, this.names);
    const tx = new PostgresTx(statements, runner.manager, (on, rows, lockTimeoutMs) =>
      this.commitWriteBatch(on, rows, lockTimeoutMs),
    );
    try {
      await runner.startTransaction();
      const result = await work(tx);
      tx.end();
      await runner.commitTransaction();
      return { result, effects: tx.effects };
    } catch (error) {
      tx.end();
      await rollBack(runner, client, orUnavailable(driverError(error)));
      throw driverError(error);
    }
  }

  private async commitWriteBatch(
    on: Statements,
    rows: WriteBatchRows,
    lockTimeoutMs: number | undefined,
  ): Promise<Written> {
    const row = await on.row<{ written: Written }>(COMMIT_BATCH, [toJson(rows), lockTimeoutMs]);
    if (!row) throw new Error('a function returned nothing');
    return row.written;
  }

  private refuseInOutage(): void {
    if (this.outage.cause) throw new DatabaseUnavailable(this.outage.cause, true);
  }

  private pool(): Pool {
    return this.dataSource.pool;
  }
}

/**
 * The WAL position up to which everything visible now is on disk. `undefined` if commits do not
 * wait for the disk.
 */
async function positionOf(primary: Reads): Promise<string | undefined> {
  const row = await primary.row<{ position: string }>(
    `select pg_current_wal_flush_lsn()::text as position where current_setting('synchronous_commit') <> 'off'`,
  );
  return row?.position;
}

/**
 * Closes a connection that failed or could not roll back. Postgres then undoes its open
 * transaction.
 */
async function rollBack(runner: QueryRunner, client: ClientBase, error: unknown): Promise<void> {
  try {
    if (error instanceof DatabaseUnavailable) throw error;
    await runner.rollbackTransaction();
  } catch {
    void (client as Client).end();
  }
}

async function untilCommitted<T>(commit: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await commit();
    } catch (error) {
      if (attempt === TRIES || classifyDatabaseError(error) !== 'try again') throw error;
      // Random pause, so that two transactions that conflicted do not collide again.
      await sleep(Math.random() * attempt * PAUSE_MS);
    }
  }
}

async function inTurn(effects: Effects): Promise<void> {
  for (const effect of effects) {
    const done = effect();
    // Most effects are synchronous, and an `await` would cost every charge an extra turn of the
    // event loop.
    if (done) await done;
  }
}

/** Distinguishes this installation from others on the same Redis. */
export async function installationId(dataSource: DataSource): Promise<string> {
  const [row] = await dataSource.getRepository(InstallationRow).find();
  if (!row) throw new Error('the table installation is empty: restore its one row');
  return row.id;
}

/**
 * Escapes as JSON.stringify writes them. A preceding backslash may cause a false match, which only
 * takes the slower path.
 */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/** Makes a value storable in a JSON column: see `toJson`. */
export function storable<T>(value: T): T {
  return JSON.parse(toJson(value)) as T;
}

/**
 * JSON that Postgres accepts. It stores neither NUL nor lone surrogates, and registers have sent
 * both.
 */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!UNSTORABLE.test(json)) return json;
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('\0', '').toWellFormed() : inner,
  );
}
