import { applyDecorators } from '@nestjs/common';
import { REVOKED_KEYS_LISTED_DAYS } from '../../core/limits.js';
import { IssuedKeyShape } from '../auth/access.response.js';
import { Documented, ApiAnswer, ApiDone } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { KeysShape, KeyShape, SecretShape } from './keys.response.js';

export const ApiListKeys = () =>
  applyDecorators(
    Documented({
      operationId: 'listKeys',
      summary: 'List the keys',
      description: `A page of keys, oldest first, without their secrets. last_used_at shows which ones are still in use. Revoked keys are listed for ${REVOKED_KEYS_LISTED_DAYS} days. Scope account:read.`,
    }),
    ApiAnswer(200, KeysShape),
  );

export const ApiCreateKey = () =>
  applyDecorators(
    Documented({
      operationId: 'createKey',
      summary: 'Create another key',
      description:
        'The key is shown once. With a budget you can give it away: its charges cannot exceed the budget, and a key with limits cannot change the account. Scope account:write.',
    }),
    ApiAnswer(201, IssuedKeyShape),
    ApiErrors('JURISDICTION_NOT_SUPPORTED'),
  );

export const ApiUpdateKey = () =>
  applyDecorators(
    Documented({
      operationId: 'updateKey',
      summary: 'Change the label or the limits of a key',
      description:
        'Absent fields stay unchanged; null removes a limit. Spending in the current period still counts. Takes effect at once. Scope account:write.',
    }),
    ApiAnswer(200, KeyShape),
    ApiErrors('JURISDICTION_NOT_SUPPORTED'),
  );

export const ApiRevokeKey = () =>
  applyDecorators(
    Documented({
      operationId: 'revokeKey',
      summary: 'Revoke a key',
      description: 'The key returns 401 API_KEY_REVOKED from then on. Scope account:write.',
    }),
    ApiDone(),
  );

export const ApiGetWebhookSecret = () =>
  applyDecorators(
    Documented({
      operationId: 'getWebhookSecret',
      summary: 'Read the signing secret of webhooks',
      description: 'Scope account:write.',
    }),
    ApiAnswer(200, SecretShape),
  );

export const ApiRotateWebhookSecret = () =>
  applyDecorators(
    Documented({
      operationId: 'rotateWebhookSecret',
      summary: 'Replace the signing secret of webhooks',
      description: 'For 24 hours deliveries are also signed with the previous secret. Scope account:write.',
    }),
    ApiAnswer(200, SecretShape),
  );
