import { applyDecorators } from '@nestjs/common';
import { Documented, ApiAnswer } from '../openapi/api-answers.js';
import { AdminAccountsShape, AdminAccountShape } from './accounts.response.js';

export const ApiFindAccounts = () =>
  applyDecorators(
    Documented({
      operationId: 'adminFindAccounts',
      summary: 'Find accounts',
      description: 'By address (none or one), by how the address begins, or all of them, the newest first.',
    }),
    ApiAnswer(200, AdminAccountsShape),
  );

export const ApiReadAccount = () =>
  applyDecorators(
    Documented({ operationId: 'adminGetAccount', summary: 'Read an account', description: 'Deleted ones too.' }),
    ApiAnswer(200, AdminAccountShape),
  );

export const ApiDisableAccount = () =>
  applyDecorators(
    Documented({
      operationId: 'adminDisableAccount',
      summary: 'Disable an account',
      description: 'Its keys and tokens answer 403 ACCOUNT_DISABLED from then on.',
    }),
    ApiAnswer(200, AdminAccountShape),
  );

export const ApiEnableAccount = () =>
  applyDecorators(
    Documented({
      operationId: 'adminEnableAccount',
      summary: 'Enable an account again',
      description: 'Its keys work as before.',
    }),
    ApiAnswer(200, AdminAccountShape),
  );
