import type { Holder } from '../accounts/caller-limits.js';
import type { Id } from '../ids.js';
import { AppError } from '../errors.js';

/** ready → running → completed; running ⇄ paused; from any of them but completed to cancelled. */
export const BATCH_STATUSES = ['ready', 'running', 'paused', 'completed', 'cancelled'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/**
 * `balance`, `key_budget` and `grant_budget` do not cover the next row; `key_revoked`: the key or
 * the grant that started it is not valid any more.
 */
export const BATCH_PAUSE_REASONS = ['balance', 'key_budget', 'grant_budget', 'key_revoked'] as const;
export type BatchPauseReason = (typeof BATCH_PAUSE_REASONS)[number];

/**
 * How an accepted row can end. `failed`: the register gave no answer, and nothing was charged.
 * `duplicate`: an earlier row of the file asks the same.
 */
export const ROW_OUTCOMES = ['found', 'review', 'no_match', 'failed', 'duplicate'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/**
 * What the results say of a row: also one that was never accepted, or that a cancelled batch did
 * not ask.
 */
export const RESULT_OUTCOMES = [...ROW_OUTCOMES, 'rejected', 'not_asked'] as const;
export type ResultOutcome = (typeof RESULT_OUTCOMES)[number];

export interface Pause {
  reason: BatchPauseReason;
  /** When the budget begins anew; `undefined` where it never does. */
  resetsAt: Date | undefined;
}

/**
 * How many accepted rows ended how; those that have not ended are `pending`. They add up to the
 * accepted rows.
 */
export type BatchCounts = Record<'pending' | RowOutcome, number>;

export interface Batch extends Holder {
  id: Id<'bat'>;
  status: BatchStatus;
  /** As its sender said; see `fileNameOf`. */
  fileName: string | undefined;
  /** While it is paused. */
  pause: Pause | undefined;
  rows: number;
  accepted: number;
  rejected: number;
  /** The most it can cost: each question once. */
  maxCredits: number;
  counts: BatchCounts;
  creditsCharged: number;
  webhookUrl: string | undefined;
  createdAt: Date;
  startedAt: Date | undefined;
  /** When it was completed or cancelled. */
  endedAt: Date | undefined;
}

/** A line of the file that is not asked, and why. */
export interface Rejection {
  /** As an editor counts them, from 1. */
  line: number;
  /** The column at fault; `undefined` where it is the whole line. */
  field: string | undefined;
  /** In words for who wrote the file. */
  message: string;
}

/** `completed` and `cancelled` are for good. */
export function hasEnded({ status }: Pick<Batch, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled';
}

/**
 * Seconds until the rest is done, at the speed since the start; `undefined` while that says
 * nothing.
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
    suggestion: 'GET /v1/batches lists the batches of the account.',
  });
}
