import pg from 'pg';
import { QueryFailedError } from 'typeorm';

/**
 * What a failed statement left behind, and what may be done about it:
 * - `rolled back`: the server refused it, so nothing of it was done. Repeated alike it fails alike.
 * - `try again`: likewise, but only because it lost against another transaction. Repeated at once it may succeed.
 * - `wait`: likewise, because another transaction holds a lock. It may succeed once that one has ended.
 * - `unknown`: the connection or the server went away, or gave no answer. It may have been committed, so it must not be repeated.
 */
export type FailedStatement = 'rolled back' | 'try again' | 'wait' | 'unknown';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const STATEMENT_COMPLETION_UNKNOWN = '40003';
const LOCK_NOT_AVAILABLE = '55P03';
export const QUERY_CANCELED = '57014';
export const UNIQUE_VIOLATION = '23505';
/** Connection exceptions, and a server that shuts down, crashed, starts up or ended the session. */
const SESSION_LOST = /^(08|57P0)/;

/** Of everything that was thrown, whether or not it comes from Postgres. */
export function classifyDatabaseError(error: unknown): FailedStatement {
  const reported = serverError(error);
  const state = reported?.code;
  if (state === undefined || SESSION_LOST.test(state) || state === STATEMENT_COMPLETION_UNKNOWN) return 'unknown';
  // An ERROR undoes the transaction and nothing else. FATAL and PANIC end the session, perhaps between the commit and its answer.
  if (reported?.severity === 'FATAL' || reported?.severity === 'PANIC') return 'unknown';
  if (state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED) return 'try again';
  return state === LOCK_NOT_AVAILABLE ? 'wait' : 'rolled back';
}

/** The SQLSTATE that the server reported; `undefined` of any other error. */
export function sqlState(error: unknown): string | undefined {
  return serverError(error)?.code;
}

/** Other errors have a `code` too: `EPIPE` of a lost connection has five letters as well. */
function serverError(error: unknown): pg.DatabaseError | undefined {
  if (error instanceof pg.DatabaseError) return error;
  return error instanceof QueryFailedError ? serverError(error.driverError) : undefined;
}
