import { recordOfJob, recordOfRow, parseId, type Id } from '../../core/ids.js';
import { notOfAPage } from '../http/answers/paging.js';

/** Parses the URL of a batch row; `undefined` if it cannot be one. */
export function rowIn(id: string, line: string): { batchId: Id<'bat'>; line: number } | undefined {
  const batchId = parseId('bat', id);
  return batchId && /^\d{1,9}$/.test(line) ? { batchId, line: Number(line) } : undefined;
}

/**
 * Parses a cursor of a list of reviews: a record, or the job or row that those of earlier versions
 * name. Throws `VALIDATION_ERROR` for an invalid one.
 */
export function recordIn(cursor: string | undefined): Id<'rec'> | undefined {
  if (cursor === undefined) return undefined;
  const recordId = parseId('rec', cursor);
  if (recordId) return recordId;
  const jobId = parseId('job', cursor);
  if (jobId) return recordOfJob(jobId);
  const row = rowIn(...(cursor.split('.', 2) as [string, string]));
  if (!row) throw notOfAPage();
  return recordOfRow(row);
}
