import type { EntityData } from '../entities/entity-data.js';
import type { Id } from '../ids.js';

/** How long the feed reaches back, so that a receiver that was down can catch up. */
export const EVENTS_KEPT_MS = 30 * 24 * 3_600_000;

/** What became of a verification job (contract, section 6). */
export interface VerificationEvent {
  event: 'verification.completed' | 'verification.failed' | 'verification.refunded';
  jobId: Id<'job'>;
  jurisdiction: string;
  /** The name that was asked for. */
  entityName: string;
  /** With `verification.completed`; null for a confirmed no-match. */
  data?: EntityData | null;
  /** With `verification.failed`; starts with the category. */
  error?: string;
  /** What was charged at first. */
  creditsCharged: number;
  creditsRefunded: boolean;
  completedAt: Date;
}

/** The body of a delivery: exactly the fields of the contract. Made once and stored, because every attempt must carry the same bytes. */
export function eventBody(event: VerificationEvent): Record<string, unknown> {
  return {
    event: event.event,
    job_id: event.jobId,
    jurisdiction: event.jurisdiction,
    entity_name: event.entityName,
    status: event.event.replace('verification.', ''),
    ...(event.event === 'verification.completed' ? { data: event.data ?? null } : {}),
    ...(event.event === 'verification.failed' ? { error: event.error } : {}),
    credits_charged: event.creditsCharged,
    credits_refunded: event.creditsRefunded,
    completed_at: event.completedAt.toISOString(),
  };
}
