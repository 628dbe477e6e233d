import type { AdminJob } from '../../../core/admin/ports.js';

export const JOB_COLUMNS = [
  'job_id',
  'account_id',
  'status',
  'entity_name',
  'jurisdiction',
  'tier',
  'credits_charged',
  'credits_refunded',
  'error',
  'created_at',
  'completed_at',
];

export function jobCells(job: AdminJob) {
  const { id, accountId, status, entityName, jurisdiction, tier, amountCredits, refunded, error } = job;
  const asked = [id, accountId, status, entityName, jurisdiction, tier];
  return [...asked, amountCredits, refunded, error, job.createdAt, job.completedAt];
}
