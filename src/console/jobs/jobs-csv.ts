import type { ListedJob } from '../../core/verification/ports.js';
import { standingOfJob } from './jobs.page.js';

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
  'standing',
  'watch_id',
];

export function jobCells(job: ListedJob) {
  const { id, status, result, entityName, jurisdiction, tier, amountCredits, createdAt, completedAt } = job;
  const entityId = result?.kind === 'found' ? result.entityId : undefined;
  const asked = [entityName, jurisdiction, tier, amountCredits, entityId, createdAt, completedAt];
  return [id, status, result?.kind, ...asked, standingOfJob(job), job.watchId];
}
