import { applyDecorators } from '@nestjs/common';
import { Documented, ApiAnswer, ApiDone } from '../openapi/api-answers.js';
import { SessionsShape } from './sessions.response.js';

export const ApiListSessions = () =>
  applyDecorators(
    Documented({
      operationId: 'listSessions',
      summary: 'List the browsers that are signed in',
      description:
        'Browsers in which the owner signed in to authorize an application, newest first. Scope account:read.',
    }),
    ApiAnswer(200, SessionsShape),
  );

export const ApiEndSession = () =>
  applyDecorators(
    Documented({
      operationId: 'endSession',
      summary: 'Sign a browser out',
      description: 'Applications keep their access; see DELETE /v1/account/grants/{grantId}. Scope account:write.',
    }),
    ApiDone(),
  );

export const ApiEndSessions = () =>
  applyDecorators(
    Documented({
      operationId: 'endSessions',
      summary: 'Sign out everywhere',
      description: 'Ends every session of the account. So do a new password and a new address. Scope account:write.',
    }),
    ApiDone(),
  );
