import type { VerifiedEntity } from '../entities/verified-entity.js';
import type { Id } from '../ids.js';

/** The feed's retention, so that receivers can catch up after an outage. */
export const EVENTS_KEPT_MS = 30 * 24 * 3_600_000;

export const EVENT_TYPES = ['verification.completed', 'verification.failed', 'verification.refunded'] as const;

/** Watch events (see core/watches/event.ts). */
export const WATCH_EVENT_TYPES = [
  'entity.changed',
  'watch.blind',
  'watch.sighted',
  'watch.paused',
  'watch.resumed',
  'watch.ended',
] as const;

const BATCH_EVENT_TYPES = ['batch.completed'] as const;

/** A person's decision about an unsure answer (see core/verification/decision.ts). */
export const DECIDED_EVENT_TYPE = 'verification.decided';

/** Sent only to test a receiver. */
export const TEST_EVENT_TYPE = 'webhook.test';

export const ALL_EVENT_TYPES = [
  ...EVENT_TYPES,
  DECIDED_EVENT_TYPE,
  ...WATCH_EVENT_TYPES,
  ...BATCH_EVENT_TYPES,
  TEST_EVENT_TYPE,
] as const;
export type EventType = (typeof ALL_EVENT_TYPES)[number];

/** The outcome of a verification job (contract, section 6). */
export interface VerificationEvent {
  event: (typeof EVENT_TYPES)[number];
  jobId: Id<'job'>;
  jurisdiction: string;
  entityName: string;
  /** The caller's own. */
  reference?: string | undefined;
  /** With `verification.completed`; null for a confirmed no-match. */
  data?: VerifiedEntity | null;
  entityId?: Id<'ent'> | undefined;
  /** With `verification.failed`; starts with the category. */
  error?: string;
  /** The original charge, before any refund. */
  creditsCharged: number;
  creditsRefunded: boolean;
  completedAt: Date;
}
