import type { EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { Tx, type Committed, type PendingWrite } from '../../../core/ports.js';
import type { Statements, Value } from './statements.js';
import { runTyped } from './sql-state.js';
import type { WriteSet } from './pending-writes.js';
import { writeAlone, type CommitWriteBatch, type Effects } from './write-batcher.js';

export class PostgresTx extends Tx implements Statements {
  /** Run after the commit, in this order. */
  readonly effects: Effects = [];
  private ended = false;

  constructor(
    private readonly statements: Statements,
    private readonly manager: EntityManager,
    private readonly commitWriteBatch: CommitWriteBatch,
  ) {
    super();
  }

  async rows<R>(sql: string, values?: readonly Value[]): Promise<R[]> {
    this.refuseWhenEnded();
    return this.statements.rows<R>(sql, values);
  }

  async row<R>(sql: string, values?: readonly Value[]): Promise<R | undefined> {
    this.refuseWhenEnded();
    return this.statements.row<R>(sql, values);
  }

  async change(sql: string, values?: readonly Value[]): Promise<number> {
    this.refuseWhenEnded();
    return this.statements.change(sql, values);
  }

  async table<Row extends ObjectLiteral, T>(
    row: EntityTarget<Row>,
    work: (rows: Repository<Row>) => Promise<T>,
  ): Promise<T> {
    this.refuseWhenEnded();
    return runTyped(() => work(this.manager.getRepository(row)));
  }

  async write(writeSet: readonly PendingWrite[]): Promise<Committed> {
    this.refuseWhenEnded();
    const written = await writeAlone(
      (rows, lockTimeoutMs) => this.commitWriteBatch(this.statements, rows, lockTimeoutMs),
      writeSet as WriteSet,
    );
    this.effects.push(...written.effects);
    return written.committed;
  }

  afterCommit(effect: () => void | Promise<void>): void {
    this.refuseWhenEnded();
    this.effects.push(effect);
  }

  /** Refuses further statements: the connection now belongs to others. */
  end(): void {
    this.ended = true;
  }

  private refuseWhenEnded(): void {
    if (this.ended) throw new Error('the transaction has ended');
  }
}
