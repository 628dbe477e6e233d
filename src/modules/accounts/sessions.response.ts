import { z } from 'zod';
import type { SignInSession } from '../../core/accounts/ports.js';
import { listOf, moment, named, text } from '../http/answers/answer-fields.js';

const SessionShape = named(
  'Session',
  'A browser in which the owner of the account has signed in.',
  z.object({
    session_id: text('For DELETE /v1/account/sessions/{sessionId}.', 100),
    signed_in_at: moment('Since when.'),
    expires_at: moment('Until when.'),
  }),
);

export const SessionsShape = named(
  'Sessions',
  'Where the owner is signed in.',
  z.object({ sessions: listOf(SessionShape, 'The newest first.') }),
);

export function sessionsAnswer(sessions: readonly SignInSession[]): z.infer<typeof SessionsShape> {
  return {
    sessions: sessions.map(({ id, signedInAt, expiresAt }) => ({
      session_id: id,
      signed_in_at: signedInAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    })),
  };
}
