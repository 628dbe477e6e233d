import { z } from 'zod';
import { USAGE_COLUMNS } from './usage-csv.js';
import { IssuedKeyShape } from '../auth/access.response.js';
import {
  anyFields,
  day,
  eMail,
  flag,
  idOf,
  jurisdictionCode,
  listOf,
  moment,
  named,
  oneOf,
  text,
  whole,
  written,
} from '../http/answers/answer-fields.js';
import type { RouteDoc } from '../http/contract.js';
import type { AccountProfile, ListedKey } from '../../core/accounts/account.js';
import { TIERS } from '../../core/registries/jurisdiction.js';
import { JURISDICTIONS } from '../../core/registries/jurisdictions.js';
import { budgetAnswer, BudgetShape } from '../http/answers/budget.response.js';
import type { LabelledUsage } from '../../core/accounts/read-usage.js';
import type { UsageCount } from '../../core/billing/usage.js';
import type { SigningSecrets } from '../../core/webhooks/ports.js';
import type { Id } from '../../core/ids.js';
import { MAX_ACCOUNT_NAME_LENGTH, MAX_LABEL_LENGTH, REVOKED_KEYS_LISTED_DAYS } from '../../core/limits.js';

const KeyShape = named(
  'ApiKey',
  'A key of the account, without its secret.',
  z.object({
    id: idOf('key', 'For DELETE /v1/account/keys/{keyId}.'),
    label: text('What you call it.', MAX_LABEL_LENGTH),
    prefix: written('Its first eight characters.', /^stnd_[0-9A-Za-z]{3}$/, 8),
    rate_limit: whole('Requests a minute.'),
    is_active: flag('False once revoked.'),
    budget: BudgetShape.optional(),
    jurisdictions: listOf(
      jurisdictionCode('One of them.'),
      'What it may ask for; all where this is left out.',
      JURISDICTIONS.length,
    ).optional(),
    tiers: listOf(
      oneOf(TIERS, 'One of them.'),
      'What it may ask for; all where this is left out.',
      TIERS.length,
    ).optional(),
    created_at: moment('Since when.'),
  }),
);

const ACCOUNT_FIELDS = {
  account_id: idOf('acc', 'Stable.'),
  email: eMail('Where codes and notices go.'),
  email_verified: flag('Whether a code from there came back.'),
  name: text('What we may call you.', MAX_ACCOUNT_NAME_LENGTH).optional(),
  credit_balance: whole('Credits to spend.'),
  created_at: moment('Since when.'),
};
const keysField = () => listOf(KeyShape, 'Its keys, the revoked ones included.');

export const AccountShape = named(
  'Account',
  'The account of the key.',
  z.object({ ...ACCOUNT_FIELDS, api_keys: keysField() }),
);

const COUNTS = {
  requests: whole('Charged requests.'),
  credits_charged: whole('Credits taken.'),
  credits_refunded: whole('Credits given back.'),
};

const UsageShape = named(
  'Usage',
  'Usage in four views; each adds up to the totals.',
  z.object({
    period: z
      .object({ from: day('First day.'), to: day('Last day.') })
      .meta({ description: 'Days in UTC, both included.' }),
    totals: z.object(COUNTS).meta({ description: 'All of it.' }),
    by_operation: listOf(z.object({ operation: text('What was asked for.', 100), ...COUNTS }), 'By operation.'),
    by_day: listOf(z.object({ date: day('Which day.'), ...COUNTS }), 'By day, every day of the period.', 4_000),
    by_key: listOf(
      z.object({
        key_id: idOf('key', 'Which key.').optional(),
        label: text('What you call it.', MAX_LABEL_LENGTH).optional(),
        ...COUNTS,
      }),
      'By key.',
    ),
    by_grant: listOf(
      z.object({
        grant_id: text('Which grant; left out for what no application spent.', 100).optional(),
        client_name: text('What the application calls itself, while its grant lasts.').optional(),
        ...COUNTS,
      }),
      'By application: with its tokens, and with the keys it made.',
    ),
  }),
);

const SecretShape = named(
  'WebhookSecret',
  'What webhooks are signed with. X-Service-Signature takes the whole string as its key.',
  z.object({
    secret: written('The secret as it is.', /^whsec_[A-Za-z0-9+/=]+$/),
    previous_secret_expires_at: moment('Until when the one before signs as well.').optional(),
  }),
);

const held = (what: string) => listOf(anyFields('One of them.'), what, 1_000_000);

export const GET_ACCOUNT: RouteDoc = {
  operation: 'getAccount',
  summary: 'Read the account',
  description: 'Its address, balance and keys. Scope account:read.',
  answers: { 200: AccountShape },
};

export const UPDATE_ACCOUNT: RouteDoc = {
  operation: 'updateAccount',
  summary: 'Change the name or the address',
  description:
    'A new address gets a code; until that code is sent to POST /v1/account/confirm-email, paid routes answer 403 EMAIL_NOT_VERIFIED. Scope account:write.',
  answers: { 200: AccountShape },
  errors: ['EMAIL_ALREADY_EXISTS'],
};

export const CONFIRM_EMAIL: RouteDoc = {
  operation: 'confirmEmail',
  summary: 'Confirm a moved address',
  description:
    'Takes the code that was sent to the new address of an account. Only the credentials of that account and the code together prove it. Scope account:write.',
  answers: { 200: AccountShape },
  errors: ['INVALID_VERIFICATION_CODE', 'VERIFICATION_CODE_EXPIRED'],
};

export const CHANGE_PASSWORD: RouteDoc = {
  operation: 'changePassword',
  summary: 'Set the password',
  description: 'An alternative to the code on the sign-in page for agents, and nothing else. Scope account:write.',
  answers: { 204: 'nothing' },
  errors: ['INVALID_CREDENTIALS'],
};

export const CLOSE_ACCOUNT: RouteDoc = {
  operation: 'deleteAccount',
  summary: 'Delete the account',
  description: 'At once and for good: every key and token ends, address and name are erased. Scope account:write.',
  answers: { 204: 'nothing' },
};

export const GET_USAGE: RouteDoc = {
  operation: 'getUsage',
  summary: 'Read what was used',
  description: 'By operation, day, key and application; format=csv has the rows. Scope account:read.',
  csv: USAGE_COLUMNS,
  answers: { 200: UsageShape },
};

const DataExportShape = named(
  'DataExport',
  'Everything stored about the account.',
  z.looseObject({
    exported_at: moment('When.'),
    account: z.object(ACCOUNT_FIELDS).meta({ description: 'The account.' }),
    api_keys: keysField(),
    transactions: held('Credits in and out.'),
    jobs: held('What was asked.'),
  }),
);

export const EXPORT_DATA: RouteDoc = {
  operation: 'exportData',
  summary: 'Download everything stored about the account',
  description: 'One JSON document, streamed as an attachment. Scope account:read.',
  answers: { 200: DataExportShape },
};

const KeysShape = named(
  'ApiKeys',
  'The keys of the account.',
  z.object({
    api_keys: keysField(),
    next_cursor: idOf('key', 'Send it as cursor for the next page; absent on the last.').optional(),
  }),
);

export const LIST_KEYS: RouteDoc = {
  operation: 'listKeys',
  summary: 'List the keys',
  description: `A page of them, the oldest first, without their secrets. Revoked keys are listed for ${REVOKED_KEYS_LISTED_DAYS} days. Scope account:read.`,
  answers: { 200: KeysShape },
};

export const CREATE_KEY: RouteDoc = {
  operation: 'createKey',
  summary: 'Create another key',
  description:
    'It is shown once. With a budget it can be given to somebody: every charge keeps to it, and a key with limits cannot change the account. Scope account:write.',
  answers: { 201: IssuedKeyShape },
  errors: ['JURISDICTION_NOT_SUPPORTED'],
};

export const UPDATE_KEY: RouteDoc = {
  operation: 'updateKey',
  summary: 'Change the label or the limits of a key',
  description:
    'What is not named stays; null lifts a limit. What was spent in the period counts on. Takes effect at once. Scope account:write.',
  answers: { 200: KeyShape },
  errors: ['JURISDICTION_NOT_SUPPORTED'],
};

export const REVOKE_KEY: RouteDoc = {
  operation: 'revokeKey',
  summary: 'Revoke a key',
  description: 'It answers 401 API_KEY_REVOKED from then on. Scope account:write.',
  answers: { 204: 'nothing' },
};

export const GET_WEBHOOK_SECRET: RouteDoc = {
  operation: 'getWebhookSecret',
  summary: 'Read the signing secret of webhooks',
  description: 'Scope account:write.',
  answers: { 200: SecretShape },
};

export const ROTATE_WEBHOOK_SECRET: RouteDoc = {
  operation: 'rotateWebhookSecret',
  summary: 'Replace the signing secret of webhooks',
  description: 'For 24 hours deliveries are also signed with the previous secret. Scope account:write.',
  answers: { 200: SecretShape },
};

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

export function keysAnswer(page: { items: ListedKey[]; next: Id<'key'> | undefined }): z.infer<typeof KeysShape> {
  return { api_keys: page.items.map(keyAnswer), ...(page.next ? { next_cursor: page.next } : {}) };
}

export function keyAnswer(key: ListedKey): z.infer<typeof KeyShape> {
  const { id, label, prefix, rateLimitPerMinute, active, budget, jurisdictions, tiers, createdAt } = key;
  return {
    id,
    label,
    prefix,
    rate_limit: rateLimitPerMinute,
    is_active: active,
    ...(budget ? { budget: budgetAnswer(budget) } : {}),
    ...(jurisdictions ? { jurisdictions: [...jurisdictions] } : {}),
    ...(tiers ? { tiers: [...tiers] } : {}),
    created_at: createdAt.toISOString(),
  };
}

export function secretAnswer({ current, previous }: SigningSecrets): z.infer<typeof SecretShape> {
  return {
    secret: current,
    ...(previous ? { previous_secret_expires_at: previous.expiresAt.toISOString() } : {}),
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

/** How the export begins; its other sections are written while they are read. */
export function exportHeadAnswer(
  account: { profile: AccountProfile; keys: ListedKey[] },
  exportedAt: Date,
): Pick<z.infer<typeof DataExportShape>, 'exported_at' | 'account' | 'api_keys'> {
  const { api_keys, ...fields } = accountAnswer(account);
  return { exported_at: exportedAt.toISOString(), account: fields, api_keys };
}
