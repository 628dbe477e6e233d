import { fromUuid } from '../../../core/ids.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import type { Job, JobStatus } from '../../../core/verification/job.js';
import { fromStoredResult, type StoredResult } from './stored-results.js';

export interface JobRow {
  id: string;
  account_id: string;
  entity_name: string;
  jurisdiction: string;
  tier: Tier;
  amount_credits: number;
  status: JobStatus;
  result: StoredResult | null;
}

export const JOB = 'id, account_id, entity_name, jurisdiction, tier, amount_credits, status, result';

export function isOver({ status }: Job): boolean {
  return status === 'completed' || status === 'failed' || status === 'refunded';
}

export function toJob(row: JobRow): Job {
  return {
    id: fromUuid('job', row.id),
    accountId: fromUuid('acc', row.account_id),
    entityName: row.entity_name,
    jurisdiction: row.jurisdiction,
    tier: row.tier,
    amountCredits: row.amount_credits,
    status: row.status,
    result: row.result ? fromStoredResult(row.result) : undefined,
  };
}
