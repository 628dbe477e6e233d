import { z } from 'zod';
import { keyAnswer, keysField } from './keys.response.js';
import {
  anyFields,
  day,
  eMail,
  flag,
  idOf,
  listOf,
  moment,
  named,
  text,
  whole,
} from '../http/answers/answer-fields.js';
import type { AccountProfile, ListedKey } from '../../core/accounts/account.js';
import type { LabelledUsage } from '../../core/accounts/read-usage.js';
import type { UsageCount } from '../../core/billing/usage.js';
import { MAX_ACCOUNT_NAME_LENGTH, MAX_LABEL_LENGTH } from '../../core/limits.js';

const ACCOUNT_FIELDS = {
  account_id: idOf('acc', 'A stable id.'),
  email: eMail('The address for codes and notices.'),
  email_verified: flag('Whether the address was confirmed with a code.'),
  name: text('The name we may call you.', MAX_ACCOUNT_NAME_LENGTH).optional(),
  credit_balance: whole('Available credits.'),
  created_at: moment('Time of creation.'),
};

export const AccountShape = named(
  'Account',
  'The account of the key.',
  z.object({ ...ACCOUNT_FIELDS, api_keys: keysField() }),
);

const COUNTS = {
  requests: whole('Charged requests.'),
  credits_charged: whole('Credits charged.'),
  credits_refunded: whole('Credits refunded.'),
};

export const UsageShape = named(
  'Usage',
  'Usage in four views; each adds up to the totals.',
  z.object({
    period: z
      .object({ from: day('First day.'), to: day('Last day.') })
      .meta({ description: 'Days in UTC, both included.' }),
    totals: z.object(COUNTS).meta({ description: 'The whole period.' }),
    by_operation: listOf(z.object({ operation: text('The operation.', 100), ...COUNTS }), 'By operation.'),
    by_day: listOf(z.object({ date: day('The date.'), ...COUNTS }), 'By day, for every day of the period.', 4_000),
    by_key: listOf(
      z.object({
        key_id: idOf('key', 'The key.').optional(),
        label: text('Your name for the key.', MAX_LABEL_LENGTH).optional(),
        ...COUNTS,
      }),
      'By key.',
    ),
    by_grant: listOf(
      z.object({
        grant_id: text('The grant; absent for credits that no application spent.', 100).optional(),
        client_name: text("The application's name for itself, while its grant exists.").optional(),
        ...COUNTS,
      }),
      'By application: with its tokens, and with the keys it made.',
    ),
  }),
);

const held = (what: string) => listOf(anyFields('An entry.'), what, 1_000_000);

export const DataExportShape = named(
  'DataExport',
  'Everything stored about the account.',
  z.looseObject({
    exported_at: moment('Time of the export.'),
    account: z.object(ACCOUNT_FIELDS).meta({ description: 'The account.' }),
    api_keys: keysField(),
    transactions: held('All ledger entries; with the scope billing.').optional(),
    jobs: held('All jobs.'),
  }),
);

export function accountAnswer({
  profile,
  keys,
}: {
  profile: AccountProfile;
  keys: ListedKey[];
}): z.infer<typeof AccountShape> {
  const { id, email, emailVerified, name, creditBalance, createdAt } = profile;
  return {
    account_id: id,
    email,
    email_verified: emailVerified,
    ...(name === undefined ? {} : { name }),
    credit_balance: creditBalance,
    created_at: createdAt.toISOString(),
    api_keys: keys.map(keyAnswer),
  };
}

export function usageAnswer({
  period,
  totals,
  byOperation,
  byDay,
  byKey,
  byGrant,
  labels,
  clientNames,
}: LabelledUsage): z.infer<typeof UsageShape> {
  return {
    period,
    totals: countAnswer(totals),
    by_operation: byOperation.map((row) => ({ operation: row.operation, ...countAnswer(row) })),
    by_day: byDay.map((row) => ({ date: row.date, ...countAnswer(row) })),
    by_key: byKey.map((row) => ({
      ...(row.keyId ? { key_id: row.keyId, label: labels.get(row.keyId) } : {}),
      ...countAnswer(row),
    })),
    by_grant: byGrant.map((row) => ({
      ...(row.grantId === undefined ? {} : { grant_id: row.grantId, client_name: clientNames.get(row.grantId) }),
      ...countAnswer(row),
    })),
  };
}

function countAnswer({ requests, creditsCharged, creditsRefunded }: UsageCount): z.infer<typeof UsageShape>['totals'] {
  return { requests, credits_charged: creditsCharged, credits_refunded: creditsRefunded };
}

/** The beginning of the export; the other sections are streamed. */
export function exportHeadAnswer(
  account: { profile: AccountProfile; keys: ListedKey[] },
  exportedAt: Date,
): Pick<z.infer<typeof DataExportShape>, 'exported_at' | 'account' | 'api_keys'> {
  const { api_keys, ...fields } = accountAnswer(account);
  return { exported_at: exportedAt.toISOString(), account: fields, api_keys };
}
