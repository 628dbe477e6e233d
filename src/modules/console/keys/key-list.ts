import type { ListedKey } from '../../../core/accounts/account.js';
import { ShortList } from '../short-list.js';

const COLUMNS = [
  'key_id',
  'label',
  'prefix',
  'status',
  'budget_credits',
  'budget_every',
  'budget_spent',
  'tiers',
  'jurisdictions',
  'rate_limit',
  'created_at',
];

/** `name`: of its file. */
export const keyList = (name: string) =>
  new ShortList<ListedKey>(name, COLUMNS, (key) => {
    const { id, label, prefix, active, budget, tiers, jurisdictions, rateLimitPerMinute, createdAt } = key;
    const limits = [budget?.credits, budget?.every, budget?.spent, tiers?.join(' '), jurisdictions?.join(' ')];
    return [id, label, prefix, active ? 'active' : 'revoked', ...limits, rateLimitPerMinute, createdAt];
  });
