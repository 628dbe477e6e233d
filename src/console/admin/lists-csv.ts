import type { AdminAccount, AdminBatch, AdminJob } from '../../core/admin/ports.js';
import { BATCH_COLUMNS } from '../batches/batches-csv.js';
import type { Columns } from '../csv-file.js';
import type { AdminRow } from './batches.page.js';

export function stateOf({ profile, deleted }: AdminAccount) {
  if (deleted) return 'deleted';
  if (profile.disabled) return 'disabled';
  return profile.emailVerified ? 'open' : 'address not confirmed';
}

export const activeKeysOf = ({ keys }: AdminAccount) => keys.filter(({ active }) => active).length;

export const ACCOUNT_COLUMNS: Columns<AdminAccount> = {
  account_id: ({ profile }) => profile.id,
  email: ({ profile }) => profile.email,
  name: ({ profile }) => profile.name,
  state: stateOf,
  balance: ({ profile }) => profile.creditBalance,
  debt: ({ debtCredits }) => debtCredits,
  active_keys: activeKeysOf,
  created_at: ({ profile }) => profile.createdAt,
};

export const JOB_COLUMNS: Columns<AdminJob> = {
  job_id: ({ id }) => id,
  account_id: ({ accountId }) => accountId,
  status: ({ status }) => status,
  entity_name: ({ entityName }) => entityName,
  jurisdiction: ({ jurisdiction }) => jurisdiction,
  tier: ({ tier }) => tier,
  credits_charged: ({ amountCredits }) => amountCredits,
  credits_refunded: ({ refunded }) => refunded,
  error: ({ error }) => error,
  created_at: ({ createdAt }) => createdAt,
  completed_at: ({ completedAt }) => completedAt,
};

const ofBatch = Object.entries(BATCH_COLUMNS).map(
  ([name, cell]) => [name, ({ batch }: AdminBatch) => cell(batch)] as const,
);
export const ACCOUNT_BATCH_COLUMNS: Columns<AdminBatch> = {
  ...Object.fromEntries(ofBatch),
  account_id: ({ accountId }) => accountId,
};

export const ROW_COLUMNS: Columns<AdminRow> = {
  line: ({ line }) => line,
  custom_id: ({ customId }) => customId,
  entity_name: ({ entityName }) => entityName,
  jurisdiction: ({ jurisdiction }) => jurisdiction,
  tier: ({ tier }) => tier,
  outcome: ({ outcome }) => outcome,
  entity_id: ({ entityId }) => entityId,
  official_name: ({ officialName }) => officialName,
  credits_charged: ({ creditsCharged }) => creditsCharged,
  credits_refunded: ({ refunded }) => refunded,
  error: ({ error }) => error,
};
