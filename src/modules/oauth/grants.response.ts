import { z } from 'zod';
import type { Grant } from '../../core/accounts/ports.js';
import { SCOPES } from '../../core/accounts/scope.js';
import { budgetAnswer, BudgetShape, ConfirmAboveShape } from '../http/answers/spending.response.js';
import { listOf, moment, named, oneOf, text } from '../http/answers/answer-fields.js';

export const GrantShape = named(
  'Grant',
  'Access that the owner of the account granted to a client.',
  z.object({
    grant_id: text('For DELETE /v1/account/grants/{grantId}.', 100),
    client_id: text('Which client.'),
    client_name: text('What it calls itself.').optional(),
    scopes: listOf(
      oneOf(SCOPES, 'What it may do.'),
      'What it may do beyond what every valid token may.',
      SCOPES.length,
    ),
    budget: BudgetShape.optional(),
    confirm_above: ConfirmAboveShape.optional(),
    granted_at: moment('Since when.'),
    expires_at: moment('Until when.'),
  }),
);

export const GrantsShape = named(
  'Grants',
  'Who may act for the account.',
  z.object({ grants: listOf(GrantShape, 'The newest first.') }),
);

export function grantsAnswer(grants: readonly Grant[]): z.infer<typeof GrantsShape> {
  return { grants: grants.map(grantAnswer) };
}

export function grantAnswer(grant: Grant): z.infer<typeof GrantShape> {
  const { id, clientId, clientName, scopes, budget, confirmAbove, grantedAt, expiresAt } = grant;
  return {
    grant_id: id,
    client_id: clientId,
    ...(clientName === undefined ? {} : { client_name: clientName }),
    scopes,
    ...(budget ? { budget: budgetAnswer(budget) } : {}),
    ...(confirmAbove ? { confirm_above: confirmAbove } : {}),
    granted_at: grantedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
