import type { Id } from '../ids.js';
import type { Alternative } from '../matching/decide.js';
import { isUnfinished, type Job } from './job.js';

/** The job or the row of a file that an unsure answer came by. */
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
  recordId: Id<'rec'>;
  /** `undefined` where there was neither: the answer was known. */
  subject: ReviewSubject | undefined;
  /** The search that it is a share of. */
  searchId: Id<'srch'> | undefined;
  /** As requested. */
  entityName: string;
  jurisdiction: string;
  /** The caller's own word for it; of a row, its `custom_id`. */
  reference: string | undefined;
  entityId: Id<'ent'>;
  /** The record matched first, and those that came near. */
  candidates: readonly [Alternative, ...Alternative[]];
  creditsCharged: number;
  askedAt: Date;
  /** The newest decision. */
  meant: RecordMeant | undefined;
}

/** The newest decision about an answer, with the business that it chose. */
export interface RecordMeant extends MatchReview {
  /** The business of the chosen record; `undefined` for none of them, and where it is not known. */
  entityId: Id<'ent'> | undefined;
}

/** Whether a person can decide the answer of the job; an administrator's refund leaves it. */
export function isForReview({ status, result }: Pick<Job, 'status' | 'result'>): boolean {
  return !isUnfinished({ status }) && result?.kind === 'found' && result.data.match.review;
}
