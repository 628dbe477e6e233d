import type { Id } from '../ids.js';
import type { Alternative } from '../matching/decide.js';
import type { Job } from './job.js';

/** What a person decides about: an unsure job, or an unsure row of a batch. */
export type ReviewSubject = { jobId: Id<'job'> } | { batchId: Id<'bat'>; line: number };

/** Which record a person meant where the match was not certain. */
export interface MatchReview {
  /** Its number in the register; `null`: none of those that were offered. */
  recordNumber: string | null;
  note: string | undefined;
  /** The address of the account; `undefined` for what was decided before that was kept. */
  decidedBy: string | undefined;
  recordedAt: Date;
}

/** A match that was not certain, and what was decided about it. */
export interface UnsureMatch {
  subject: ReviewSubject;
  /** As it was asked for. */
  entityName: string;
  jurisdiction: string;
  /** What the sender of a file calls the row. */
  customId: string | undefined;
  entityId: Id<'ent'>;
  /** The record that was taken first, and those that came near. */
  candidates: readonly [Alternative, ...Alternative[]];
  creditsCharged: number;
  askedAt: Date;
  meant: MatchReview | undefined;
}

/**
 * The numbers of the records that a person may say they meant, the one that was taken first; none
 * where there is nothing to decide.
 */
export function offeredRecords({ status, result }: Pick<Job, 'status' | 'result'>): string[] {
  if (status !== 'completed' || result?.kind !== 'found' || !result.data.match.review) return [];
  const { jurisdictionId, match } = result.data;
  return [jurisdictionId, ...match.alternatives.map((near) => near.jurisdictionId)];
}
