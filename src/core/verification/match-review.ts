import type { Job } from './job.js';

/** Which record a person meant where the match was not certain. */
export interface MatchReview {
  /** Its number in the register; `null`: none of those that were offered. */
  recordNumber: string | null;
  note: string | undefined;
  recordedAt: Date;
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
