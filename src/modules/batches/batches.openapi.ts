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
      summary: 'Send a file of names',
      description: `CSV with a header (columns separated by commas, semicolons or tabs), or NDJSON, in UTF-8: entity_name, jurisdiction, and where you like custom_id, tier, jurisdiction_id, address and officer; up to ${MAX_BATCH_ROWS} rows and 64 MB. A file that cannot be read is refused with line and reason, and nothing is kept. Free; each row costs its own price once it is answered, equal rows once, unanswered ones nothing. max_credits of the answer is the quote. Kept for ${BATCHES_KEPT_DAYS} days, for ${FREE_BATCHES_KEPT_DAYS} day when it ended without a charge.`,
      file: FILE_EXAMPLES,
    }),
    ApiAnswer(201, UploadedShape),
    ApiErrors('INSUFFICIENT_CREDITS', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'IDEMPOTENCY_CONFLICT'),
    ApiIdempotencyKey(),
  );

export const ApiListBatches = () =>
  applyDecorators(
    Documented({ operationId: 'listBatches', summary: 'List batches', description: 'The newest first. Free.' }),
    ApiAnswer(200, BatchesShape),
  );

export const ApiGetBatch = () =>
  applyDecorators(
    Documented({ operationId: 'getBatch', summary: 'Read a batch', description: 'How far it is. Free.' }),
    ApiAnswer(200, BatchShape, 'Retry-After'),
    ApiErrors('NOT_FOUND'),
  );

export const ApiStartBatch = () =>
  applyDecorators(
    Documented({
      operationId: 'startBatch',
      summary: 'Start a batch, or let it go on',
      description:
        'What it costs counts to the budget of the key or application that started it last. It pauses when a balance or budget does not cover the next row.',
    }),
    ApiAccepted(BatchShape),
    ApiErrors('NOT_FOUND', 'INSUFFICIENT_CREDITS', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED'),
  );

export const ApiCancelBatch = () =>
  applyDecorators(
    Documented({
      operationId: 'cancelBatch',
      summary: 'Cancel a batch',
      description: 'What was answered stays answered and charged; nothing more is asked. Free, and safe to repeat.',
    }),
    ApiAnswer(200, BatchShape),
    ApiErrors('NOT_FOUND', 'FORBIDDEN'),
  );

export const ApiGetBatchResults = () =>
  applyDecorators(
    Documented({
      operationId: 'getBatchResults',
      summary: 'Fetch the results of a batch',
      description:
        'A line for every row, or for those that are asked for, in the order of the file, once the batch is completed or cancelled; the same bytes whenever it is fetched, in parts too (Range, If-Range, If-None-Match); a range beyond the end is answered 416. In CSV a cell that a spreadsheet would run as a formula begins with an apostrophe, but custom_id is as it was sent. Free.',
    }),
    ApiFile(RESULT_EXAMPLES),
    ApiErrors(BATCH_NOT_READY),
  );
