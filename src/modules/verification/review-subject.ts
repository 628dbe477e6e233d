import { parseId, type Id } from '../../core/ids.js';
import type { ReviewSubject } from '../../core/verification/match-review.js';
import { notOfAPage } from '../http/answers/paging.js';

/** Parses the URL of a batch row; `undefined` if it cannot be one. */
export function rowIn(id: string, line: string): { batchId: Id<'bat'>; line: number } | undefined {
  const batchId = parseId('bat', id);
  return batchId && /^\d{1,9}$/.test(line) ? { batchId, line: Number(line) } : undefined;
}

export function cursorOf(subject: ReviewSubject): string {
  return 'jobId' in subject ? subject.jobId : `${subject.batchId}.${subject.line}`;
}

/** Throws `VALIDATION_ERROR` for an invalid cursor. */
export function subjectIn(cursor: string | undefined): ReviewSubject | undefined {
  if (cursor === undefined) return undefined;
  const jobId = parseId('job', cursor);
  if (jobId) return { jobId };
  const row = rowIn(...(cursor.split('.', 2) as [string, string]));
  if (!row) throw notOfAPage();
  return row;
}
