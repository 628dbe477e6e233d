import { z } from 'zod';
import type { IssuedKey } from '../../core/accounts/keys/api-key.js';
import { eMail, idOf, named, text, whole, written } from '../http/answers/answer-fields.js';
import type { RouteDoc } from '../http/contract.js';
import { CODE_TRIES, MAX_LABEL_LENGTH } from '../../core/limits.js';

export const IssuedKeyShape = named(
  'IssuedKey',
  'A new API key. The key itself is shown here and never again.',
  z.object({
    api_key: written('Send it in X-API-Key.', /^stnd_[0-9A-Za-z]+$/),
    key_id: idOf('key', 'The id of the key, by which it can be revoked.'),
    label: text('What you call it.', MAX_LABEL_LENGTH),
  }),
);

const AccessRequestedShape = named(
  'AccessRequested',
  'A code is on its way.',
  z.object({
    message: text('For people.', 200),
    email: eMail('Where it was sent.'),
    expires_in_seconds: whole('How long the code is valid.'),
  }),
);

export const REQUEST_ACCESS: RouteDoc = {
  operation: 'requestAccess',
  summary: 'Ask for a one-time code',
  description:
    'Sends a six-digit code to the address. A new address becomes an account with free credits; GET /v1/config says how many. The answer is the same for a known address and a new one.',
  answers: { 200: AccessRequestedShape },
  errors: ['TERMS_NOT_ACCEPTED', 'RATE_LIMIT_EXCEEDED', 'DATA_SOURCE_UNAVAILABLE'],
};

export const VERIFY_ACCESS: RouteDoc = {
  operation: 'verifyAccess',
  summary: 'Exchange the code for an API key',
  description: `The code is good for one key. After ${CODE_TRIES} wrong tries it is no longer valid; ask for a new one.`,
  answers: { 200: IssuedKeyShape },
  errors: ['INVALID_VERIFICATION_CODE', 'VERIFICATION_CODE_EXPIRED', 'DATA_SOURCE_UNAVAILABLE'],
};

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
