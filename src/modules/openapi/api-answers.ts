import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiIncludeEndpoint, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { z } from 'zod';
import { csvLine } from '../../core/csv.js';
import { IDEMPOTENCY_KEPT_HOURS, MAX_IDEMPOTENCY_KEY_LENGTH, MAX_WAIT_SECONDS } from '../../core/limits.js';
import { headerRefs, type HeaderName } from './headers.js';
import { schemaOf } from './schemas.js';

/**
 * Documents an operation: `operationId` is unique, `summary` is an imperative. `file` has one
 * example per media type; `ApiBody` would give all of them the same one.
 */
export function Documented({
  file,
  ...operation
}: {
  operationId: string;
  summary: string;
  description: string;
  file?: Readonly<Record<string, string>>;
}): MethodDecorator {
  const requestBody = file && { required: true, content: fileContent(file) };
  return applyDecorators(ApiIncludeEndpoint(), ApiOperation({ ...operation, ...(requestBody && { requestBody }) }));
}

/** A successful JSON response; `headers` in addition to the common ones. */
export function ApiAnswer(status: number, shape: z.ZodType, ...headers: HeaderName[]): MethodDecorator {
  const description = shape.description ?? 'The present state.';
  return ApiResponse({ status, description, standardSchema: shape, headers: headerRefs(headers) });
}

/** A 202 response, with the headers that say where and when to poll. */
export function ApiAccepted(shape: z.ZodType): MethodDecorator {
  return ApiAnswer(202, shape, 'Location', 'Retry-After');
}

export function ApiDone(): MethodDecorator {
  return ApiResponse({ status: 204, description: 'Done.' });
}

const TEXT = { type: 'string', pattern: '^[\\s\\S]*$' } as const;
const MAX_PAGE_LENGTH = 10_000_000;
const MAX_FILE_LENGTH = 1_000_000_000;

export function ApiText(): MethodDecorator {
  const schema = { ...TEXT, maxLength: MAX_PAGE_LENGTH };
  return ApiResponse({ status: 200, description: 'Plain text.', content: { 'text/plain': { schema } } });
}

/**
 * A response that is CSV with `format=csv`: RFC 4180, with a header line. The framework would give
 * both media types the same schema.
 */
export function ApiAnswerOrCsv(shape: z.ZodType, columns: readonly string[]): MethodDecorator {
  const schema = { ...TEXT, maxLength: MAX_FILE_LENGTH, description: 'One line for each entry, with a header.' };
  const content = {
    'application/json': { schema: schemaOf(shape) },
    'text/csv': { schema, example: csvLine(columns) },
  };
  return ApiResponse({ status: 200, description: shape.description ?? 'The present state.', content });
}

export function ApiFile(examples: Readonly<Record<string, string>>): MethodDecorator {
  const headers = headerRefs(['ETag', 'Accept-Ranges']);
  return ApiResponse({ status: 200, description: 'The file.', headers, content: fileContent(examples) });
}

export function ApiBinary(type: string): MethodDecorator {
  return ApiResponse({ status: 200, description: 'The file.', content: { [type]: { schema: {} } } });
}

function fileContent(examples: Readonly<Record<string, string>>) {
  const schema = { ...TEXT, maxLength: MAX_FILE_LENGTH };
  return Object.fromEntries(Object.entries(examples).map(([type, example]) => [type, { schema, example }]));
}

export function ApiIdempotencyKey(): MethodDecorator {
  return ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: `Makes repeating the request free: it returns the first answer. Kept for ${IDEMPOTENCY_KEPT_HOURS} hours, per account.`,
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_IDEMPOTENCY_KEY_LENGTH,
      pattern: '^[ -~]+$',
      examples: ['order-4711'],
    },
  });
}

export function ApiPreferWait(): MethodDecorator {
  return ApiHeader({
    name: 'Prefer',
    required: false,
    description: `wait=N waits up to N seconds (${MAX_WAIT_SECONDS} at most) for the answer (RFC 7240).`,
    schema: { type: 'string', maxLength: 200, pattern: '^[ -~]+$', examples: ['wait=10'] },
  });
}
