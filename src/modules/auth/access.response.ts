import { z } from 'zod';
import type { IssuedKey } from '../../core/accounts/keys/api-key.js';
import { eMail, idOf, named, text, whole, written } from '../http/answers/answer-fields.js';
import { MAX_LABEL_LENGTH } from '../../core/limits.js';

export const IssuedKeyShape = named(
  'IssuedKey',
  'A new API key. The key itself is shown only once.',
  z.object({
    api_key: written('The secret for the X-API-Key header.', /^stnd_[0-9A-Za-z]+$/),
    key_id: idOf('key', 'Id of the key, for revoking it.'),
    label: text('Your name for the key.', MAX_LABEL_LENGTH),
  }),
);

export const AccessRequestedShape = named(
  'AccessRequested',
  'A code was sent.',
  z.object({
    message: text('A sentence for people.', 200),
    email: eMail('The address it was sent to.'),
    expires_in_seconds: whole('Lifetime of the code.'),
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
