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
import { cursorPage } from '../http/answers/paging.js';
import type { ListedKey } from '../../core/accounts/account.js';
import { TIERS } from '../../core/registries/jurisdiction.js';
import { budgetAnswer, BudgetShape, ConfirmAboveShape } from '../http/answers/spending.response.js';
import type { SigningSecrets } from '../../core/webhooks/ports.js';
import type { Id } from '../../core/ids.js';
import { MAX_LABEL_LENGTH, MAX_REGISTERS } from '../../core/limits.js';

export const KeyShape = named(
  'ApiKey',
  'An API key, without its secret.',
  z.object({
    id: idOf('key', 'Id for DELETE /v1/account/keys/{keyId}.'),
    label: text('Your name for the key.', MAX_LABEL_LENGTH),
    prefix: written('The first eight characters of the key.', /^stnd_[0-9A-Za-z]{3}$/, 8),
    rate_limit: whole('Requests allowed per minute.'),
    is_active: flag('false once the key is revoked.'),
    budget: BudgetShape.optional(),
    confirm_above: ConfirmAboveShape.optional(),
    jurisdictions: listOf(
      jurisdictionCode('An allowed value.'),
      'Allowed values; all if absent.',
      MAX_REGISTERS,
    ).optional(),
    tiers: listOf(oneOf(TIERS, 'An allowed value.'), 'Allowed values; all if absent.', TIERS.length).optional(),
    grant_id: text('Grant of the application that made the key; absent for a key of the owner.', 100).optional(),
    client_name: text("That application's name for itself, while its grant exists.").optional(),
    created_at: moment('Time of creation.'),
    last_used_at: moment('Time of the last use, to about a minute; null if never used.').nullable(),
  }),
);

export const keysField = () => listOf(KeyShape, 'The keys, including revoked ones.');

export const SecretShape = named(
  'WebhookSecret',
  'The secret that signs webhooks. The key of X-Service-Signature is the whole string.',
  z.object({
    secret: written('The secret in plain text.', /^whsec_[A-Za-z0-9+/=]+$/),
    previous_secret_expires_at: moment('Time until which the previous secret signs as well.').optional(),
  }),
);

export const KeysShape = cursorPage('key', 'ApiKeys', 'The keys of the account.', {
  api_keys: keysField(),
});

export function keysAnswer(page: { items: ListedKey[]; next: Id<'key'> | undefined }): z.infer<typeof KeysShape> {
  return { api_keys: page.items.map(keyAnswer), ...(page.next ? { next_cursor: page.next } : {}) };
}

export function keyAnswer(key: ListedKey): z.infer<typeof KeyShape> {
  const { id, label, prefix, rateLimitPerMinute, active, budget, confirmAbove, jurisdictions, tiers, createdAt } = key;
  const { grantId, clientName, lastUsedAt } = key;
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
    ...(grantId === undefined ? {} : { grant_id: grantId }),
    ...(clientName === undefined ? {} : { client_name: clientName }),
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}

export function secretAnswer({ current, previous }: SigningSecrets): z.infer<typeof SecretShape> {
  return {
    secret: current,
    ...(previous ? { previous_secret_expires_at: previous.expiresAt.toISOString() } : {}),
  };
}
