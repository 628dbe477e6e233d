import type { Schemas } from './operations.js';

type ErrorBody = Schemas['Error']['error'];

/** The codes of the interface; programs decide by them. */
export type ErrorCode = ErrorBody['code'];

/** What the service refused or could not do, in its own words. */
export class StandingError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly suggestion: string | undefined;

  constructor(
    body: ErrorBody,
    /** 0 when there was no answer. */
    readonly status: number,
    /** Names the request to support. */
    readonly requestId: string | undefined,
    /** How long the service asks to be left alone. */
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
