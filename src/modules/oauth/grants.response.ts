import { z } from 'zod';
import type { Grant } from '../../core/accounts/ports.js';
import { SCOPES } from '../../core/accounts/scope.js';
import { budgetAnswer, BudgetShape, ConfirmAboveShape } from '../http/answers/spending.response.js';
import { listOf, moment, named, oneOf, text } from '../http/answers/answer-fields.js';

export const GrantShape = named(
  'Grant',
  'Access that the owner of the account granted to a client.',
  z.object({
    grant_id: text('Id for DELETE /v1/account/grants/{grantId}.', 100),
    client_id: text('Id of the client.'),
    client_name: text("The client's name for itself.").optional(),
    scopes: listOf(oneOf(SCOPES, 'A scope.'), 'Scopes beyond those of every valid token.', SCOPES.length),
    budget: BudgetShape.optional(),
    confirm_above: ConfirmAboveShape.optional(),
    granted_at: moment('Time of creation.'),
    expires_at: moment('Time of expiry.'),
  }),
);

export const GrantsShape = named(
  'Grants',
  'The clients that may act for the account.',
  z.object({ grants: listOf(GrantShape, 'Newest first.') }),
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
