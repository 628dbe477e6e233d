import type { EntityData } from '../entities/entity-data.js';
import type { Id } from '../ids.js';

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
