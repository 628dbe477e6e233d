import { applyDecorators } from '@nestjs/common';
import { Documented, ApiAnswer, ApiDone } from '../openapi/api-answers.js';
import { GrantsShape, GrantShape } from './grants.response.js';

export const ApiListGrants = () =>
  applyDecorators(
    Documented({
      operationId: 'listGrants',
      summary: 'List the clients that may act for the account',
      description: 'Clients with a valid grant, newest first. Scope account:read.',
    }),
    ApiAnswer(200, GrantsShape),
  );

export const ApiRevokeGrant = () =>
  applyDecorators(
    Documented({
      operationId: 'revokeGrant',
      summary: 'Revoke a grant',
      description: 'Its access and refresh tokens stop working at once. Scope account:write.',
    }),
    ApiDone(),
  );

export const ApiUpdateGrant = () =>
  applyDecorators(
    Documented({
      operationId: 'updateGrant',
      summary: 'Change the budget of a grant',
      description:
        'Sets the maximum that the application, including every key it made, may spend in a period; null removes the limit. Takes effect at once. Scope account:write.',
    }),
    ApiAnswer(200, GrantShape),
  );
