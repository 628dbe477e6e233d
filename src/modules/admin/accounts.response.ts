import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '../../core/accounts/email-address.js';
import type { AccountList, AdminAccount } from '../../core/admin/ports.js';
import { MAX_LISTED } from '../../core/limits.js';
import { AccountShape, accountAnswer } from '../accounts/accounts.response.js';
import { flag, listOf, named, text, whole } from '../http/answers/answer-fields.js';
import { cursorPage } from '../http/answers/paging.js';

export const AdminAccountShape = named(
  'AdminAccount',
  'An account, as support sees it.',
  AccountShape.extend({
    email: text('The address; empty once deleted.', MAX_EMAIL_LENGTH).nullable(),
    disabled: flag('Whether an administrator disabled it.'),
    deleted: flag('Whether the owner deleted it.'),
    debt_credits: whole('Credits owed after a payment was refunded or disputed; deducted from the next purchase.'),
  }),
);

export const AdminAccountsShape = cursorPage('acc', 'AdminAccounts', 'Accounts, as support sees them.', {
  accounts: listOf(AdminAccountShape, 'Newest first.', MAX_LISTED),
});

export function adminAccountsAnswer({ accounts, next }: AccountList): z.infer<typeof AdminAccountsShape> {
  return { accounts: accounts.map(adminAccountAnswer), ...(next ? { next_cursor: next } : {}) };
}

export function adminAccountAnswer({
  profile,
  keys,
  deleted,
  debtCredits,
}: AdminAccount): z.infer<typeof AdminAccountShape> {
  return { ...accountAnswer({ profile, keys }), disabled: profile.disabled, deleted, debt_credits: debtCredits };
}
