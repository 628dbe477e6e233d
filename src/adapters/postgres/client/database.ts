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
 * The one way to Postgres: TypeORM owns the connections, the statements are SQL, because what
 * matters here (locks, constraints, one round trip) is said in SQL. A statement of the database
 * itself is a transaction of its own; one that belongs to an open transaction goes through
 * `in(tx)`.
 */
export class Database extends Transaction implements Statements {
  /** Ends and begins with what the connection that listens finds: see `Notifications`. */
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
    // As the pool gives it out, not as it is received: the same packet may say that a connection is
    // ready, and that it ends.
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

  /**
   * Plain reads and writes of one table, by TypeORM. Each statement is a transaction of its own.
   */
  async table<Row extends ObjectLiteral, T>(
    row: EntityTarget<Row>,
    work: (rows: Repository<Row>) => Promise<T>,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      this.refuseInOutage();
      const client = (await runner.connect()) as Client;
      return await runTyped(() => work(runner.manager.getRepository(row))).catch((error: unknown) => {
        // TypeORM would return it to the pool, with the statement that never ended still on it.
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
   * For what reads much and changes nothing: on the replica, once it has everything that was
   * committed before, and otherwise here. So the answer is the same; `work` may be done twice.
   */
  async reading<T>(work: (from: Reads) => Promise<T>): Promise<T> {
    const read = await this.replica?.read(() => positionOf(this.pooled), work);
    return read ? read.result : work(this.pooled);
  }

  /** The statements of an open transaction. */
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
   * A connection of its own, for sessions that listen or lock. The caller ends it, and it is never
   * reused: what is running on it fails.
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

  /** How the connections of this process are used just now. */
  get connections(): { busy: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.pool();
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** The creator of the data source destroys it. */
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
 * Up to where everything that is visible now is on the disk; `undefined` where a commit does not
 * wait for that.
 */
async function positionOf(primary: Reads): Promise<string | undefined> {
  const row = await primary.row<{ position: string }>(
    `select pg_current_wal_flush_lsn()::text as position where current_setting('synchronous_commit') <> 'off'`,
  );
  return row?.position;
}

/**
 * A connection that failed, or could not even roll back, is closed: Postgres then undoes what was
 * open on it.
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
      // Two that lost against each other had better not meet again at once.
      await sleep(Math.random() * attempt * PAUSE_MS);
    }
  }
}

async function inTurn(effects: Effects): Promise<void> {
  for (const effect of effects) {
    const done = effect();
    // Most are done at once, and waiting for nothing would cost every charge another turn.
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
 * As JSON.stringify writes them; a backslash may stand before by chance, and then the long way only
 * takes longer.
 */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/** A value of a JSON column as Postgres takes it: see `toJson`. */
export function storable<T>(value: T): T {
  return JSON.parse(toJson(value)) as T;
}

/**
 * JSON that Postgres takes: it stores neither NUL nor half a surrogate pair, and registers have
 * been known to send both.
 */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!UNSTORABLE.test(json)) return json;
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('\0', '').toWellFormed() : inner,
  );
}
