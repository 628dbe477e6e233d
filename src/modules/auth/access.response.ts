import { z } from 'zod';
import type { IssuedKey } from '../../core/accounts/keys/api-key.js';
import { eMail, idOf, named, text, whole, written } from '../http/answers/answer-fields.js';
import { MAX_LABEL_LENGTH } from '../../core/limits.js';

export const IssuedKeyShape = named(
  'IssuedKey',
  'A new API key. The key itself is shown here and never again.',
  z.object({
    api_key: written('Send it in X-API-Key.', /^stnd_[0-9A-Za-z]+$/),
    key_id: idOf('key', 'The id of the key, by which it can be revoked.'),
    label: text('What you call it.', MAX_LABEL_LENGTH),
  }),
);

export const AccessRequestedShape = named(
  'AccessRequested',
  'A code is on its way.',
  z.object({
    message: text('For people.', 200),
    email: eMail('Where it was sent.'),
    expires_in_seconds: whole('How long the code is valid.'),
  }),
);

export function accessRequestedAnswer({
  email,
  expiresInSeconds,
}: {
  email: string;
  expiresInSeconds: number;
}): z.infer<typeof AccessRequestedShape> {
  return {
    message: 'A six-digit code is on its way. Send it to POST /v1/auth/verify-access.',
    email,
    expires_in_seconds: expiresInSeconds,
  };
}

export function issuedKeyAnswer({ apiKey, keyId, label }: IssuedKey): z.infer<typeof IssuedKeyShape> {
  return { api_key: apiKey, key_id: keyId, label };
}
