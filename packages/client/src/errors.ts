import type { Schemas } from './operations.js';

type ErrorBody = Schemas['Error']['error'];

/** Error codes of the API. Programs should branch on these, not on messages. */
export type ErrorCode = ErrorBody['code'];

/** An error returned by the service, with its own message. */
export class StandingError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly suggestion: string | undefined;
  /** The key of a charged request: repeated under it, the request is charged once. */
  readonly idempotencyKey: string | undefined;

  constructor(
    body: ErrorBody,
    /** 0 if there was no response. */
    readonly status: number,
    /** Quote it when you contact support. */
    readonly requestId: string | undefined,
    /** Seconds to wait before retrying, as requested by the service. */
    readonly retryAfterSeconds: number | undefined,
    options?: ErrorOptions & { idempotencyKey?: string | undefined },
  ) {
    super(body.message, options);
    this.name = 'StandingError';
    this.code = body.code;
    this.details = body.details ?? {};
    this.suggestion = body.suggestion;
    this.idempotencyKey = options?.idempotencyKey;
  }
}

/**
 * A request ended without an answer: at a time limit (`name` is TimeoutError), or because the
 * caller aborted it (AbortError). It may have been executed, and charged.
 */
export class UnansweredError extends Error {
  constructor(
    baseUrl: string,
    cause: unknown,
    /** The key of a charged request: repeated under it, the request is charged once. */
    readonly idempotencyKey: string | undefined,
    /** The time limit of the client, not a signal of the caller. */
    readonly isOwnLimit: boolean,
  ) {
    const name = (cause as Error | undefined)?.name === 'TimeoutError' ? 'TimeoutError' : 'AbortError';
    const what = name === 'TimeoutError' ? `${baseUrl} did not answer in time.` : 'The request was aborted.';
    const advice = idempotencyKey === undefined ? '' : ` Repeat it with the Idempotency-Key ${idempotencyKey}.`;
    super(what + advice, { cause });
    this.name = name;
  }
}
