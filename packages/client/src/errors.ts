import type { Schemas } from './operations.js';

type ErrorBody = Schemas['Error']['error'];

/** Error codes of the API. Programs should branch on these, not on messages. */
export type ErrorCode = ErrorBody['code'];

/** An error returned by the service, with its own message. */
export class StandingError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly suggestion: string | undefined;

  constructor(
    body: ErrorBody,
    /** 0 if there was no response. */
    readonly status: number,
    /** Quote it when you contact support. */
    readonly requestId: string | undefined,
    /** Seconds to wait before retrying, as requested by the service. */
    readonly retryAfterSeconds: number | undefined,
    options?: ErrorOptions,
  ) {
    super(body.message, options);
    this.name = 'StandingError';
    this.code = body.code;
    this.details = body.details ?? {};
    this.suggestion = body.suggestion;
  }
}
