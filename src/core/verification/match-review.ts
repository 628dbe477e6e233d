import type { Id } from '../ids.js';
import type { Alternative } from '../matching/decide.js';
import type { Job } from './job.js';

/** The subject of a match review: an uncertain job, or an uncertain row of a batch. */
export type ReviewSubject = { jobId: Id<'job'> } | { batchId: Id<'bat'>; line: number };

/** A person's choice of record for an uncertain match. */
export interface MatchReview {
  /** The chosen record number; `null`: none of the candidates. */
  recordNumber: string | null;
  note: string | undefined;
  /** Address of the account; `undefined` for older decisions, which did not record it. */
  decidedBy: string | undefined;
  /** `undefined` for a decision at the console, and for older ones. */
  decidedWith: DecidedWith | undefined;
  recordedAt: Date;
}

/** The key or the application that sent a decision, with its name at that time. */
export type DecidedWith = { keyId: Id<'key'>; name: string } | { grantId: string; name: string };

export interface UnsureMatch {
  subject: ReviewSubject;
  /** As requested. */
  entityName: string;
  jurisdiction: string;
  /** The sender's own id of the row. */
  customId: string | undefined;
  entityId: Id<'ent'>;
  /** The record matched first, and those that came near. */
  candidates: readonly [Alternative, ...Alternative[]];
  creditsCharged: number;
  askedAt: Date;
  meant: MatchReview | undefined;
}

/**
 * Returns the record numbers a person may choose from, the matched one first; empty when there is
 * nothing to decide.
 */
export function offeredRecords({ status, result }: Pick<Job, 'status' | 'result'>): string[] {
  if (status !== 'completed' || result?.kind !== 'found' || !result.data.match.review) return [];
  const { jurisdictionId, match } = result.data;
  return [jurisdictionId, ...match.alternatives.map((near) => near.jurisdictionId)];
}
