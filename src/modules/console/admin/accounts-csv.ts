import type { AdminAccount } from '../../../core/admin/ports.js';

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
