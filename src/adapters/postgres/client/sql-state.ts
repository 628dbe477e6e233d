import pg from 'pg';
import { QueryFailedError } from 'typeorm';
import { DatabaseUnavailable } from '../../../core/errors.js';

/**
 * The state after a failed statement, and the possible reactions:
 * - `rolled back`: the server refused it and nothing was done. The same statement would fail
 *   again.
 * - `try again`: nothing was done, only because of a conflict with another transaction. It may
 *   succeed if repeated at once.
 * - `wait`: nothing was done, because another transaction holds a lock. It may succeed once that
 *   transaction has ended.
 * - `unknown`: the connection or the server was lost or did not answer. It may have been
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
/**
 * Connection exceptions, and a server that is starting, shutting down or crashed, or that ended the
 * session.
 */
const SESSION_LOST = /^(08|57P0)/;

export function classifyDatabaseError(error: unknown): FailedStatement {
  const reported = serverError(error);
  const state = reported?.code;
  if (!reported || state === undefined || SESSION_LOST.test(state) || state === STATEMENT_COMPLETION_UNKNOWN)
    return 'unknown';
  // An ERROR only rolls back the transaction. FATAL and PANIC end the session, possibly between the
  // commit and its reply.
  if (endsSession(reported)) return 'unknown';
  if (state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED) return 'try again';
  return state === LOCK_NOT_AVAILABLE ? 'wait' : 'rolled back';
}

const NO_CONNECTION = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN)$/;
const CONNECTION_GONE =
  /^(Connection terminated|Query read timeout|timeout (exceeded|expired)|Client (has encountered|was closed))/;

/**
 * Returns whether an error of a connection or pool means that the server, or the way to it, failed.
 */
export function isConnectionFailure(error: unknown): boolean {
  const reported = serverError(error);
  if (reported) return SESSION_LOST.test(reported.code ?? '') || endsSession(reported);
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return NO_CONNECTION.test(String(code)) || CONNECTION_GONE.test(String(message));
}

/** A full disk, too little memory or too many connections: the same statement succeeds later. */
const OUT_OF_RESOURCES = /^53/;

export function orUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  const isOut = OUT_OF_RESOURCES.test(sqlState(error) ?? '');
  return isOut || isConnectionFailure(error) ? new DatabaseUnavailable(error) : error;
}

export function driverError(error: unknown): unknown {
  return error instanceof QueryFailedError ? error.driverError : error;
}

/** Runs a TypeORM statement so that it throws the same errors as any other statement. */
export async function runTyped<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw orUnavailable(driverError(error));
  }
}

export function sqlState(error: unknown): string | undefined {
  return serverError(error)?.code;
}

function endsSession({ severity }: pg.DatabaseError): boolean {
  return severity === 'FATAL' || severity === 'PANIC';
}

/**
 * Checks the class, because other errors have a `code` as well: `EPIPE` of a lost connection also
 * has five letters.
 */
function serverError(error: unknown): pg.DatabaseError | undefined {
  const thrown = driverError(error instanceof DatabaseUnavailable ? error.cause : error);
  return thrown instanceof pg.DatabaseError ? thrown : undefined;
}
