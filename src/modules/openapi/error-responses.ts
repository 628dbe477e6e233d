import { z } from 'zod';
import { AppError, ERRORS, REGISTER_RETRY_SECONDS, type ErrorCode } from '../../core/errors.js';
import { invalid } from '../../core/invalid-request.js';
import { STATUS } from '../http/answers/app-error.filter.js';
import { errorBody } from '../http/answers/error-shapes.js';
import { anyFields, named, oneOf, text } from '../http/answers/answer-fields.js';
import type { RouteContract } from '../http/contract.js';
import { headersOf, isGuarded } from './headers.js';

const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

named(
  'Error',
  'What every refusal and failure looks like. Programs use code.',
  z.object({
    error: z
      .object({
        code: oneOf(CODES, 'What happened, for programs.'),
        message: text('What happened, for people.'),
        details: anyFields('More about it; each code has its own.').optional(),
        suggestion: text('What to do about it.').optional(),
      })
      .meta({ description: 'What happened.' }),
  }),
);

/** Details that the contract promises with a code. */
const DETAILS: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  INSUFFICIENT_CREDITS: { required: 15, available: 3, limited_by: 'balance' },
  JURISDICTION_NOT_SUPPORTED: { provided: 'us-cx', suggestions: ['us-co', 'us-ct'] },
  RATE_LIMIT_EXCEEDED: { retry_after_seconds: 12 },
  DATA_SOURCE_UNAVAILABLE: { retry_after_seconds: REGISTER_RETRY_SECONDS },
  DATA_SOURCE_TIMEOUT: { retry_after_seconds: REGISTER_RETRY_SECONDS },
  INTERNAL_ERROR: { request_id: 'trace-7' },
  INSUFFICIENT_SCOPE: { required: 'billing' },
};

function exampleOf(code: ErrorCode): AppError {
  if (code === 'VALIDATION_ERROR') return invalid('body', 'entity_name', 'must not be blank');
  return new AppError(code, { details: DETAILS[code] });
}

/** One example of each code, in the service's own words. */
export const ERROR_EXAMPLES = Object.fromEntries(
  CODES.map((code) => [code, { summary: ERRORS[code].message, value: errorBody(exampleOf(code)) }]),
);

/**
 * The error responses of a route, by status: its own codes, and those of every route of its kind.
 */
export function errorResponses(contract: RouteContract, path: string): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...codesOfItsKind(contract, path), ...(contract.doc?.errors ?? [])])) {
    const status = STATUS[ERRORS[code].kind];
    if (contract.doc?.answers[status] === undefined) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = [...byStatus].map(([status, codes]) => [String(status), response(contract, path, status, codes)]);
  return Object.fromEntries(responses) as Record<string, object>;
}

function codesOfItsKind({ access = 'key', scope, doc }: RouteContract, path: string): ErrorCode[] {
  const hasOwnNotFound = doc?.errors?.some((code) => ERRORS[code].kind === 'not_found');
  return [
    ...(isGuarded(path) ? (['VALIDATION_ERROR'] as const) : []),
    ...(access === 'key' && isGuarded(path)
      ? (['UNAUTHORIZED', 'INVALID_API_KEY', 'API_KEY_REVOKED', 'ACCOUNT_DELETED', 'ACCOUNT_DISABLED'] as const)
      : []),
    ...(scope ? (['INSUFFICIENT_SCOPE'] as const) : []),
    ...(scope === 'account:write' ? (['FORBIDDEN'] as const) : []),
    ...(access === 'admin' ? (['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMIT_EXCEEDED'] as const) : []),
    ...(access !== 'admin' && access !== 'signed' && isGuarded(path) ? (['RATE_LIMIT_EXCEEDED'] as const) : []),
    ...(path.includes('{') && !hasOwnNotFound ? (['NOT_FOUND'] as const) : []),
    ...(access !== 'open' && isGuarded(path) ? (['DATA_SOURCE_UNAVAILABLE'] as const) : []),
    'INTERNAL_ERROR',
  ];
}

function response(contract: RouteContract, path: string, status: number, codes: ErrorCode[]): object {
  return {
    description: codes.map((code) => `${code}: ${ERRORS[code].message}`).join(' '),
    headers: headersOf(contract, path, status),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
