import { applyDecorators, HttpCode } from '@nestjs/common';
import {
  ApiHeader,
  ApiIncludeEndpoint,
  ApiOperation,
  ApiResponse,
  type ApiResponseNoStatusOptions,
} from '@nestjs/swagger';
import { z } from 'zod';
import { csvLine } from '../../core/csv.js';
import type { ErrorCode } from '../../core/errors.js';
import { IDEMPOTENCY_KEPT_HOURS, MAX_IDEMPOTENCY_KEY_LENGTH, MAX_WAIT_SECONDS } from '../../core/limits.js';
import { Reads } from '../http/route.decorators.js';
import { ApiErrors } from './api-errors.js';
import type { ErrorCase } from './error-cases.js';
import { headerRefs, type HeaderName } from './headers.js';
import { schemaOf } from './schemas.js';

interface OperationOptions {
  /** Unique in the document. */
  id: string;
  /** An imperative. */
  summary: string;
  description: string;
  /**
   * Responses by status. A single one below 300 is also the status of the route; with both 200 and
   * 202 the route sets it, and takes `Prefer: wait=N`.
   */
  answers: Readonly<Partial<Record<200 | 201 | 202 | 204 | 503, z.ZodType | Answer>>>;
  /** Response headers in addition to the common ones. */
  headers?: readonly HeaderName[];
  /** Charges credits, or starts a task that does. */
  paid?: true;
  /** Takes an Idempotency-Key. */
  repeatable?: true;
  /** In addition to those that follow from the path, the access and the options above. */
  errors?: readonly (ErrorCode | ErrorCase)[];
  /** The body is a file: an example per media type. `ApiBody` would give all the same one. */
  file?: Examples;
}

type Examples = Readonly<Record<string, string>>;
type Answer = ApiResponseNoStatusOptions;

/** Documents a route with everything that its path and its other decorators do not say. */
export function Operation({ id: operationId, summary, description, answers, ...more }: OperationOptions) {
  const { headers = [], paid = false, repeatable = false, errors = [], file } = more;
  const [status, otherStatus] = Object.keys(answers)
    .map(Number)
    .filter((each) => each < 300);
  const canWait = otherStatus !== undefined;
  return applyDecorators(
    ApiIncludeEndpoint(),
    ApiOperation({
      operationId,
      summary,
      description,
      ...(file && { requestBody: { required: true, content: fileContent(file) } }),
    }),
    ...(file ? [Reads('file')] : []),
    ...(status === undefined || canWait ? [] : [HttpCode(status)]),
    ...Object.entries(answers).map(([key, answer]) =>
      ApiResponse({ status: Number(key), ...responseOf(answer, key === '202' ? PENDING : headers) }),
    ),
    ApiErrors(...(paid ? PAID : []), ...(repeatable ? (['IDEMPOTENCY_CONFLICT'] as const) : []), ...errors),
    ...(repeatable ? [ApiHeader(IDEMPOTENCY_KEY)] : []),
    ...(canWait ? [ApiHeader(PREFER)] : []),
  );
}

/** For polling. */
const PENDING = ['Location', 'Retry-After'] as const;
const PAID = ['INSUFFICIENT_CREDITS', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED'] as const;

function responseOf(answer: z.ZodType | Answer, headers: readonly HeaderName[]): Answer {
  if (!(answer instanceof z.ZodType)) return answer;
  const content = { 'application/json': { schema: schemaOf(answer) } };
  return { description: descriptionOf(answer), headers: headerRefs(headers), content };
}

const descriptionOf = (shape: z.ZodType) => shape.description ?? 'The present state.';

export const DONE: Answer = { description: 'Done.' };

const TEXT = { type: 'string', pattern: '^[\\s\\S]*$' } as const;
const MAX_PAGE_LENGTH = 10_000_000;
const MAX_FILE_LENGTH = 1_000_000_000;

export const PLAIN_TEXT: Answer = {
  description: 'Plain text.',
  content: { 'text/plain': { schema: { ...TEXT, maxLength: MAX_PAGE_LENGTH } } },
};

/** An answer that is CSV with `format=csv`: RFC 4180, with a header line. */
export function jsonOrCsv(shape: z.ZodType, columns: readonly string[]): Answer {
  const schema = { ...TEXT, maxLength: MAX_FILE_LENGTH, description: 'One line for each entry, with a header.' };
  return {
    description: descriptionOf(shape),
    content: {
      'application/json': { schema: schemaOf(shape) },
      'text/csv': { schema, example: csvLine(columns) },
    },
  };
}

/** Like `jsonOrCsv`, and NDJSON with `format=ndjson`. */
export function jsonOrFiles(shape: z.ZodType, columns: readonly string[], line: string): Answer {
  const { description, content } = jsonOrCsv(shape, columns);
  return { description, content: { ...content, ...fileContent({ 'application/x-ndjson': line }) } };
}

export function textFile(examples: Examples): Answer {
  const headers = headerRefs(['ETag', 'Accept-Ranges']);
  return { description: 'The file.', headers, content: fileContent(examples) };
}

export function binaryFile(type: string): Answer {
  return { description: 'The file.', content: { [type]: { schema: {} } } };
}

function fileContent(examples: Examples) {
  const schema = { ...TEXT, maxLength: MAX_FILE_LENGTH };
  return Object.fromEntries(Object.entries(examples).map(([type, example]) => [type, { schema, example }]));
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  required: false,
  description: `Makes repeating the request free: it returns the first answer. Kept for ${IDEMPOTENCY_KEPT_HOURS} hours, per account.`,
  schema: {
    type: 'string' as const,
    minLength: 1,
    maxLength: MAX_IDEMPOTENCY_KEY_LENGTH,
    pattern: '^[ -~]+$',
    examples: ['order-4711'],
  },
};

const PREFER = {
  name: 'Prefer',
  required: false,
  description: `wait=N waits up to N seconds (${MAX_WAIT_SECONDS} at most) for the answer (RFC 7240).`,
  schema: { type: 'string' as const, maxLength: 200, pattern: '^[ -~]+$', examples: ['wait=10'] },
};
