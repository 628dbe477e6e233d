import { Readable } from 'node:stream';
import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { hasScope } from '../../core/accounts/scope.js';
import { AskAgain } from '../../core/batches/ask-again.js';
import { expectedSeconds, hasEnded, type Batch, batchNotFound } from '../../core/batches/batch.js';
import { CancelBatch } from '../../core/batches/cancel-batch.js';
import { Batches } from '../../core/batches/ports.js';
import { StartBatch } from '../../core/batches/start-batch.js';
import { UploadBatch, FileRefused, type UploadOutcome } from '../../core/batches/upload-batch.js';
import { AppError } from '../../core/errors.js';
import { parseId } from '../../core/ids.js';
import { MAX_BATCH_BYTES, MAX_BATCH_ROWS, BATCHES_KEPT_DAYS, FREE_BATCHES_KEPT_DAYS } from '../../core/limits.js';
import { Clock } from '../../core/ports.js';
import { cursorIn } from '../http/answers/paging.js';
import { askAgainIn, setPendingHeaders } from '../http/answers/answer-headers.js';
import { CurrentCaller, fingerprint, header, idempotencyKey } from '../http/request.js';
import { fileFormat } from '../http/server/body-types.js';
import { Operation, textFile } from '../openapi/operation.decorator.js';
import { BATCH_NOT_READY } from '../openapi/error-cases.js';
import { BatchesQuery, BatchResultsQuery, RetryBatchQuery, StartBatchQuery, UploadBatchQuery } from './batches.dto.js';
import {
  batchAnswer,
  batchesAnswer,
  uploadedAnswer,
  FILE_EXAMPLES,
  UploadedShape,
  BatchesShape,
  BatchShape,
  RESULT_EXAMPLES,
} from './batches.response.js';
import { byteRange, partOf, sizeOf } from './byte-range.js';
import { tooLarge } from './whole-lines.js';
import { entityTag, RESULT_TYPES, resultsFile, type ResultFormat } from './results-file.js';
import { uploadRequest } from './upload-request.js';

const LOOK_AGAIN_SECONDS = 5;
const SIZES_REMEMBERED = 1_000;

/** For a batch that has just started. */
const USUAL_SECONDS = 2;
const MAX_SECONDS = 60;

@ApiTags('Batches')
@Controller('v1/batches')
export class BatchesController {
  /** Sizes of results that were requested in parts, by entity tag. */
  private readonly sizes = new LRUCache<string, number>({ max: SIZES_REMEMBERED });

  constructor(
    private readonly batches: Batches,
    private readonly uploadBatch: UploadBatch,
    private readonly startBatch: StartBatch,
    private readonly cancelBatch: CancelBatch,
    private readonly askAgain: AskAgain,
    private readonly clock: Clock,
  ) {}

  @Post()
  @Operation({
    id: 'uploadBatch',
    summary: 'Upload a file of names',
    description: `CSV with a header (columns separated by commas, semicolons or tabs), or NDJSON, in UTF-8: entity_name, jurisdiction, and where you like custom_id, tier, jurisdiction_id, address and officer; up to ${MAX_BATCH_ROWS} rows and 64 MB. A file that cannot be read is refused with line and reason, and nothing is kept. Free; each row costs its own price once it is answered, equal rows once, unanswered ones nothing. max_credits of the answer is the quote. Kept for ${BATCHES_KEPT_DAYS} days, for ${FREE_BATCHES_KEPT_DAYS} day when it ended without a charge.`,
    file: FILE_EXAMPLES,
    answers: { 201: UploadedShape },
    paid: true,
    repeatable: true,
  })
  async upload(@CurrentCaller() caller: Caller, @Query() query: UploadBatchQuery, @Req() request: FastifyRequest) {
    const file = { bytes: bodyOf(request), type: fileFormat(request) };
    const upload = uploadRequest(query, file, idempotencyKey(request));
    return this.uploaded(await this.uploadBatch.run(caller, upload), request);
  }

  @Post(':id/start')
  @Operation({
    id: 'startBatch',
    summary: 'Start or resume a batch',
    description:
      'Charges count towards the budget of the key or application that started it last. The batch pauses when a balance or budget does not cover the next row.',
    answers: { 202: BatchShape },
    paid: true,
  })
  async start(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() { max_credits: maxCredits }: StartBatchQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const batch = await this.startBatch.run(caller, parseId('bat', id), maxCredits);
    setPendingHeaders(reply, `/v1/batches/${batch.id}`, this.expectedSeconds(batch));
    return batchAnswer(batch, this.clock.now());
  }

  @Post(':id/retry')
  @Operation({
    id: 'retryBatch',
    summary: 'Ask the unanswered rows of a batch again',
    description:
      'Makes a new batch of the rows that were not answered, or not asked before it was cancelled, under the same lines and custom ids, once the batch has ended. The first batch stays as it is. Free; each row costs its price once it is answered. max_credits of the answer is the quote.',
    answers: { 201: UploadedShape },
    paid: true,
    repeatable: true,
  })
  async retry(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() query: RetryBatchQuery,
    @Req() request: FastifyRequest,
  ) {
    const retried = await this.askAgain.run(caller, parseId('bat', id), {
      fingerprint: () => fingerprint('POST /v1/batches/{id}/retry', { id, ...query }),
      idempotencyKey: idempotencyKey(request),
      maxCredits: query.max_credits,
      start: query.start,
    });
    return this.uploaded(retried, request);
  }

  @Get(':id')
  @Operation({
    id: 'getBatch',
    summary: 'Read a batch',
    description: 'Status and progress. Free.',
    answers: { 200: BatchShape },
    headers: ['Retry-After'],
  })
  async read(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const batch = await this.find(accountId, id);
    if (batch.status === 'running') askAgainIn(reply, this.expectedSeconds(batch));
    return batchAnswer(batch, this.clock.now());
  }

  @Get(':id/results')
  @Operation({
    id: 'getBatchResults',
    summary: 'Download the results of a batch',
    description:
      'One line for every row, or every selected row, in the order of the file, once the batch is completed or cancelled. Repeated downloads return the same bytes until a row is decided (the last columns and the ETag show it) and support ranges (Range, If-Range, If-None-Match); a range beyond the end returns 416. In CSV, a cell that a spreadsheet would run as a formula gets an apostrophe in front; custom_id is unchanged. Free.',
    answers: { 200: textFile(RESULT_EXAMPLES) },
    errors: [BATCH_NOT_READY],
  })
  async results(
    @CurrentCaller() { accountId, scopes }: Caller,
    @Param('id') id: string,
    @Query() query: BatchResultsQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { format = formatOf(header(request, 'accept')), ...wanted } = query;
    const batch = await this.find(accountId, id);
    if (!hasEnded(batch)) throw notYet(batch);
    const withPersons = hasScope(scopes, 'account:read');
    const { count: decisions, until } = await this.batches.decided(batch.id);
    const file = () => resultsFile(batch, this.batches.results(batch.id, wanted, until), format, withPersons);
    const tag = entityTag(batch, format, { wanted, decisions, withPersons });
    void reply.headers({ etag: tag, 'accept-ranges': 'bytes', vary: 'accept' });
    if (names(header(request, 'if-none-match'), tag)) return reply.status(304).send();
    void reply.headers({
      'content-type': RESULT_TYPES[format],
      'content-disposition': `attachment; filename="standing-${batch.id}.${format}"`,
    });
    const ifRange = header(request, 'if-range');
    const part = ifRange === undefined || ifRange === tag ? header(request, 'range') : undefined;
    if (part === undefined) return reply.send(Readable.from(file()));
    const size = this.sizes.get(tag) ?? (await sizeOf(file()));
    this.sizes.set(tag, size);
    const range = byteRange(part, size);
    if (range === undefined) return reply.send(Readable.from(file()));
    if (range === 'beyond the end') {
      void reply.removeHeader('content-type').removeHeader('content-disposition');
      return reply.status(416).header('content-range', `bytes */${size}`).send();
    }
    const { first, last } = range;
    void reply
      .status(206)
      .headers({ 'content-range': `bytes ${first}-${last}/${size}`, 'content-length': String(last - first + 1) });
    return reply.send(Readable.from(partOf(file(), range)));
  }

  @Get()
  @Operation({
    id: 'listBatches',
    summary: 'List batches',
    description: 'Newest first. Free.',
    answers: { 200: BatchesShape },
  })
  async list(@CurrentCaller() { accountId }: Caller, @Query() { status, cursor, limit }: BatchesQuery) {
    const wanted = { status, before: cursorIn('bat', cursor), limit: limit + 1 };
    return batchesAnswer(await this.batches.list(accountId, wanted), limit, this.clock.now());
  }

  @Post(':id/cancel')
  @Operation({
    id: 'cancelBatch',
    summary: 'Cancel a batch',
    description: 'Answered rows stay answered and charged; no more rows are asked. Free, and safe to repeat.',
    answers: { 200: BatchShape },
    errors: ['FORBIDDEN'],
  })
  async cancel(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    return batchAnswer(await this.cancelBatch.run(caller, parseId('bat', id)), this.clock.now());
  }

  private uploaded({ replayed, ...uploaded }: UploadOutcome, { context }: FastifyRequest) {
    context.replayed = replayed;
    return uploadedAnswer(uploaded, this.clock.now());
  }

  private expectedSeconds(batch: Batch): number {
    return Math.min(expectedSeconds(batch, this.clock.now()) ?? USUAL_SECONDS, MAX_SECONDS);
  }

  private async find(accountId: Caller['accountId'], text: string): Promise<Batch> {
    const id = parseId('bat', text);
    const batch = id && (await this.batches.find(accountId, id));
    if (!batch) throw batchNotFound();
    return batch;
  }
}

/**
 * Keeps the connection open even if the file is not read to its end, so that the caller receives
 * the reason for a refusal.
 */
function bodyOf({ headers, body }: FastifyRequest): AsyncIterable<Buffer> {
  if (Number(headers['content-length'] ?? 0) > MAX_BATCH_BYTES) throw new FileRefused(undefined, tooLarge());
  return (body as Readable).iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

function formatOf(accept: string | undefined): ResultFormat {
  return accept?.toLowerCase().includes('application/x-ndjson') ? 'ndjson' : 'csv';
}

/** `If-None-Match` compares weakly, and `*` matches any tag. */
function names(list: string | undefined, tag: string): boolean {
  const tags = (list ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}

function notYet({ status }: Batch): AppError {
  return new AppError('NOT_FOUND', {
    message: 'Results are available once the batch is completed or cancelled.',
    details: { status, retry_after_seconds: LOOK_AGAIN_SECONDS },
    suggestion: 'GET /v1/batches/{id} shows its progress.',
  });
}
