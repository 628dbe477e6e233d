import { applyDecorators } from '@nestjs/common';
import { MAX_BATCH_ROWS, BATCHES_KEPT_DAYS, FREE_BATCHES_KEPT_DAYS } from '../../core/limits.js';
import { Documented, ApiAnswer, ApiAccepted, ApiFile, ApiIdempotencyKey } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { BATCH_NOT_READY } from '../openapi/error-cases.js';
import { FILE_EXAMPLES, UploadedShape, BatchesShape, BatchShape, RESULT_EXAMPLES } from './batches.response.js';

export const ApiUploadBatch = () =>
  applyDecorators(
    Documented({
      operationId: 'uploadBatch',
      summary: 'Upload a file of names',
      description: `CSV with a header (columns separated by commas, semicolons or tabs), or NDJSON, in UTF-8: entity_name, jurisdiction, and where you like custom_id, tier, jurisdiction_id, address and officer; up to ${MAX_BATCH_ROWS} rows and 64 MB. A file that cannot be read is refused with line and reason, and nothing is kept. Free; each row costs its own price once it is answered, equal rows once, unanswered ones nothing. max_credits of the answer is the quote. Kept for ${BATCHES_KEPT_DAYS} days, for ${FREE_BATCHES_KEPT_DAYS} day when it ended without a charge.`,
      file: FILE_EXAMPLES,
    }),
    ApiAnswer(201, UploadedShape),
    ApiErrors('INSUFFICIENT_CREDITS', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'IDEMPOTENCY_CONFLICT'),
    ApiIdempotencyKey(),
  );

export const ApiListBatches = () =>
  applyDecorators(
    Documented({ operationId: 'listBatches', summary: 'List batches', description: 'Newest first. Free.' }),
    ApiAnswer(200, BatchesShape),
  );

export const ApiGetBatch = () =>
  applyDecorators(
    Documented({ operationId: 'getBatch', summary: 'Read a batch', description: 'Status and progress. Free.' }),
    ApiAnswer(200, BatchShape, 'Retry-After'),
    ApiErrors('NOT_FOUND'),
  );

export const ApiStartBatch = () =>
  applyDecorators(
    Documented({
      operationId: 'startBatch',
      summary: 'Start or resume a batch',
      description:
        'Charges count towards the budget of the key or application that started it last. The batch pauses when a balance or budget does not cover the next row.',
    }),
    ApiAccepted(BatchShape),
    ApiErrors('NOT_FOUND', 'INSUFFICIENT_CREDITS', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED'),
  );

export const ApiCancelBatch = () =>
  applyDecorators(
    Documented({
      operationId: 'cancelBatch',
      summary: 'Cancel a batch',
      description: 'Answered rows stay answered and charged; no more rows are asked. Free, and safe to repeat.',
    }),
    ApiAnswer(200, BatchShape),
    ApiErrors('NOT_FOUND', 'FORBIDDEN'),
  );

export const ApiRetryBatch = () =>
  applyDecorators(
    Documented({
      operationId: 'retryBatch',
      summary: 'Ask the unanswered rows of a batch again',
      description:
        'Makes a new batch of the rows that were not answered, or not asked before it was cancelled, under the same lines and custom ids, once the batch has ended. The first batch stays as it is. Free; each row costs its price once it is answered. max_credits of the answer is the quote.',
    }),
    ApiAnswer(201, UploadedShape),
    ApiErrors('NOT_FOUND', 'INSUFFICIENT_CREDITS', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'IDEMPOTENCY_CONFLICT'),
    ApiIdempotencyKey(),
  );

export const ApiGetBatchResults = () =>
  applyDecorators(
    Documented({
      operationId: 'getBatchResults',
      summary: 'Download the results of a batch',
      description:
        'One line for every row, or every selected row, in the order of the file, once the batch is completed or cancelled. Repeated downloads return the same bytes and support ranges (Range, If-Range, If-None-Match); a range beyond the end returns 416. In CSV, a cell that a spreadsheet would run as a formula gets an apostrophe in front; custom_id is unchanged. Free.',
    }),
    ApiFile(RESULT_EXAMPLES),
    ApiErrors(BATCH_NOT_READY),
  );
