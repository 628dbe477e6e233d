import type { ListedKey } from '../../core/accounts/account.js';
import { ShortList } from '../short-list.js';

const COLUMNS = [
  'key_id',
  'label',
  'prefix',
  'status',
  'budget_credits',
  'budget_every',
  'budget_spent',
  'confirm_above',
  'tiers',
  'jurisdictions',
  'rate_limit',
  'created_at',
  'last_used_at',
  'application',
];

/** `name`: of the CSV file. */
export const keyList = (name: string) =>
  new ShortList<ListedKey>(name, COLUMNS, (key) => {
    const { id, label, prefix, active, budget, confirmAbove, tiers, jurisdictions } = key;
    const limits = [budget?.credits, budget?.every, budget?.spent, confirmAbove?.credits];
    const mayAsk = [tiers?.join(' '), jurisdictions?.join(' ')];
    return [
      id,
      label,
      prefix,
      active ? 'active' : 'revoked',
      ...limits,
      ...mayAsk,
      key.rateLimitPerMinute,
      key.createdAt,
      key.lastUsedAt,
      key.clientName ?? key.grantId,
    ];
  });
