import { SourceError } from '../registries/ports.js';
import { failed, type Failed, type FailureReason } from './job.js';
import type { WithheldRecord } from '../registries/record.js';

/**
 * What the caller may learn about the failure: a sentence for its category, never a register's
 * address or the text of our log.
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
 * The register answered, and what it said proves nothing either way: asking again does not help.
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

/** There are more names like this one than may be read. */
export function incompleteSearch(): Inconclusive {
  const words = 'The register lists more similar names than can be searched to the end; add words to the name.';
  return new Inconclusive('search_incomplete', words);
}

/** Neither absent nor recognised: who bears the number, or where, is not published. */
export function withheld({ id, withholds }: WithheldRecord): Inconclusive {
  const words = `The register has the number ${id}, but does not publish its ${withholds}, so it cannot be said whose it is.`;
  return new Inconclusive('record_withheld', words);
}
