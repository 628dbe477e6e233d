import { limitThatRefuses } from '../billing/budget.js';
import { Ledger } from '../billing/ports.js';
import { answerKey } from '../entities/fresh-answer.js';
import { BackgroundWork } from '../concurrency/background-work.js';
import { Tasks } from '../tasks/ports.js';
import { pauseAt, BatchSettlement } from './batch-settlement.js';
import type { BatchPauseReason, Pause } from './batch.js';
import { BatchWork, type ClaimedBatch, type OpenRow } from './ports.js';
import { RowAnswers } from './row-answers.js';
import { Injectable } from '../injectable.js';

/** Short rounds let other accounts in between, and keep this process busy only briefly. */
const ROWS_A_ROUND = 50;
/**
 * Per batch. Leaves room for the account's interactive requests, and keeps the waits short enough
 * not to fail.
 */
const MAX_WAITING = 64;
/** While rows wait. The end of a retrieval wakes the batch, but a topped-up balance does not. */
const LOOK_AGAIN_MS = 10_000;

/**
 * Works on running batches, one round per task: some rows of one batch are answered and charged
 * together. Rows that need their register wait for a retrieval, which is queued at the account's
 * share and the register's pace; its end queues the batch again. If the worker dies, another one
 * resumes its batch.
 */
@Injectable()
export class RunBatches {
  constructor(
    private readonly work: BatchWork,
    private readonly answers: RowAnswers,
    private readonly settlement: BatchSettlement,
    private readonly ledger: Ledger,
    private readonly tasks: Tasks,
    private readonly background: BackgroundWork,
  ) {}

  /** Runs a round of the due batch whose turn it is. A task only says that there are some. */
  async run(): Promise<void> {
    const batch = await this.work.claim();
    if (!batch) return;
    let hasMoved = false;
    try {
      hasMoved = await this.work.holding(batch, () => this.round(batch));
    } catch (error) {
      // Leave it to the sweep, so that a round that keeps failing does not take up the whole
      // worker.
      await this.work.release(batch, 0);
      throw error;
    }
    const due = await this.work.release(batch, hasMoved ? 0 : LOOK_AGAIN_MS);
    if (due) await this.tasks.enqueue({ kind: 'batch', ...due });
  }

  /** Returns whether there was something to do. */
  private async round(batch: ClaimedBatch): Promise<boolean> {
    const { nextLine } = batch;
    if (batch.isRevoked) {
      await this.settle(batch, [], nextLine, pauseFor('key_revoked'));
      return true;
    }
    const retrieved = await this.background.step(() => this.retrieved(batch));
    const places = MAX_WAITING - batch.waiting.rows + retrieved.answered.length;
    const next = await this.background.step(() => this.work.nextRows(batch, Math.min(places, ROWS_A_ROUND)));
    const outside = next.findIndex((row) => !this.answers.permits(batch, row));
    const taken = outside === -1 ? next : next.slice(0, outside);
    const looked = await this.answers.of(batch, taken);
    const answered = [...retrieved.answered, ...looked.answered];
    const { rows: waiting, pause } = await this.affordable(batch, looked.toRetrieve, answered.length > 0);
    await this.retrieve(batch, [...retrieved.toRetrieve, ...waiting]);
    const firstLeft = looked.toRetrieve[waiting.length];
    const end = next[outside]?.line ?? (taken.at(-1)?.line ?? nextLine - 1) + 1;
    // Like the credits, limits pause a batch only after everything pending has been charged.
    const isStuck = retrieved.isOutside || (outside === 0 && batch.waiting.rows === 0 && answered.length === 0);
    const reason = isStuck ? pauseFor('key_limits') : pause;
    await this.background.step(() => this.settle(batch, answered, firstLeft?.line ?? end, reason));
    return answered.length > 0 || waiting.length > 0;
  }

  /** `isOutside`: an answered row is no longer allowed, and is not charged. */
  private async retrieved(
    batch: ClaimedBatch,
  ): Promise<Awaited<ReturnType<RowAnswers['retrieved']>> & { isOutside: boolean }> {
    if (batch.waiting.rows === 0) return { answered: [], toRetrieve: [], isOutside: false };
    const rows = await this.work.retrievedRows(batch, ROWS_A_ROUND);
    const allowed = rows.filter(({ row }) => this.answers.permits(batch, row));
    return { ...(await this.answers.retrieved(allowed)), isOutside: allowed.length < rows.length };
  }

  /** Returns the leading rows that can be paid for once they are answered. */
  private async affordable(
    batch: ClaimedBatch,
    rows: readonly OpenRow[],
    hasAnswers: boolean,
  ): Promise<{ rows: OpenRow[]; pause: Pause | undefined }> {
    const [first] = rows;
    if (!first) return { rows: [], pause: undefined };
    const limits = await this.ledger.limits(batch);
    const least = Math.min(...limits.map(({ available }) => available));
    let credits = batch.waiting.credits;
    const unpaid = rows.findIndex(({ priceCredits }) => (credits += priceCredits) > least);
    const affordable = rows.slice(0, unpaid === -1 ? rows.length : unpaid);
    // Pause only after everything answered or pending has been charged.
    const isStuck = affordable.length === 0 && batch.waiting.rows === 0 && !hasAnswers;
    const limit = isStuck ? limitThatRefuses(first.priceCredits, limits) : undefined;
    return { rows: affordable, pause: limit && pauseAt(limit) };
  }

  private async retrieve(batch: ClaimedBatch, rows: readonly OpenRow[]): Promise<void> {
    if (rows.length === 0) return;
    const due = await this.work.retrieve(
      batch,
      rows.map((row) => ({ ...row, key: answerKey(row) })),
    );
    await Promise.all(due.map((one) => this.tasks.enqueue({ kind: 'retrieval', ...one })));
  }

  private async settle(
    batch: ClaimedBatch,
    answered: Parameters<BatchSettlement['settle']>[1],
    nextLine: number,
    pause?: Pause,
  ): Promise<void> {
    const changes = answered.length > 0 || pause !== undefined || nextLine !== batch.nextLine;
    if (!changes && batch.waiting.rows > 0) return;
    const deliveries = await this.settlement.settle(batch, answered, { nextLine, pause });
    await Promise.all(deliveries.map((delivery) => this.tasks.enqueue({ kind: 'delivery', ...delivery })));
  }
}

function pauseFor(reason: BatchPauseReason): Pause {
  return { reason, resetsAt: undefined };
}
