import type { Id } from '../ids.js';
import type { Holder } from '../accounts/caller-limits.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { ChangeCode } from './comparison/compare.js';
import { AppError } from '../errors.js';

/** How often an entity is looked at. */
export const PERIODS = ['1d', '7d', '30d'] as const;
export type Period = (typeof PERIODS)[number];

export const WATCH_STATUSES = ['active', 'paused'] as const;
export type WatchStatus = (typeof WATCH_STATUSES)[number];

/** Why a watch asks nothing. `budget`: its own monthly cap, or the key it was made with. */
export const PAUSE_REASONS = ['credits', 'budget', 'erased', 'jurisdiction_unavailable'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** What a watch can have been paused for when it ends. */
export const END_REASONS = ['credits', 'budget'] as const satisfies readonly PauseReason[];
export type EndReason = (typeof END_REASONS)[number];
export const PAUSED_AT_MOST_DAYS = 90;

/**
 * An account's order to look at an entity from time to time. Times are those of the world it lives
 * in: a sandbox has a clock of its own.
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
  /** Of which changes its owner wants to hear; `undefined`: of all. */
  on: readonly ChangeCode[] | undefined;
  webhookUrl: string | undefined;
  maxCreditsPerMonth: number | undefined;
  createdAt: Date;
  /** `undefined` while it is paused, and in a mirrored register. */
  nextCheckAt: Date | undefined;
  /** The last check that was answered. */
  lastCheckedAt: Date | undefined;
  /** Since the first of several checks without an answer. */
  blindSince: Date | undefined;
  /** The job of the check that is under way. */
  checkUnderWay: Id<'job'> | undefined;
}

export function watchNotFound(): AppError {
  return new AppError('NOT_FOUND', {
    message: 'No watch has this id.',
    suggestion: 'GET /v1/watches lists the watches of the account.',
  });
}
