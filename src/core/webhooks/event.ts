import type { VerifiedEntity } from '../entities/verified-entity.js';
import type { Id } from '../ids.js';

/** How long the feed reaches back, so that a receiver that was down can catch up. */
export const EVENTS_KEPT_MS = 30 * 24 * 3_600_000;

export const EVENT_TYPES = ['verification.completed', 'verification.failed', 'verification.refunded'] as const;

/** Events of watches (see core/watches/event.ts). */
export const WATCH_EVENT_TYPES = [
  'entity.changed',
  'watch.blind',
  'watch.sighted',
  'watch.paused',
  'watch.resumed',
  'watch.ended',
] as const;

/** Events of batches. */
const BATCH_EVENT_TYPES = ['batch.completed'] as const;

/** What tells of nothing: the owner of a receiver tries it out. */
export const TEST_EVENT_TYPE = 'webhook.test';

export const ALL_EVENT_TYPES = [...EVENT_TYPES, ...WATCH_EVENT_TYPES, ...BATCH_EVENT_TYPES, TEST_EVENT_TYPE] as const;
export type EventType = (typeof ALL_EVENT_TYPES)[number];

/** What became of a verification job (contract, section 6). */
export interface VerificationEvent {
  event: (typeof EVENT_TYPES)[number];
  jobId: Id<'job'>;
  jurisdiction: string;
  /** The name that was asked for. */
  entityName: string;
  /** With `verification.completed`; null for a confirmed no-match. */
  data?: VerifiedEntity | null;
  /** The business that was found. */
  entityId?: Id<'ent'> | undefined;
  /** With `verification.failed`; starts with the category. */
  error?: string;
  /** What was charged at first. */
  creditsCharged: number;
  creditsRefunded: boolean;
  completedAt: Date;
}
