import type { Holder } from '../accounts/caller-limits.js';
import type { Id } from '../ids.js';
import { AppError } from '../errors.js';

/** ready → running → completed; running ⇄ paused; every status but completed → cancelled. */
export const BATCH_STATUSES = ['ready', 'running', 'paused', 'completed', 'cancelled'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/**
 * The next row is not covered by `balance`, `key_budget` or `grant_budget`; `key_limits`: the key
 * that started the batch may no longer ask the next row; `key_revoked`: that key or grant is no
 * longer valid.
 */
export const BATCH_PAUSE_REASONS = ['balance', 'key_budget', 'grant_budget', 'key_limits', 'key_revoked'] as const;
export type BatchPauseReason = (typeof BATCH_PAUSE_REASONS)[number];

/**
 * Outcomes of an accepted row. `failed`: the register did not answer, and nothing was charged.
 * `duplicate`: an earlier row of the file asks the same.
 */
export const ROW_OUTCOMES = ['found', 'review', 'no_match', 'failed', 'duplicate'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/**
 * Outcomes in the results, including rows that were never accepted or that a cancelled batch did
 * not ask.
 */
export const RESULT_OUTCOMES = [...ROW_OUTCOMES, 'rejected', 'not_asked'] as const;
export type ResultOutcome = (typeof RESULT_OUTCOMES)[number];

/** Answers of rows: a duplicate has the answer of the row that it repeats. */
export const ROW_ANSWERS = ['found', 'review', 'no_match', 'failed', 'rejected', 'not_asked'] as const;
export type RowAnswer = (typeof ROW_ANSWERS)[number];

/** Whether a register answered the row's question: only then the row has evidence. */
export function isAnswered(outcome: ResultOutcome): boolean {
  return outcome !== 'failed' && outcome !== 'rejected' && outcome !== 'not_asked';
}

/**
 * The comparison of a row's address and officer with the record: one of them differs, one agrees
 * and none differs, or none could be compared.
 */
export const ROW_EVIDENCE = ['differs', 'agrees', 'unknown'] as const;
export type RowEvidence = (typeof ROW_EVIDENCE)[number];

export interface Pause {
  reason: BatchPauseReason;
  /** Reset time of the budget; `undefined` if it never resets. */
  resetsAt: Date | undefined;
}

/** Accepted rows by outcome; `pending` until they end. They add up to the accepted rows. */
export type BatchCounts = Record<'pending' | RowOutcome, number>;

export interface Batch extends Holder {
  id: Id<'bat'>;
  status: BatchStatus;
  /** As sent; see `fileNameOf`. */
  fileName: string | undefined;
  /** The batch whose unanswered rows this one asks again. */
  retryOf: Id<'bat'> | undefined;
  /** The batch that asks the unanswered rows of this one again. */
  retriedIn: Id<'bat'> | undefined;
  /** Only while paused. */
  pause: Pause | undefined;
  rows: number;
  accepted: number;
  rejected: number;
  /** Maximum cost, with equal questions charged once. */
  maxCredits: number;
  counts: BatchCounts;
  creditsCharged: number;
  webhookUrl: string | undefined;
  createdAt: Date;
  startedAt: Date | undefined;
  endedAt: Date | undefined;
}

export interface Rejection {
  /** 1-based, as in an editor. */
  line: number;
  /** The faulty column; `undefined` when the whole line is at fault. */
  field: string | undefined;
  message: string;
}

export function hasEnded({ status }: Pick<Batch, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled';
}

/** Returns whether rows of an ended batch were not answered, or not even asked. */
export function isUnanswered({ counts: { failed, pending } }: Pick<Batch, 'counts'>): boolean {
  return failed + pending > 0;
}

/**
 * Estimates the seconds until the batch completes from its speed so far; `undefined` while there is
 * too little to go by.
 */
export function expectedSeconds({ status, startedAt, counts, accepted }: Batch, now: Date): number | undefined {
  const done = accepted - counts.pending;
  if (status !== 'running' || !startedAt || done === 0) return undefined;
  const passedMs = Math.max(now.getTime() - startedAt.getTime(), 1);
  return Math.ceil((passedMs / 1000 / done) * counts.pending);
}

export function batchNotFound(): AppError {
  return new AppError('NOT_FOUND', {
    message: 'No batch has this id.',
    nextStep: 'list_batches',
  });
}

export interface BatchCompleted {
  batchId: Id<'bat'>;
  counts: BatchCounts;
  creditsCharged: number;
  completedAt: Date;
}
