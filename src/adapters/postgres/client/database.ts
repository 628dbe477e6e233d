import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientBase, Pool, QueryResult } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import type { Id } from '../../../core/ids.js';
import { Transaction, type PendingWrite } from '../../../core/ports.js';
import { AccountSemaphore } from './account-semaphore.js';
import { WriteBatch, writeAlone, type Effects, type Payer, type Written, type CommitBatch } from './write-batch.js';
import { WRITE_KINDS, type QueuedWrite, type WriteSet } from './pending-writes.js';
import { sqlState } from './sql-state.js';

type Value = string | number | boolean | Date | Buffer | null | undefined | readonly (string | boolean)[];

/** Statements that lost against others and may simply be tried again: serialization failure, deadlock. */
const TRY_AGAIN = new Set(['40001', '40P01']);
const TRIES = 5;
const PAUSE_MS = 20;
const WRITE_TOGETHER = `select write_together(${WRITE_KINDS.map((_, i) => `$${i + 1}, `).join('')} $${WRITE_KINDS.length + 1}) as written`;

/** A transaction that holds a connection from its first statement on; one that only writes at its end never needs one of its own. */
interface OpenTransaction {
  effects: Effects;
  /** Whose it is, when accounts are to leave room for each other. */
  of: string | undefined;
  /** From 1. */
  attempt: number;
  begun: Promise<Begun> | undefined;
  late: QueuedWrite[];
}

interface Begun {
  runner: QueryRunner;
  client: ClientBase;
  leaveLane: (() => void) | undefined;
}

export interface Session {
  client: ClientBase;
  end: () => void;
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
    connectTimeoutMS: 10_000,
    applicationName: 'standing',
    extra: {
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 30_000,
      // Whoever only listens would never notice that the other side is gone without a word.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    },
  });
}

/**
 * The one way to Postgres: TypeORM owns the connections and transactions, the statements are SQL, because what matters here (locks,
 * constraints, one round trip) is said in SQL. A statement inside `run` belongs to that transaction without anyone passing it along.
 */
export class Database extends Transaction {
  private readonly open = new AsyncLocalStorage<OpenTransaction | undefined>();
  /** Transactions that are under way. */
  private running = 0;
  private readonly lanes = new AccountSemaphore();
  private readonly statementNames = new Map<string, string>();
  private tellBalances: (payers: readonly Payer[]) => void = () => undefined;
  private readonly groups = new WriteBatch(
    (rows, hurry) => this.outsideOfTransactions(() => this.commitBatch(rows, hurry)),
    this.lanes,
    (payers) => this.tellBalances(payers),
  );

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

  async interactive<T>(work: () => Promise<T>, of?: Id<'acc'>): Promise<T> {
    if (this.inTransaction) return work();
    this.running += 1;
    try {
      const { result, effects } = await untilCommitted((attempt) => this.runOnce(work, of, attempt));
      await inTurn(effects);
      return result;
    } finally {
      this.running -= 1;
      // Node 20 pays for every promise while somebody wants to know where it belongs.
      if (this.running === 0) this.open.disable();
    }
  }

  async commit(writes: readonly PendingWrite[]): Promise<void> {
    const late = writes as WriteSet;
    const open = this.open.getStore();
    if (open) open.late.push(...late);
    else if (late.length > 0) await inTurn(await untilCommitted(() => this.groups.commit(late)));
  }

  async afterCommit(effect: () => Promise<void>): Promise<void> {
    const open = this.open.getStore();
    if (open) open.effects.push(effect);
    else await effect();
  }

  /** A connection of its own, for sessions that listen or lock. The caller ends it, and it goes to nobody else: what is under way on it fails. */
  async connect(): Promise<Session> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as Client;
    const end = () => {
      void client.end();
      void runner.release();
    };
    return { client, end };
  }

  /** Calls back with what the accounts have that were charged together, before any of them is answered. */
  onCharged(callback: (payers: readonly Payer[]) => void): void {
    this.tellBalances = callback;
  }

  /** Whether statements now belong to a transaction. */
  get inTransaction(): boolean {
    return this.open.getStore() !== undefined;
  }

  /** Whether this transaction lost against others before. */
  get isTriedAgain(): boolean {
    return (this.open.getStore()?.attempt ?? 1) > 1;
  }

  private async runOnce<T>(
    work: () => Promise<T>,
    of: string | undefined,
    attempt: number,
  ): Promise<{ result: T; effects: Effects }> {
    const transaction: OpenTransaction = { of, attempt, begun: undefined, late: [], effects: [] };
    try {
      const result = await this.open.run(transaction, async () => {
        const done = await work();
        await this.commitOpen(transaction);
        return done;
      });
      return { result, effects: transaction.effects };
    } finally {
      await release(transaction);
    }
  }

  /** What is done for many belongs to none of them. */
  private outsideOfTransactions<T>(work: () => Promise<T>): Promise<T> {
    return this.inTransaction ? this.open.run(undefined, work) : work();
  }

  private async commitOpen(transaction: OpenTransaction): Promise<void> {
    if (transaction.begun) {
      const payers = await this.flush(transaction);
      await (await transaction.begun).runner.commitTransaction();
      this.tellBalances(payers);
    } else if (transaction.late.length > 0) {
      transaction.effects.push(...(await this.groups.commit(transaction.late)));
    }
  }

  private async begin({ of }: OpenTransaction): Promise<Begun> {
    const leaveLane = of === undefined ? undefined : await this.lanes.acquire(of);
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as ClientBase;
      await runner.startTransaction();
      return { runner, client, leaveLane };
    } catch (error) {
      await runner.release().finally(() => leaveLane?.());
      throw error;
    }
  }

  private async flush(transaction: OpenTransaction): Promise<Payer[]> {
    const late = transaction.late.splice(0);
    if (late.length === 0) return [];
    const { payers, effects } = await writeAlone(this.commitBatch, late);
    transaction.effects.push(...effects);
    return payers;
  }

  private readonly commitBatch: CommitBatch = async (rows, hurry) => {
    const row = await this.row<{ written: Written }>(WRITE_TOGETHER, [
      ...WRITE_KINDS.map((kind) => rows[kind] && toJson(rows[kind])),
      hurry,
    ]);
    if (!row) throw new Error('a function returned nothing');
    return row.written;
  };

  private async query(sql: string, values: readonly Value[]): Promise<QueryResult> {
    const client = await this.client();
    return client.query({ name: this.nameOf(sql), text: sql, values: [...values] });
  }

  /** Where the next statement goes: a transaction begins with its first one, and what was put off goes before it. */
  private async client(): Promise<ClientBase | Pool> {
    const transaction = this.open.getStore();
    if (!transaction) return this.pool();
    const { client } = await (transaction.begun ??= this.begin(transaction));
    await this.flush(transaction);
    return client;
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

async function untilCommitted<T>(commit: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await commit(attempt);
    } catch (error) {
      if (attempt === TRIES || !TRY_AGAIN.has(sqlState(error) ?? '')) throw error;
      // Two that lost against each other had better not meet again at once.
      await sleep(Math.random() * attempt * PAUSE_MS);
    }
  }
}

async function inTurn(effects: Effects): Promise<void> {
  for (const effect of effects) await effect();
}

/** Undoes what was not committed; a connection that is gone has done so by itself. What went wrong before is the error worth knowing. */
async function release({ begun }: OpenTransaction): Promise<void> {
  const held = await begun?.catch(() => undefined);
  if (!held) return;
  const { runner, leaveLane } = held;
  if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
  await runner.release().finally(() => leaveLane?.());
}

/** Tells this installation from others that share the same Redis. */
export async function installationId(dataSource: DataSource): Promise<string> {
  const rows: { id: string }[] = await dataSource.query('select id from installation');
  const [row] = rows;
  if (!row) throw new Error('the table installation is empty: restore its one row');
  return row.id;
}

/** As JSON.stringify writes them; a backslash may stand before by chance, and then the long way only takes longer. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/** JSON that Postgres takes: it stores neither NUL nor half a surrogate pair, and registers have been known to send both. */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!UNSTORABLE.test(json)) return json;
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('\0', '').toWellFormed() : inner,
  );
}
