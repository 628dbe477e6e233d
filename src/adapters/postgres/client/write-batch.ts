import { inCredits } from '../../../core/billing/pricing.js';
import { AppError } from '../../../core/errors.js';
import { WriteConflict, type Committed, type PendingWrite } from '../../../core/ports.js';
import type { AccountSemaphore } from './account-semaphore.js';
import { Batcher } from '../../../core/concurrency/batcher.js';
import {
  batchRows,
  creditsOf,
  NOTHING_REPORTED,
  type BatchRows,
  type QueuedWrite,
  type WriteSet,
} from './pending-writes.js';
import { classifyDatabaseError } from './sql-state.js';
import type { Statements } from './statements.js';
import { batchOrEach } from './batch-or-each.js';

/** An account that was to be charged or refunded, and what it has after the statement. */
export interface Payer {
  account_id: string;
  balance: number;
  /** Entries of its ledger by then: what comes of several statements may arrive in any order. */
  entries: number;
}

/** Why a write set was left out of its batch; `available` credits when it is `unpaid`. */
interface Refusal {
  place: number;
  reason: 'moved' | 'crowded' | 'unpaid';
  available: number | null;
}

/** The answer of `commit_batch` (0100). */
export interface Written {
  payers: Payer[];
  refused: Refusal[];
  told: ({ place: number; line: number } & Record<string, unknown>)[];
}

/** Calls `commit_batch`. It fails with SQLSTATE 55P03 when another transaction holds a row for longer than `lockTimeoutMs`; without one it waits. */
export type CommitBatch = (on: Statements, rows: BatchRows, lockTimeoutMs: number | undefined) => Promise<Written>;
type CommitRows = (rows: BatchRows, lockTimeoutMs: number | undefined) => Promise<Written>;

/** What is to be done once a transaction has committed. */
export type Effects = (() => Promise<void> | void)[];

/** One write set that was written. */
export interface WrittenSet {
  effects: Effects;
  committed: Committed;
}

/** A batch waits no longer for one of its accounts or retrievals: those who need it are then written aside. */
const LOCK_TIMEOUT_MS = 200;
/** Backlogs are worked off at some hundreds a minute and worker: room comes back soon. */
const ROOM_AFTER_SECONDS = 30;

/**
 * Commits transactions that only write, many in one statement. Each happens wholly or not at all, and is answered after the commit: one that fails is
 * tried alone, so that it fails for itself and not for its neighbours. An account or retrieval that others hold is waited for aside, by its own transactions only.
 */
export class WriteBatch {
  private readonly batcher = this.newBatcher();
  /** New jobs take many times as long to write as anything else: a burst of them keeps no answer waiting that is known already. */
  private readonly newJobs = this.newBatcher();
  /** How many transactions of an account or retrieval are being written aside. */
  private readonly aside = new Map<string, number>();

  constructor(
    private readonly commitRows: CommitRows,
    private readonly lanes: AccountSemaphore,
    private readonly onCharged: (payers: readonly Payer[]) => void,
  ) {}

  /** Throws what `Transaction.commit` throws, and an error that is classified as `try again` when it lost against others. */
  async commit(writes: WriteSet): Promise<WrittenSet> {
    const holder = heldBy(writes);
    if (this.aside.has(holder)) return this.writeAside(holder, writes);
    try {
      const batcher = writes.some(({ kind }) => kind === 'joining') ? this.newJobs : this.batcher;
      return await batcher.add(writes);
    } catch (error) {
      if (classifyDatabaseError(error) !== 'wait') throw error;
      return this.writeAside(holder, writes);
    }
  }

  private newBatcher(): Batcher<WriteSet, WrittenSet> {
    return new Batcher((batch) => batchOrEach(batch, (some) => this.commitTogether(some), true));
  }

  private async writeAside(holder: string, writes: WriteSet): Promise<WrittenSet> {
    const leaveLane = await this.lanes.acquire(holder);
    this.aside.set(holder, (this.aside.get(holder) ?? 0) + 1);
    try {
      const { payers, effects, committed } = await writeAlone(this.commitRows, writes);
      this.onCharged(payers);
      return { effects, committed };
    } finally {
      leaveLane();
      const others = (this.aside.get(holder) ?? 1) - 1;
      if (others > 0) this.aside.set(holder, others);
      else this.aside.delete(holder);
    }
  }

  private async commitTogether(batch: WriteSet[]): Promise<PromiseSettledResult<WrittenSet>[]> {
    const written = await this.commitRows(batchRows(batch), LOCK_TIMEOUT_MS);
    this.onCharged(written.payers);
    const writtenSets = writtenSetsOf(written, batch);
    const refused = new Map(written.refused.map((refusal) => [refusal.place, refusal]));
    return batch.map((writes, place) => {
      const refusal = refused.get(place);
      if (refusal) return { status: 'rejected', reason: errorOf(refusal, writes) };
      return { status: 'fulfilled', value: writtenSets[place] ?? NOTHING_WRITTEN };
    });
  }
}

/** The writes of one transaction by themselves. */
export async function writeAlone(commitRows: CommitRows, writes: WriteSet): Promise<{ payers: Payer[] } & WrittenSet> {
  const written = await commitRows(batchRows([writes]), undefined);
  const [refused] = written.refused;
  if (refused) throw errorOf(refused, writes);
  const [set = NOTHING_WRITTEN] = writtenSetsOf(written, [writes]);
  return { payers: written.payers, ...set };
}

const NOTHING_WRITTEN: WrittenSet = { effects: [], committed: NOTHING_REPORTED };

/** By the places of the transactions. */
function writtenSetsOf({ told }: Written, batch: readonly WriteSet[]): WrittenSet[] {
  const sets = batch.map((writes) => {
    const effects: Effects = writes.flatMap(({ written }) => written ?? []);
    return { effects, committed: NOTHING_REPORTED };
  });
  const results = new Map<number, Map<PendingWrite, unknown>>();
  for (const news of told) {
    const write = batch[news.place]?.[news.line] as Reporting | undefined;
    const set = sets[news.place];
    if (!write || !set) continue;
    const { told: tell, result } = write;
    if (tell) set.effects.push(() => tell(news));
    if (!result) continue;
    const ofSet = results.get(news.place) ?? new Map<PendingWrite, unknown>();
    results.set(news.place, ofSet.set(write, result(news)));
    set.committed = { resultOf: <R>(of: PendingWrite<R>) => ofSet.get(of) as R | undefined };
  }
  return sets;
}

type Reporting = PendingWrite & { told?: (news: object) => Promise<void>; result?: (news: object) => unknown };

/** Whose row the writes may have to wait for: the account's that is charged, or else that of the retrieval that ends. */
function heldBy(writes: WriteSet): string {
  for (const { kind, row } of writes) {
    if (kind === 'charges' || kind === 'joining') return row.account_id;
    if (kind === 'endings') return row.retrieval_id;
  }
  return '';
}

function errorOf({ reason, available }: Refusal, writes: WriteSet): Error {
  if (reason === 'moved') return new WriteConflict('a retrieval is no longer what its end was made for');
  if (reason === 'unpaid') return insufficientCredits(creditsOf(writes), available ?? 0);
  const most = writes.find((write): write is Extract<QueuedWrite, { kind: 'joining' }> => write.kind === 'joining')?.row
    .most;
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: `This account has ${most} unfinished jobs, as many as it may have. Nothing was charged.`,
    details: { retry_after_seconds: ROOM_AFTER_SECONDS, unfinished_jobs: most },
    suggestion: 'Wait for some of them to end.',
  });
}

export function insufficientCredits(required: number, available: number, cause?: unknown): AppError {
  return new AppError('INSUFFICIENT_CREDITS', {
    message: `This request costs ${inCredits(required)}; the balance is ${inCredits(available)}.`,
    details: { required, available },
    cause,
  });
}
