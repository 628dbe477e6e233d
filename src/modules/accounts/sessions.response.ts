import { z } from 'zod';
import type { SignInSession } from '../../core/accounts/ports.js';
import { listOf, moment, named, text } from '../http/answers/answer-fields.js';

const SessionShape = named(
  'Session',
  'A browser in which the owner of the account signed in.',
  z.object({
    session_id: text('Id for DELETE /v1/account/sessions/{sessionId}.', 100),
    signed_in_at: moment('Time of creation.'),
    expires_at: moment('Time of expiry.'),
  }),
);

export const SessionsShape = named(
  'Sessions',
  'Browsers in which the owner is signed in.',
  z.object({ sessions: listOf(SessionShape, 'Newest first.') }),
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
