/** The kind of failure, independent of the transport; each protocol maps it to its own status. */
export type ErrorKind =
  | 'unauthenticated'
  | 'payment'
  | 'forbidden'
  | 'not_found'
  | 'invalid'
  | 'unprocessable'
  | 'conflict'
  | 'too_many'
  | 'unavailable'
  | 'timeout'
  | 'internal';

interface ErrorRow {
  kind: ErrorKind;
  message: string;
}

/**
 * The error table of the contract (section 7): every code a caller can receive, with its default
 * message.
 */
export const ERRORS = {
  UNAUTHORIZED: {
    kind: 'unauthenticated',
    message: 'This route needs an API key.',
  },
  INVALID_API_KEY: {
    kind: 'unauthenticated',
    message: 'This API key does not exist.',
  },
  API_KEY_REVOKED: {
    kind: 'unauthenticated',
    message: 'The API key was revoked.',
  },
  INVALID_CREDENTIALS: { kind: 'unauthenticated', message: 'The current password is wrong.' },
  EMAIL_NOT_VERIFIED: {
    kind: 'forbidden',
    message: 'The e-mail address of this account is not verified yet.',
  },
  INSUFFICIENT_SCOPE: {
    kind: 'forbidden',
    message: 'The access token, or the key of an application, lacks the scope for this route.',
  },
  FORBIDDEN: { kind: 'forbidden', message: 'This action is not permitted.' },
  ACCOUNT_DELETED: { kind: 'forbidden', message: 'This account was deleted.' },
  ACCOUNT_DISABLED: {
    kind: 'forbidden',
    message: 'This account was disabled by an administrator.',
  },
  INSUFFICIENT_CREDITS: {
    kind: 'payment',
    message: 'There are not enough credits for this request.',
  },
  PAYMENT_FAILED: { kind: 'payment', message: 'The payment processor refused.' },
  VALIDATION_ERROR: { kind: 'invalid', message: 'The request is not valid.' },
  JURISDICTION_NOT_SUPPORTED: {
    kind: 'invalid',
    message: 'This jurisdiction is not supported.',
  },
  TOO_MANY_JURISDICTIONS: { kind: 'invalid', message: 'The search asks for too many jurisdictions.' },
  INVALID_VERIFICATION_CODE: {
    kind: 'invalid',
    message: 'The code is wrong.',
  },
  VERIFICATION_CODE_EXPIRED: {
    kind: 'invalid',
    message: 'The code has expired.',
  },
  TERMS_NOT_ACCEPTED: {
    kind: 'unprocessable',
    message: 'accept_terms must be true.',
  },
  NOT_FOUND: { kind: 'not_found', message: 'There is nothing here.' },
  ENTITY_NOT_FOUND: { kind: 'not_found', message: 'No entity has this id.' },
  JOB_NOT_FOUND: { kind: 'not_found', message: 'No job has this id.' },
  RATE_LIMIT_EXCEEDED: { kind: 'too_many', message: 'Too many requests.' },
  EMAIL_ALREADY_EXISTS: { kind: 'conflict', message: 'This e-mail address belongs to another account.' },
  ALREADY_REFUNDED: { kind: 'conflict', message: 'The credits of this job were already refunded.' },
  IDEMPOTENCY_CONFLICT: { kind: 'conflict', message: 'A request with this idempotency key is still being processed.' },
  DATA_SOURCE_UNAVAILABLE: {
    kind: 'unavailable',
    message: 'The official source is temporarily unavailable. Nothing was charged.',
  },
  DATA_SOURCE_TIMEOUT: {
    kind: 'timeout',
    message: 'The official source did not respond in time. Nothing was charged.',
  },
  INTERNAL_ERROR: { kind: 'internal', message: 'Something went wrong on our side.' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

const MAX_QUOTED = 200;

export function quoted(given: string): string {
  return given.length > MAX_QUOTED ? `${given.slice(0, MAX_QUOTED).toWellFormed()}…` : given;
}

/** A next step that each transport names in its own terms. Its facts are in the error's details. */
export type NextStep =
  | 'cancel_batch'
  | 'change_key'
  | 'change_watch'
  | 'confirm_cost'
  | 'confirm_monthly_cost'
  | 'create_watch'
  | 'list_batches'
  | 'list_deliveries'
  | 'list_watches'
  | 'raise_budget'
  | 'repeat_under_same_key'
  | 'revoke_key'
  | 'send_new_code';

/** Overrides of the error table's defaults. */
export interface ErrorDetail {
  message?: string;
  details?: Record<string, unknown>;
  /** Advice that holds for every transport. Unless it or a step is given, the code has its own. */
  suggestion?: string;
  nextStep?: NextStep;
  cause?: unknown;
}

/** The codes that need no details. */
export type PlainErrorCode = Exclude<ErrorCode, 'VALIDATION_ERROR'>;

export class AppError extends Error {
  readonly details: Record<string, unknown> | undefined;
  readonly suggestion: string | undefined;
  readonly nextStep: NextStep | undefined;

  constructor(code: PlainErrorCode, given?: ErrorDetail);
  /** Throw `InvalidRequest` instead: a validation error always names the field. */
  constructor(code: 'VALIDATION_ERROR', given: ErrorDetail & { message: string });
  constructor(
    readonly code: ErrorCode,
    given: ErrorDetail = {},
  ) {
    const row: ErrorRow = ERRORS[code];
    super(given.message ?? row.message, { cause: given.cause });
    this.name = 'AppError';
    this.details = given.details;
    this.suggestion = given.suggestion;
    this.nextStep = given.nextStep;
  }

  get kind(): ErrorKind {
    return ERRORS[this.code].kind;
  }
}

export const DATABASE_RETRY_SECONDS = 5;

export const REGISTER_RETRY_SECONDS = 60;

/**
 * The database is unreachable, or the connection was lost before it responded: the last statement
 * may have been executed.
 */
export class DatabaseUnavailable extends AppError {
  constructor(
    cause: unknown,
    /** The outage was already known, and no query was sent. */
    readonly expected = false,
  ) {
    super('DATA_SOURCE_UNAVAILABLE', {
      message: 'This service cannot reach its database at the moment.',
      details: { reason: 'database_unavailable', retry_after_seconds: DATABASE_RETRY_SECONDS },
      nextStep: 'repeat_under_same_key',
      cause,
    });
  }
}

/** Returns the database failure behind an error of a library. */
export function databaseFailure(thrown: unknown): DatabaseUnavailable | undefined {
  const cause = (thrown as { cause?: unknown } | undefined)?.cause;
  return cause instanceof DatabaseUnavailable ? cause : undefined;
}
