import { z } from 'zod';
import { eMail, idOf, named, text, whole, written } from '../http/answer-fields.js';
import type { RouteDoc } from '../http/contract.js';

export const IssuedKeyShape = named(
  'IssuedKey',
  'A new API key. The key itself is shown here and never again.',
  z.object({
    api_key: written('Send it in X-API-Key.', /^stnd_[0-9A-Za-z]+$/),
    key_id: idOf('key', 'The id of the key, by which it can be revoked.'),
    label: text('What you call it.', 100),
  }),
);

export const REQUEST_ACCESS: RouteDoc = {
  operation: 'requestAccess',
  summary: 'Ask for a one-time code',
  description:
    'Sends a six-digit code to the address. A new address becomes an account with 50 free credits. The answer is the same for a known address and a new one.',
  answers: {
    200: named(
      'AccessRequested',
      'A code is on its way.',
      z.object({
        message: text('For people.', 200),
        email: eMail('Where it was sent.'),
        expires_in_seconds: whole('How long the code is valid.'),
      }),
    ),
  },
  errors: ['TERMS_NOT_ACCEPTED', 'RATE_LIMIT_EXCEEDED'],
};

export const VERIFY_ACCESS: RouteDoc = {
  operation: 'verifyAccess',
  summary: 'Exchange the code for an API key',
  description: 'The code is good for one key. After five wrong tries it is dead, and a new one has to be asked for.',
  answers: { 200: IssuedKeyShape },
  errors: ['INVALID_VERIFICATION_CODE', 'VERIFICATION_CODE_EXPIRED'],
};
