import { limitThatRefuses } from '../billing/budget.js';
import type { Ledger } from '../billing/ports.js';
import { answerKey } from '../entities/fresh-answer.js';
import type { BackgroundWork } from '../concurrency/background-work.js';
import type { Tasks } from '../tasks/ports.js';
import { pauseAt, type BatchSettlement } from './batch-settlement.js';
import type { Pause } from './batch.js';
import type { BatchWork, ClaimedBatch, OpenRow } from './ports.js';
import type { RowAnswers } from './row-answers.js';

/**
 * Short rounds: other accounts come between them, and what is read and written for one keeps this
 * process busy for a moment only.
 */
const ROWS_A_ROUND = 50;
/**
 * Of a batch. Interactive questions of the account come between them, and none waits so long that
 * it fails of that.
 */
const MAX_WAITING = 64;
/** While its rows wait: their ends are reported, but not that the balance covers more of them. */
const LOOK_AGAIN_MS = 10_000;

/**
 * Works on running batches, a round for each task: some rows of one batch are answered and charged
 * for together. Rows that a register has to be asked for wait for their retrievals, which go
 * through the queue at the account's share and the register's pace; the end of each queues the
 * batch. A batch whose worker dies goes on elsewhere.
 */
export class RunBatches {
  constructor(
    private readonly work: BatchWork,
    private readonly answers: RowAnswers,
    private readonly settlement: BatchSettlement,
    private readonly ledger: Ledger,
    private readonly tasks: Tasks,
    private readonly background: BackgroundWork,
  ) {}

  /**
   * Of the batches that are due, the one whose turn it is: a task only says that there are some.
   */
  async run(): Promise<void> {
    const batch = await this.work.claim();
    if (!batch) return;
    let hasMoved = false;
    try {
      hasMoved = await this.work.holding(batch, () => this.round(batch));
    } catch (error) {
      // The sweep has it, so that a round that fails again and again is not all that is done.
      await this.work.release(batch, 0);
      throw error;
    }
    const due = await this.work.release(batch, hasMoved ? 0 : LOOK_AGAIN_MS);
    if (due) await this.tasks.enqueue({ kind: 'batch', ...due });
  }

  /** Whether there was something to do. */
  private async round(batch: ClaimedBatch): Promise<boolean> {
    const { nextLine } = batch;
    if (batch.isRevoked) {
      await this.settle(batch, [], nextLine, { reason: 'key_revoked', resetsAt: undefined });
      return true;
    }
    const retrieved = await this.background.step(() => this.retrieved(batch));
    const places = MAX_WAITING - batch.waiting.rows + retrieved.answered.length;
    const taken = await this.background.step(() => this.work.nextRows(batch, Math.min(places, ROWS_A_ROUND)));
    const looked = await this.answers.of(batch, taken);
    const answered = [...retrieved.answered, ...looked.answered];
    const { rows: waiting, pause } = await this.affordable(batch, looked.toRetrieve, answered.length > 0);
    await this.retrieve(batch, [...retrieved.toRetrieve, ...waiting]);
    const firstLeft = looked.toRetrieve[waiting.length];
    const end = (taken.at(-1)?.line ?? nextLine - 1) + 1;
    await this.background.step(() => this.settle(batch, answered, firstLeft?.line ?? end, pause));
    return answered.length > 0 || waiting.length > 0;
  }

  private async retrieved(batch: ClaimedBatch): ReturnType<RowAnswers['retrieved']> {
    if (batch.waiting.rows === 0) return { answered: [], toRetrieve: [] };
    return this.answers.retrieved(await this.work.retrievedRows(batch, ROWS_A_ROUND));
  }

  /**
   * The rows that may be asked for now, from the first on: no more than can be paid for once they
   * are answered.
   */
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
    // What is answered now, or soon, is charged before it is said that the money does not reach.
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
