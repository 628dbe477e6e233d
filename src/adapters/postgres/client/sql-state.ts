import pg from 'pg';
import { QueryFailedError } from 'typeorm';
import { DatabaseUnavailable } from '../../../core/errors.js';

/**
 * What a failed statement left behind, and what may be done about it:
 * - `rolled back`: the server refused it, so nothing of it was done. Repeated alike it fails
 *   alike.
 * - `try again`: likewise, but only because it lost against another transaction. Repeated at once
 *   it may succeed.
 * - `wait`: likewise, because another transaction holds a lock. It may succeed once that one has
 *   ended.
 * - `unknown`: the connection or the server went away, or gave no answer. It may have been
 *   committed, so it must not be repeated.
 */
export type FailedStatement = 'rolled back' | 'try again' | 'wait' | 'unknown';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const STATEMENT_COMPLETION_UNKNOWN = '40003';
const LOCK_NOT_AVAILABLE = '55P03';
export const QUERY_CANCELED = '57014';
export const TOO_MANY_CONNECTIONS = '53300';
export const UNIQUE_VIOLATION = '23505';
/** Connection exceptions, and a server that shuts down, crashed, starts up or ended the session. */
const SESSION_LOST = /^(08|57P0)/;

/** Of everything that was thrown, whether or not it comes from Postgres. */
export function classifyDatabaseError(error: unknown): FailedStatement {
  const reported = serverError(error);
  const state = reported?.code;
  if (!reported || state === undefined || SESSION_LOST.test(state) || state === STATEMENT_COMPLETION_UNKNOWN)
    return 'unknown';
  // An ERROR undoes the transaction and nothing else. FATAL and PANIC end the session, perhaps
  // between the commit and its answer.
  if (endsSession(reported)) return 'unknown';
  if (state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED) return 'try again';
  return state === LOCK_NOT_AVAILABLE ? 'wait' : 'rolled back';
}

/** What Node and `pg` say when the server cannot be reached, or no longer can. */
const NO_CONNECTION = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN)$/;
const CONNECTION_GONE =
  /^(Connection terminated|Query read timeout|timeout (exceeded|expired)|Client (has encountered|was closed))/;

/**
 * Of everything that a connection or a pool throws: whether the server, or the way to it, is what
 * failed.
 */
export function isConnectionFailure(error: unknown): boolean {
  const reported = serverError(error);
  if (reported) return SESSION_LOST.test(reported.code ?? '') || endsSession(reported);
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return NO_CONNECTION.test(String(code)) || CONNECTION_GONE.test(String(message));
}

/** What is thrown on: a failed connection as what it means to a caller, anything else as it is. */
export function orUnavailable(error: unknown): unknown {
  return isConnectionFailure(error) ? new DatabaseUnavailable(error) : error;
}

/** What the driver threw, where TypeORM wrapped it. */
export function driverError(error: unknown): unknown {
  return error instanceof QueryFailedError ? error.driverError : error;
}

/** Runs a statement of TypeORM, whose errors are then those of any other statement. */
export async function runTyped<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw orUnavailable(driverError(error));
  }
}

/** The SQLSTATE that the server reported; `undefined` of any other error. */
export function sqlState(error: unknown): string | undefined {
  return serverError(error)?.code;
}

function endsSession({ severity }: pg.DatabaseError): boolean {
  return severity === 'FATAL' || severity === 'PANIC';
}

/** Other errors have a `code` too: `EPIPE` of a lost connection has five letters as well. */
function serverError(error: unknown): pg.DatabaseError | undefined {
  const thrown = driverError(error);
  return thrown instanceof pg.DatabaseError ? thrown : undefined;
}
