import { applyDecorators } from '@nestjs/common';
import { Documented, ApiAnswer, ApiAnswerOrCsv, ApiDone } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { AccountShape, UsageShape, DataExportShape } from './accounts.response.js';
import { USAGE_COLUMNS } from './usage-csv.js';

export const ApiGetAccount = () =>
  applyDecorators(
    Documented({
      operationId: 'getAccount',
      summary: 'Read the account',
      description: 'Address, balance and keys. Scope account:read.',
    }),
    ApiAnswer(200, AccountShape),
  );

export const ApiUpdateAccount = () =>
  applyDecorators(
    Documented({
      operationId: 'updateAccount',
      summary: 'Change the name or the address',
      description:
        'A new address receives a code; until that code is sent to POST /v1/account/confirm-email, paid routes return 403 EMAIL_NOT_VERIFIED. Scope account:write.',
    }),
    ApiAnswer(200, AccountShape),
    ApiErrors('EMAIL_ALREADY_EXISTS'),
  );

export const ApiConfirmEmail = () =>
  applyDecorators(
    Documented({
      operationId: 'confirmEmail',
      summary: 'Confirm a new address',
      description:
        'Takes the code that was sent to the new address. It needs the credentials of the same account. Scope account:write.',
    }),
    ApiAnswer(200, AccountShape),
    ApiErrors('INVALID_VERIFICATION_CODE', 'VERIFICATION_CODE_EXPIRED'),
  );

export const ApiChangePassword = () =>
  applyDecorators(
    Documented({
      operationId: 'changePassword',
      summary: 'Set the password',
      description: 'For the sign-in pages only, as an alternative to the code. Scope account:write.',
    }),
    ApiDone(),
    ApiErrors('INVALID_CREDENTIALS'),
  );

export const ApiCloseAccount = () =>
  applyDecorators(
    Documented({
      operationId: 'deleteAccount',
      summary: 'Delete the account',
      description:
        'Immediate and final: revokes every key and token, and erases address and name. Scope account:write.',
    }),
    ApiDone(),
  );

export const ApiGetUsage = () =>
  applyDecorators(
    Documented({
      operationId: 'getUsage',
      summary: 'Read the usage',
      description: 'By operation, day, key and application; format=csv returns rows. Scope account:read.',
    }),
    ApiAnswerOrCsv(UsageShape, USAGE_COLUMNS),
  );

export const ApiExportData = () =>
  applyDecorators(
    Documented({
      operationId: 'exportData',
      summary: 'Download everything stored about the account',
      description:
        'One JSON document, streamed as an attachment. Scope account:read; payments with the scope billing only. A key with limits gets none.',
    }),
    ApiAnswer(200, DataExportShape),
    ApiErrors('FORBIDDEN'),
  );
