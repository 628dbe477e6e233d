import {
  AppError,
  DATABASE_RETRY_SECONDS,
  DatabaseUnavailable,
  ERRORS,
  REGISTER_RETRY_SECONDS,
  type ErrorCode,
} from '../../core/errors.js';
import { invalid } from '../../core/invalid-request.js';
import { errorBody } from '../http/answers/error-shapes.js';
import { suggestionFor, WHOLE_OFFER, type Offer } from '../http/answers/suggestions.js';
import type { HeaderName } from './headers.js';

export interface ErrorCase {
  /** Its name in `components/examples`. */
  name: string;
  code: ErrorCode;
  message: string;
  details?: Record<string, unknown>;
  suggestion?: string;
  /** Text for the response's description, if the message is about one case only. */
  inGeneral?: string;
  /** Response headers in addition to the common ones. */
  headers?: readonly HeaderName[];
}

const CODES = Object.keys(ERRORS) as ErrorCode[];

/** Details that the contract guarantees for a code. */
const DETAILS: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  INSUFFICIENT_CREDITS: { required: 15, available: 3, limited_by: 'balance' },
  JURISDICTION_NOT_SUPPORTED: { provided: 'us-cx', suggestions: ['us-co', 'us-ct'] },
  RATE_LIMIT_EXCEEDED: { retry_after_seconds: 12 },
  DATA_SOURCE_UNAVAILABLE: { retry_after_seconds: REGISTER_RETRY_SECONDS },
  DATA_SOURCE_TIMEOUT: { retry_after_seconds: REGISTER_RETRY_SECONDS },
  INTERNAL_ERROR: { request_id: 'trace-7' },
  INSUFFICIENT_SCOPE: { required: 'billing' },
};

const IN_GENERAL: Partial<Record<ErrorCode, string>> = {
  DATA_SOURCE_UNAVAILABLE:
    'The official source gave no answer that settles the question; where details.reason is database_unavailable or overloaded, this service could not ask it. Nothing was charged.',
};

export function caseOf(code: ErrorCode): ErrorCase {
  const details = DETAILS[code];
  const inGeneral = IN_GENERAL[code];
  return {
    name: code,
    code,
    message: ERRORS[code].message,
    ...(details && { details }),
    ...(inGeneral && { inGeneral }),
  };
}

/** The register was queried; the default message is about an id. */
export const NOT_IN_REGISTER: ErrorCase = {
  name: 'NOT_IN_REGISTER',
  code: 'ENTITY_NOT_FOUND',
  message: 'No business called "Imaginary Lanterns LLC" was found in the register of us-co.',
  inGeneral: 'The register was searched and has no such business. This is an answer, and is charged.',
  suggestion: 'Check the spelling and the jurisdiction.',
  details: {
    job_id: 'job_01kaaaaaaaaaaaaaaaaaaaaaaa',
    status: 'completed',
    jurisdiction: 'us-co',
    entity_name: 'Imaginary Lanterns LLC',
    coverage: 'all',
    closest: [],
  },
};

/** For routes that query no register. */
export const SERVICE_UNAVAILABLE: ErrorCase = {
  name: 'SERVICE_UNAVAILABLE',
  code: 'DATA_SOURCE_UNAVAILABLE',
  message: 'This service cannot reach its database at the moment.',
  inGeneral: 'This service cannot reach its database, or has too much to do; details.reason says which.',
  details: { reason: 'database_unavailable', retry_after_seconds: DATABASE_RETRY_SECONDS },
  suggestion: suggestionFor(new DatabaseUnavailable(undefined), WHOLE_OFFER) ?? '',
};

export const SIGN_UP_CLOSED: ErrorCase = {
  name: 'SIGN_UP_CLOSED',
  code: 'FORBIDDEN',
  message: 'Sign-up is closed: this address has no account.',
  suggestion: 'Ask the operator of this service for an account.',
};

export const NO_MAIL: ErrorCase = {
  name: 'NO_MAIL',
  code: 'FORBIDDEN',
  message: 'This service sends no e-mail.',
  suggestion: 'Ask its operator for an account or a key.',
};

export const NOTHING_SOLD: ErrorCase = {
  name: 'NOTHING_SOLD',
  code: 'NOT_FOUND',
  message: 'This service does not sell credits.',
  suggestion: 'Ask the operator of this service for credits.',
};

export const BATCH_NOT_READY: ErrorCase = {
  name: 'BATCH_NOT_READY',
  code: 'NOT_FOUND',
  message: 'Results are available once the batch is completed or cancelled.',
  inGeneral: 'There is no such batch; or it has not ended, and Retry-After says when to ask again.',
  details: { status: 'running', retry_after_seconds: 5 },
  suggestion: 'GET /v1/batches/{id} shows its progress.',
  headers: ['Retry-After'],
};

const OWN_CASES = [NOT_IN_REGISTER, SERVICE_UNAVAILABLE, SIGN_UP_CLOSED, NO_MAIL, NOTHING_SOLD, BATCH_NOT_READY];

const CASES: ReadonlyMap<string, ErrorCase> = new Map(
  [...CODES.map(caseOf), ...OWN_CASES].map((one) => [one.name, one]),
);

export function caseNamed(name: string): ErrorCase {
  const known = CASES.get(name);
  if (!known) throw new Error(`there is no error case ${name}`);
  return known;
}

export function errorExamples(offer: Offer) {
  return Object.fromEntries(
    [...CASES.values()].map((one) => [one.name, { summary: one.message, value: errorBody(exampleOf(one), offer) }]),
  );
}

function exampleOf({ code, message, details, suggestion }: ErrorCase): AppError {
  if (code === 'VALIDATION_ERROR') return invalid('entity_name', 'must not be blank');
  return new AppError(code, { message, ...(details && { details }), ...(suggestion && { suggestion }) });
}

export function inWords({ code, message, inGeneral = message }: ErrorCase): string {
  return `${code}: ${inGeneral}`;
}
