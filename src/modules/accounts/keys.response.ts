import { z } from 'zod';
import { IssuedKeyShape } from '../auth/access.response.js';
import {
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
import type { ListedKey } from '../../core/accounts/account.js';
import { TIERS } from '../../core/registries/jurisdiction.js';
import { JURISDICTIONS } from '../../core/registries/jurisdictions.js';
import { budgetAnswer, BudgetShape } from '../http/answers/budget.response.js';
import type { SigningSecrets } from '../../core/webhooks/ports.js';
import type { Id } from '../../core/ids.js';
import { MAX_LABEL_LENGTH, REVOKED_KEYS_LISTED_DAYS } from '../../core/limits.js';

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

export const keysField = () => listOf(KeyShape, 'Its keys, the revoked ones included.');

const SecretShape = named(
  'WebhookSecret',
  'What webhooks are signed with. X-Service-Signature takes the whole string as its key.',
  z.object({
    secret: written('The secret as it is.', /^whsec_[A-Za-z0-9+/=]+$/),
    previous_secret_expires_at: moment('Until when the one before signs as well.').optional(),
  }),
);

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
