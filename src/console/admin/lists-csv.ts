import type { AdminAccount, AdminJob } from '../../core/admin/ports.js';
import type { AdminRow } from './batches.page.js';

export const ACCOUNT_COLUMNS = ['account_id', 'email', 'name', 'state', 'balance', 'debt', 'active_keys', 'created_at'];

export function stateOf({ profile, deleted }: AdminAccount) {
  if (deleted) return 'deleted';
  if (profile.disabled) return 'disabled';
  return profile.emailVerified ? 'open' : 'address not confirmed';
}

export const activeKeysOf = ({ keys }: AdminAccount) => keys.filter(({ active }) => active).length;

export function accountCells(account: AdminAccount) {
  const { id, email, name, creditBalance, createdAt } = account.profile;
  return [id, email, name, stateOf(account), creditBalance, account.debtCredits, activeKeysOf(account), createdAt];
}

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

export const ROW_COLUMNS = [
  'line',
  'custom_id',
  'entity_name',
  'jurisdiction',
  'tier',
  'outcome',
  'entity_id',
  'official_name',
  'credits_charged',
  'credits_refunded',
  'error',
];

export function rowCells(row: AdminRow) {
  const { line, customId, entityName, jurisdiction, tier, outcome, entityId, officialName } = row;
  const asked = [line, customId, entityName, jurisdiction, tier, outcome, entityId, officialName];
  return [...asked, row.creditsCharged, row.refunded, row.error];
}
