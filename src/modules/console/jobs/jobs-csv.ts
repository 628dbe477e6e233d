import type { ListedJob } from '../../../core/verification/ports.js';

export const JOB_COLUMNS = [
  'job_id',
  'status',
  'answer',
  'entity_name',
  'jurisdiction',
  'tier',
  'credits_charged',
  'entity_id',
  'created_at',
  'completed_at',
];

export function jobCells(job: ListedJob) {
  const { id, status, result, entityName, jurisdiction, tier, amountCredits, createdAt, completedAt } = job;
  const entityId = result?.kind === 'found' ? result.entityId : undefined;
  return [id, status, result?.kind, entityName, jurisdiction, tier, amountCredits, entityId, createdAt, completedAt];
}
