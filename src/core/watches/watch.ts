import type { Id } from '../ids.js';
import type { Holder } from '../accounts/caller-limits.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { ChangeCode } from './comparison/compare.js';
import { AppError } from '../errors.js';

export const PERIODS = ['1d', '7d', '30d'] as const;
export type Period = (typeof PERIODS)[number];

export const WATCH_STATUSES = ['active', 'paused', 'ended'] as const;
export type WatchStatus = (typeof WATCH_STATUSES)[number];

/**
 * Reasons for a pause. `budget`: the watch's monthly cap, or the budget of its key. `key_limits`:
 * the jurisdictions or tiers of its key no longer allow it.
 */
export const PAUSE_REASONS = ['credits', 'budget', 'key_limits', 'erased', 'jurisdiction_unavailable'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Reasons for a pause that can end a watch. */
export const END_REASONS = ['credits', 'budget'] as const satisfies readonly PauseReason[];
export type EndReason = (typeof END_REASONS)[number];
export const PAUSED_AT_MOST_DAYS = 90;
export const ENDED_KEPT_DAYS = 90;

/**
 * An account's order to check an entity periodically. Times are by the clock of watches: a sandbox
 * has its own.
 */
export interface Watch extends Holder {
  id: Id<'wch'>;
  accountId: Id<'acc'>;
  entityId: Id<'ent'>;
  jurisdiction: string;
  status: WatchStatus;
  pauseReason: PauseReason | undefined;
  every: Period;
  tier: Tier;
  /** Changes to report; `undefined`: all. */
  on: readonly ChangeCode[] | undefined;
  webhookUrl: string | undefined;
  maxCreditsPerMonth: number | undefined;
  /** The owner's own; its checks have it too. */
  reference: string | undefined;
  createdAt: Date;
  /** `undefined` while paused, and in a mirrored register. */
  nextCheckAt: Date | undefined;
  lastCheckedAt: Date | undefined;
  /** Time of the first of several unanswered checks. */
  blindSince: Date | undefined;
  checkUnderWay: Id<'job'> | undefined;
  /** Set on a watch that ended by itself. It is kept for `ENDED_KEPT_DAYS` and never asks again. */
  endedAt: Date | undefined;
}

export function watchNotFound(): AppError {
  return new AppError('NOT_FOUND', {
    message: 'No watch has this id.',
    nextStep: 'list_watches',
  });
}

/** Refuses changes and checks of a watch that has ended. */
export function requireNotEnded({ endedAt }: Watch): void {
  if (!endedAt) return;
  throw new AppError('NOT_FOUND', {
    message: `The watch ended on ${endedAt.toISOString().slice(0, 10)}. It can only be read and deleted.`,
    nextStep: 'create_watch',
  });
}
