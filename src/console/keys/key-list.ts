import type { ListedKey } from '../../core/accounts/account.js';
import { ShortList } from '../short-list.js';

/** `name`: of the CSV file. */
export const keyList = (name: string) =>
  new ShortList<ListedKey>(name, {
    key_id: ({ id }) => id,
    label: ({ label }) => label,
    prefix: ({ prefix }) => prefix,
    status: ({ active }) => (active ? 'active' : 'revoked'),
    budget_credits: ({ budget }) => budget?.credits,
    budget_every: ({ budget }) => budget?.every,
    budget_spent: ({ budget }) => budget?.spent,
    confirm_above: ({ confirmAbove }) => confirmAbove?.credits,
    tiers: ({ tiers }) => tiers?.join(' '),
    jurisdictions: ({ jurisdictions }) => jurisdictions?.join(' '),
    rate_limit: ({ rateLimitPerMinute }) => rateLimitPerMinute,
    created_at: ({ createdAt }) => createdAt,
    last_used_at: ({ lastUsedAt }) => lastUsedAt,
    application: ({ clientName, grantId }) => clientName ?? grantId,
  });
