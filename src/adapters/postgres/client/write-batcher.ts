import type { Committed, PendingWrite } from '../../../core/ports.js';
import { Batcher } from '../../../core/concurrency/batcher.js';
import type { AccountSemaphore } from './account-semaphore.js';
import type { WriteBatchRows, QueuedWrite, WriteReports, WriteRows, WriteSet } from './pending-writes.js';
import { refusedWrite, type Refusal } from './refused-writes.js';
import { sendOrHalve } from './send-or-halve.js';
import { classifyDatabaseError } from './sql-state.js';
import type { Statements } from './statements.js';

/** The return value of `commit_batch`. */
export interface Written {
  /** The balance of every charged or refunded account after the statement. */
  payers: { account_id: string; balance: number }[];
  /**
   * The rest of every charged or refunded budget. If a budget occurs twice, the last one counts.
   */
  budgets: { key_id: string | null; grant_id: string | null; available: number }[];
  refused: Refusal[];
  reports: ({ place: number; line: number } & Record<string, unknown>)[];
}

/**
 * Calls `commit_batch`. Fails with SQLSTATE 55P03 if another transaction holds a row for longer
 * than `lockTimeoutMs`. If that is `undefined`, it waits.
 */
export type CommitWriteBatch = (
  on: Statements,
  rows: WriteBatchRows,
  lockTimeoutMs: number | undefined,
) => Promise<Written>;
type CommitRows = (rows: WriteBatchRows, lockTimeoutMs: number | undefined) => Promise<Written>;

export type Effects = (() => Promise<void> | void)[];

export interface WrittenSet {
  effects: Effects;
  committed: Committed;
}

/**
 * A write batch waits at most this long for a locked account or retrieval. The sets that need it
 * are then written separately.
 */
const LOCK_TIMEOUT_MS = 200;

/**
 * Commits write-only transactions, many in one statement. Each is all-or-nothing and resolves after
 * the commit. One that fails is retried alone, so that it does not fail the others. If an account
 * or retrieval is locked elsewhere, only its own transactions wait for it, separately.
 */
export class WriteBatcher {
  private readonly batcher = this.newBatcher();
  /**
   * New jobs take many times as long to write as anything else. A burst of them must not delay
   * answers that are already known.
   */
  private readonly newJobs = this.newBatcher();
  /** Number of transactions being written separately, per account or retrieval. */
  private readonly separate = new Map<string, number>();

  constructor(
    private readonly commitRows: CommitRows,
    private readonly semaphore: AccountSemaphore,
  ) {}

  /**
   * Throws the errors of `Transaction.commit`, and one classified as `try again` after a conflict
   * with other transactions.
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

export async function writeAlone(commitRows: CommitRows, writes: WriteSet): Promise<WrittenSet> {
  const written = await commitRows(writeBatchRows([writes]), undefined);
  const [refused] = written.refused;
  if (refused) throw refusedWrite(refused, writes);
  const [set = NOTHING_WRITTEN] = writtenSetsOf(written, [writes]);
  return set;
}

export const NOTHING_REPORTED: Committed = { resultOf: () => undefined };
const NOTHING_WRITTEN: WrittenSet = { effects: [], committed: NOTHING_REPORTED };

function writtenSetsOf(written: Written, sets: readonly WriteSet[]): WrittenSet[] {
  const left = new Left(written);
  const reported = sets.map((writes) => new ReportedSet(writes, left));
  for (const report of written.reports) reported[report.place]?.reports.set(report.line, report);
  return reported.map((set) => ({ effects: set.effects(), committed: set }));
}

/** The balances and budgets left after a statement. */
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

class ReportedSet implements Committed {
  /** By position of the write. */
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
 * The account or retrieval whose row the writes may have to wait for: the charged account, or else
 * the ending retrieval.
 */
function heldBy(writes: WriteSet): string {
  for (const { kind, row } of writes) {
    if (kind === 'charges.insert' || kind === 'jobs.join') return row.account_id;
    if (kind === 'retrievals.finish') return row.retrieval_id;
  }
  return '';
}

/**
 * Groups the rows of several transactions by kind. `place` is the transaction, `line` the write.
 */
function writeBatchRows(sets: readonly WriteSet[]): WriteBatchRows {
  const rows: WriteBatchRows = {};
  const charged = new Map<string, number>();
  for (const [place, writes] of sets.entries()) {
    for (const [line, { kind, row }] of writes.entries()) {
      (rows[kind] ??= []).push({ ...row, place, line });
      if (kind === 'charges.insert') charged.set(row.account_id, (charged.get(row.account_id) ?? 0) + row.amount);
    }
  }
  if (charged.size > 0) rows.charged = Array.from(charged, ([account_id, amount]) => ({ account_id, amount }));
  return rows;
}
