import { ConfigError } from '../config.js';

/** Returns one line for errors an operator can fix; other errors unchanged, with their stack. */
export function reasonNotToStart(error: unknown): unknown {
  const unreachable = databaseFault(error);
  if (unreachable !== undefined) return `Standing cannot start: ${unreachable}`;
  if (error instanceof ConfigError) return `Standing cannot start: ${error.message}`;
  return error;
}

/** Describes database errors that an operator can fix; `undefined` for any other error. */
function databaseFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  if (/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(error.code)) {
    return `the database of DATABASE_URL cannot be reached (${error.message || error.code})`;
  }
  const [parameter] = /(?<=unsupported startup parameter: )\w+/.exec(error.message) ?? [];
  if (parameter !== undefined) {
    return `the pooler of DATABASE_URL refuses ${parameter}: set ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout there, and pool_mode = session`;
  }
  // Invalid authorization, no such database, cannot connect now.
  if (/^(28|3D|57P0)/.test(error.code)) return `the database of DATABASE_URL refuses the connection (${error.message})`;
  return undefined;
}
