import { z } from 'zod';
import { SCOPES } from '../../core/accounts/scope.js';
import { listOf, moment, named, oneOf, text } from '../http/answer-fields.js';
import type { RouteDoc } from '../http/contract.js';

const GrantShape = named(
  'Grant',
  'Leave that the owner of the account gave to a client.',
  z.object({
    grant_id: text('For DELETE /v1/account/grants/{grantId}.', 100),
    client_id: text('Which client.'),
    client_name: text('What it calls itself.').optional(),
    scopes: listOf(
      oneOf(SCOPES, 'What it may do.'),
      'What it may do beside what every valid token may.',
      SCOPES.length,
    ),
    granted_at: moment('Since when.'),
    expires_at: moment('Until when.'),
  }),
);

export const LIST_GRANTS: RouteDoc = {
  operation: 'listGrants',
  summary: 'List the clients that may act for the account',
  description: 'Those that signed in with OAuth and still hold leave, the newest first. Scope account:read.',
  answers: {
    200: named('Grants', 'Who may act for the account.', z.object({ grants: listOf(GrantShape, 'The newest first.') })),
  },
};

export const REVOKE_GRANT: RouteDoc = {
  operation: 'revokeGrant',
  summary: 'Take leave back from a client',
  description: 'Its access and refresh tokens end at once. Scope account:write.',
  answers: { 204: 'nothing' },
};
