import { applyDecorators } from '@nestjs/common';
import { Documented, ApiAnswer } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import {
  AdminJobsShape,
  AdminJobShape,
  RefundShape,
  RowRefundShape,
  AuditTrailShape,
  CreatedAccountShape,
  AdjustmentShape,
  KeyLimitShape,
  JurisdictionSwitchShape,
  MirrorsShape,
  ErasureShape,
} from './admin.response.js';

export const ApiListJobs = () =>
  applyDecorators(
    Documented({
      operationId: 'adminListJobs',
      summary: 'Find jobs',
      description: 'By status, jurisdiction and account, newest first.',
    }),
    ApiAnswer(200, AdminJobsShape),
    ApiErrors('JURISDICTION_NOT_SUPPORTED'),
  );

export const ApiReadJob = () =>
  applyDecorators(
    Documented({ operationId: 'adminGetJob', summary: 'Read a job', description: 'Of any account.' }),
    ApiAnswer(200, AdminJobShape),
    ApiErrors('JOB_NOT_FOUND'),
  );

export const ApiRefundJob = () =>
  applyDecorators(
    Documented({
      operationId: 'adminRefundJob',
      summary: 'Refund the credits of a job',
      description: 'Once. A job that still runs is cancelled. Sends verification.refunded.',
    }),
    ApiAnswer(200, RefundShape),
    ApiErrors('JOB_NOT_FOUND', 'ALREADY_REFUNDED'),
  );

export const ApiRefundBatchRow = () =>
  applyDecorators(
    Documented({
      operationId: 'adminRefundBatchRow',
      summary: 'Refund the credits of a row of a batch',
      description: 'Once. The results of the batch stay as they were told.',
    }),
    ApiAnswer(200, RowRefundShape),
    ApiErrors('NOT_FOUND', 'ALREADY_REFUNDED'),
  );

export const ApiReadAudit = () =>
  applyDecorators(
    Documented({
      operationId: 'adminListActions',
      summary: 'Read the audit trail',
      description: 'Every action of an administrator, newest first.',
    }),
    ApiAnswer(200, AuditTrailShape),
  );

export const ApiCreateAccount = () =>
  applyDecorators(
    Documented({
      operationId: 'adminCreateAccount',
      summary: 'Create an account and its first key',
      description: 'Without e-mail: the address counts as proved. The key is shown here and never again.',
    }),
    ApiAnswer(201, CreatedAccountShape),
    ApiErrors('EMAIL_ALREADY_EXISTS'),
  );

export const ApiAdjustCredits = () =>
  applyDecorators(
    Documented({
      operationId: 'adminAdjustCredits',
      summary: 'Add or remove credits',
      description: 'Never below zero.',
    }),
    ApiAnswer(200, AdjustmentShape),
  );

export const ApiChangeRateLimit = () =>
  applyDecorators(
    Documented({
      operationId: 'adminChangeRateLimit',
      summary: 'Set the rate limit of a key',
      description: 'Takes effect at once.',
    }),
    ApiAnswer(200, KeyLimitShape),
  );

export const ApiSwitchJurisdiction = () =>
  applyDecorators(
    Documented({
      operationId: 'adminSwitchJurisdiction',
      summary: 'Switch a jurisdiction off or on',
      description: 'Without a restart.',
    }),
    ApiAnswer(200, JurisdictionSwitchShape),
  );

export const ApiListMirrors = () =>
  applyDecorators(
    Documented({
      operationId: 'adminListMirrors',
      summary: 'List the editions of mirrored registers',
      description: 'As `npx --no standing registry status` does.',
    }),
    ApiAnswer(200, MirrorsShape),
  );

export const ApiErasePersonalData = () =>
  applyDecorators(
    Documented({
      operationId: 'adminErasePersonalData',
      summary: 'Erase personal data from a stored business',
      description: 'Officers and agents, from the entity and all of its snapshots.',
    }),
    ApiAnswer(200, ErasureShape),
    ApiErrors('ENTITY_NOT_FOUND'),
  );
