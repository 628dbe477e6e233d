import { SourceError } from '../registries/ports.js';
import { failed, type Failed, type FailureReason } from './job.js';
import type { WithheldRecord } from '../registries/record.js';

/**
 * Returns the failure as shown to the caller: a sentence for its category, never a register's
 * address or our log message.
 */
export function failureOf(error: SourceError): Failed {
  if (error instanceof Inconclusive) return failed(error.failure, error.message, error.reason);
  const { retryAfterMs } = error.detail;
  return {
    ...(error.failure === 'timeout'
      ? failed('timeout', 'The official source did not respond in time.')
      : failed('unavailable', 'The official source is temporarily unavailable.')),
    ...(retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) }),
  };
}

/**
 * The register answered, but the answer proves nothing either way, so asking again does not help.
 * The message is for the caller.
 */
export class Inconclusive extends SourceError {
  constructor(
    readonly reason: FailureReason,
    message: string,
  ) {
    super('unavailable', message);
  }
}

export function incompleteSearch(): Inconclusive {
  const words = 'The register lists more similar names than can be searched to the end; add words to the name.';
  return new Inconclusive('search_incomplete', words);
}

/** Neither absent nor recognised: the register does not publish the number's owner or location. */
export function withheld({ id, withholds }: WithheldRecord): Inconclusive {
  const words = `The register has the number ${id}, but does not publish its ${withholds}, so the business cannot be identified.`;
  return new Inconclusive('record_withheld', words);
}
