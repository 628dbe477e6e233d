import type { ListedJob } from '../../core/verification/ports.js';
import type { Columns } from '../csv-file.js';
import { standingOfJob } from './jobs.page.js';

export const JOB_COLUMNS: Columns<ListedJob> = {
  job_id: ({ id }) => id,
  status: ({ status }) => status,
  answer: ({ result }) => result?.kind,
  entity_name: ({ entityName }) => entityName,
  jurisdiction: ({ jurisdiction }) => jurisdiction,
  tier: ({ tier }) => tier,
  credits_charged: ({ amountCredits }) => amountCredits,
  entity_id: ({ result }) => (result?.kind === 'found' ? result.entityId : undefined),
  created_at: ({ createdAt }) => createdAt,
  completed_at: ({ completedAt }) => completedAt,
  standing: standingOfJob,
  watch_id: ({ watchId }) => watchId,
};
