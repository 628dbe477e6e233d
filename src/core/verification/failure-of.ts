import type { SourceError } from '../registries/ports.js';
import { failed, type Failed } from './job.js';
import { Inconclusive } from './inconclusive.js';

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
