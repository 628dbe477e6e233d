import type { Committed, PendingWrite } from '../../../core/ports.js';
import { Batcher } from '../../../core/concurrency/batcher.js';
import type { AccountSemaphore } from './account-semaphore.js';
import type { WriteBatchRows, QueuedWrite, WriteReports, WriteRows, WriteSet } from './pending-writes.js';
import { refusedWrite, type Refusal } from './refused-writes.js';
import { sendOrHalve } from './send-or-halve.js';
import { classifyDatabaseError } from './sql-state.js';
import type { Statements } from './statements.js';

/** The answer of `commit_batch`. */
export interface Written {
  /** What every account that was to be charged or refunded has after the statement. */
  payers: { account_id: string; balance: number }[];
  /** What is left of every budget that was charged or refunded, the later of two last. */
  budgets: { key_id: string | null; grant_id: string | null; available: number }[];
  refused: Refusal[];
  reports: ({ place: number; line: number } & Record<string, unknown>)[];
}

/**
 * Calls `commit_batch`. It fails with SQLSTATE 55P03 when another transaction holds a row for
 * longer than `lockTimeoutMs`; without one it waits.
 */
export type CommitWriteBatch = (
  on: Statements,
  rows: WriteBatchRows,
  lockTimeoutMs: number | undefined,
) => Promise<Written>;
type CommitRows = (rows: WriteBatchRows, lockTimeoutMs: number | undefined) => Promise<Written>;

/** What is to be done once a transaction has committed. */
export type Effects = (() => Promise<void> | void)[];

/** One write set that was written. */
export interface WrittenSet {
  effects: Effects;
  committed: Committed;
}

/**
 * A write batch waits no longer for one of its accounts or retrievals: those who need it are then
 * written separately.
 */
const LOCK_TIMEOUT_MS = 200;

/**
 * Commits transactions that only write, many in one statement. Each happens wholly or not at all,
 * and is answered after the commit: one that fails is tried alone, so that it fails for itself and
 * not for its neighbours. An account or retrieval that others hold is waited for separately, by its
 * own transactions only.
 */
export class WriteBatcher {
  private readonly batcher = this.newBatcher();
  /**
   * New jobs take many times as long to write as anything else: a burst of them keeps no answer
   * waiting that is known already.
   */
  private readonly newJobs = this.newBatcher();
  /** How many transactions of an account or retrieval are being written separately. */
  private readonly separate = new Map<string, number>();

  constructor(
    private readonly commitRows: CommitRows,
    private readonly semaphore: AccountSemaphore,
  ) {}

  /**
   * Throws what `Transaction.commit` throws, and an error that is classified as `try again` when it
   * lost against others.
   */
  async commit(writes: WriteSet): Promise<WrittenSet> {
    const holder = heldBy(writes);
    if (this.separate.has(holder)) return this.writeSeparately(holder, writes);
    try {
      const batcher = writes.some(({ kind }) => kind === 'jobs.join' || kind === 'checks.begin')
        ? this.newJobs
        : this.batcher;
      return await batcher.add(writes);
    } catch (error) {
      if (classifyDatabaseError(error) !== 'wait') throw error;
      return this.writeSeparately(holder, writes);
    }
  }

  private newBatcher(): Batcher<WriteSet, WrittenSet> {
    return new Batcher((sets) => sendOrHalve(sets, (some) => this.commitTogether(some), true));
  }

  private async writeSeparately(holder: string, writes: WriteSet): Promise<WrittenSet> {
    const leave = await this.semaphore.acquire(holder);
    this.separate.set(holder, (this.separate.get(holder) ?? 0) + 1);
    try {
      return await writeAlone(this.commitRows, writes);
    } finally {
      leave();
      const others = (this.separate.get(holder) ?? 1) - 1;
      if (others > 0) this.separate.set(holder, others);
      else this.separate.delete(holder);
    }
  }

  private async commitTogether(sets: WriteSet[]): Promise<PromiseSettledResult<WrittenSet>[]> {
    const written = await this.commitRows(writeBatchRows(sets), LOCK_TIMEOUT_MS);
    const writtenSets = writtenSetsOf(written, sets);
    const refused = new Map(written.refused.map((refusal) => [refusal.place, refusal]));
    return sets.map((writes, place) => {
      const refusal = refused.get(place);
      if (refusal) return { status: 'rejected', reason: refusedWrite(refusal, writes) };
      return { status: 'fulfilled', value: writtenSets[place] ?? NOTHING_WRITTEN };
    });
  }
}

/** The writes of one transaction by themselves. */
export async function writeAlone(commitRows: CommitRows, writes: WriteSet): Promise<WrittenSet> {
  const written = await commitRows(writeBatchRows([writes]), undefined);
  const [refused] = written.refused;
  if (refused) throw refusedWrite(refused, writes);
  const [set = NOTHING_WRITTEN] = writtenSetsOf(written, [writes]);
  return set;
}

export const NOTHING_REPORTED: Committed = { resultOf: () => undefined };
const NOTHING_WRITTEN: WrittenSet = { effects: [], committed: NOTHING_REPORTED };

/** By the places of the transactions. */
function writtenSetsOf(written: Written, sets: readonly WriteSet[]): WrittenSet[] {
  const left = new Left(written);
  const reported = sets.map((writes) => new ReportedSet(writes, left));
  for (const report of written.reports) reported[report.place]?.reports.set(report.line, report);
  return reported.map((set) => ({ effects: set.effects(), committed: set }));
}

/** What a statement has left of balances and budgets. */
class Left {
  private readonly balances: ReadonlyMap<string, number>;
  private readonly budgets: ReadonlyMap<string | null, number>;

  constructor({ payers, budgets }: Written) {
    this.balances = new Map(payers.map(({ account_id, balance }) => [account_id, balance]));
    this.budgets = new Map(budgets.map(({ key_id, grant_id, available }) => [key_id ?? grant_id, available]));
  }

  after({ account_id, key_id, grant_id }: WriteRows['charges.insert']): WriteReports['charges.insert'] {
    const budgets = [key_id, grant_id].flatMap((holder) => this.budgets.get(holder ?? null) ?? []);
    return { balance: this.balances.get(account_id) ?? 0, budgets };
  }
}

/** One write set with the reports of its rows. */
class ReportedSet implements Committed {
  /** By the places of the writes. */
  readonly reports = new Map<number, object>();

  constructor(
    private readonly writes: WriteSet,
    private readonly left: Left,
  ) {}

  resultOf<Result>(write: PendingWrite<Result>): Result | undefined {
    const line = this.writes.indexOf(write as QueuedWrite);
    const report = this.reportOf(line);
    const { result } = (this.writes[line] ?? {}) as Reporting;
    return report && (result?.(report) as Result | undefined);
  }

  effects(): Effects {
    const effects: Effects = this.writes.flatMap(({ onCommitted }) => onCommitted ?? []);
    for (const [line, report] of this.reports) {
      const { onReported } = (this.writes[line] ?? {}) as Reporting;
      if (onReported) effects.push(() => onReported(report));
    }
    return effects;
  }

  private reportOf(line: number): object | undefined {
    const write = this.writes[line];
    return write?.kind === 'charges.insert' ? this.left.after(write.row) : this.reports.get(line);
  }
}

interface Reporting {
  onReported?: (report: object) => Promise<void>;
  result?: (report: object) => unknown;
}

/**
 * Whose row the writes may have to wait for: the account's that is charged, or else that of the
 * retrieval that ends.
 */
function heldBy(writes: WriteSet): string {
  for (const { kind, row } of writes) {
    if (kind === 'charges.insert' || kind === 'jobs.join') return row.account_id;
    if (kind === 'retrievals.finish') return row.retrieval_id;
  }
  return '';
}

/**
 * The rows of several transactions by their tables; `place` is the transaction, `line` the write.
 */
function writeBatchRows(sets: readonly WriteSet[]): WriteBatchRows {
  const rows: WriteBatchRows = {};
  for (const [place, writes] of sets.entries()) {
    for (const [line, { kind, row }] of writes.entries()) (rows[kind] ??= []).push({ ...row, place, line });
  }
  return rows;
}
