import { z } from 'zod';
import type { SignInSession } from '../../core/accounts/ports.js';
import { listOf, moment, named, text } from '../http/answers/answer-fields.js';
import type { RouteDoc } from '../http/contract.js';

const SessionShape = named(
  'Session',
  'A browser in which the owner of the account has signed in.',
  z.object({
    session_id: text('For DELETE /v1/account/sessions/{sessionId}.', 100),
    signed_in_at: moment('Since when.'),
    expires_at: moment('Until when.'),
  }),
);

const SessionsShape = named(
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

export const LIST_SESSIONS: RouteDoc = {
  operation: 'listSessions',
  summary: 'List the browsers that are signed in',
  description: 'Browsers in which the owner signed in to allow an application, the newest first. Scope account:read.',
  answers: { 200: SessionsShape },
};

export const END_SESSION: RouteDoc = {
  operation: 'endSession',
  summary: 'Sign a browser out',
  description:
    'Applications keep what they were allowed; see DELETE /v1/account/grants/{grantId}. Scope account:write.',
  answers: { 204: 'nothing' },
};

export const END_SESSIONS: RouteDoc = {
  operation: 'endSessions',
  summary: 'Sign out everywhere',
  description:
    'Ends every session of the account. A changed password and a moved address do the same. Scope account:write.',
  answers: { 204: 'nothing' },
};
