import { z } from 'zod';
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
import type { ListedKey } from '../../core/accounts/account.js';
import { TIERS } from '../../core/registries/jurisdiction.js';
import { JURISDICTIONS } from '../../core/registries/jurisdictions.js';
import { budgetAnswer, BudgetShape, ConfirmAboveShape } from '../http/answers/spending.response.js';
import type { SigningSecrets } from '../../core/webhooks/ports.js';
import type { Id } from '../../core/ids.js';
import { MAX_LABEL_LENGTH } from '../../core/limits.js';

export const KeyShape = named(
  'ApiKey',
  'A key of the account, without its secret.',
  z.object({
    id: idOf('key', 'For DELETE /v1/account/keys/{keyId}.'),
    label: text('What you call it.', MAX_LABEL_LENGTH),
    prefix: written('Its first eight characters.', /^stnd_[0-9A-Za-z]{3}$/, 8),
    rate_limit: whole('Requests a minute.'),
    is_active: flag('False once revoked.'),
    budget: BudgetShape.optional(),
    confirm_above: ConfirmAboveShape.optional(),
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

export const SecretShape = named(
  'WebhookSecret',
  'What webhooks are signed with. X-Service-Signature takes the whole string as its key.',
  z.object({
    secret: written('The secret as it is.', /^whsec_[A-Za-z0-9+/=]+$/),
    previous_secret_expires_at: moment('Until when the one before signs as well.').optional(),
  }),
);

export const KeysShape = named(
  'ApiKeys',
  'The keys of the account.',
  z.object({
    api_keys: keysField(),
    next_cursor: idOf('key', 'Send it as cursor for the next page; absent on the last.').optional(),
  }),
);

export function keysAnswer(page: { items: ListedKey[]; next: Id<'key'> | undefined }): z.infer<typeof KeysShape> {
  return { api_keys: page.items.map(keyAnswer), ...(page.next ? { next_cursor: page.next } : {}) };
}

export function keyAnswer(key: ListedKey): z.infer<typeof KeyShape> {
  const { id, label, prefix, rateLimitPerMinute, active, budget, confirmAbove, jurisdictions, tiers, createdAt } = key;
  return {
    id,
    label,
    prefix,
    rate_limit: rateLimitPerMinute,
    is_active: active,
    ...(budget ? { budget: budgetAnswer(budget) } : {}),
    ...(confirmAbove ? { confirm_above: confirmAbove } : {}),
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
