import { applyDecorators } from '@nestjs/common';
import { CODE_TRIES } from '../../core/limits.js';
import { Documented, ApiAnswer } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { NO_MAIL, SERVICE_UNAVAILABLE, SIGN_UP_CLOSED } from '../openapi/error-cases.js';
import { AccessRequestedShape, IssuedKeyShape } from './access.response.js';

export const ApiRequestAccess = () =>
  applyDecorators(
    Documented({
      operationId: 'requestAccess',
      summary: 'Ask for a one-time code',
      description:
        'Sends a six-digit code to the address. A new address becomes an account with free credits (see GET /v1/config), unless the operator has closed sign-up: then only the address of an account gets a code. The answer does not reveal whether the address has an account.',
    }),
    ApiAnswer(200, AccessRequestedShape),
    ApiErrors('TERMS_NOT_ACCEPTED', NO_MAIL, 'RATE_LIMIT_EXCEEDED', SERVICE_UNAVAILABLE),
  );

export const ApiVerifyAccess = () =>
  applyDecorators(
    Documented({
      operationId: 'verifyAccess',
      summary: 'Exchange the code for an API key',
      description: `The code works once. After ${CODE_TRIES} wrong attempts it becomes invalid; request a new one.`,
    }),
    ApiAnswer(200, IssuedKeyShape),
    ApiErrors(
      'INVALID_VERIFICATION_CODE',
      'VERIFICATION_CODE_EXPIRED',
      SIGN_UP_CLOSED,
      'ACCOUNT_DISABLED',
      SERVICE_UNAVAILABLE,
    ),
  );
