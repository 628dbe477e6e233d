import { parseId, type Id } from '../../core/ids.js';
import type { ReviewSubject } from '../../core/verification/match-review.js';
import { notOfAPage } from '../http/answers/paging.js';

/** A row of a batch as an address names it; `undefined` where no row can have that name. */
export function rowIn(id: string, line: string): { batchId: Id<'bat'>; line: number } | undefined {
  const batchId = parseId('bat', id);
  return batchId && /^\d{1,9}$/.test(line) ? { batchId, line: Number(line) } : undefined;
}

/** Where a list of unsure matches goes on after this one. */
export function cursorOf(subject: ReviewSubject): string {
  return 'jobId' in subject ? subject.jobId : `${subject.batchId}.${subject.line}`;
}

/** Throws `VALIDATION_ERROR` for a cursor that no page has given. */
export function subjectIn(cursor: string | undefined): ReviewSubject | undefined {
  if (cursor === undefined) return undefined;
  const jobId = parseId('job', cursor);
  if (jobId) return { jobId };
  const row = rowIn(...(cursor.split('.', 2) as [string, string]));
  if (!row) throw notOfAPage();
  return row;
}
