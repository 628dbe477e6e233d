import { DatabaseUnavailable } from '../../../core/errors.js';
import type { Log } from '../../../core/ports.js';
import { STATUS } from '../../http/answers/error-shapes.js';

export type OAuthLibrary = typeof import('oidc-provider');

/**
 * On Node 20 the library warns that it prefers 22. The log explains that this has no effect,
 * because every path used here is tested on 20.
 */
export async function loadOAuthLibrary(log: Log): Promise<OAuthLibrary> {
  const print = console.warn;
  console.warn = (message: unknown) =>
    log.info('the OAuth library prefers Node 22; what Standing uses of it is tested on Node 20', {
      said: String(message),
    });
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = print;
  }
}

/**
 * Converts a database outage to the library's own error: it responds to unknown errors with 500.
 * The cause is kept.
 */
export async function sayWhenUnavailable<T>(work: Promise<T>, { errors }: OAuthLibrary): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    throw Object.assign(new errors.TemporarilyUnavailable(error.message, { cause: error }), UNAVAILABLE);
  }
}

const UNAVAILABLE = { status: STATUS.unavailable, statusCode: STATUS.unavailable };
