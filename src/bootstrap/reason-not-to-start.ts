import { ConfigError } from '../config.js';

/** One line for what an operator can change; anything else with its stack. */
export function reasonNotToStart(error: unknown): unknown {
  const unreachable = databaseFault(error);
  if (unreachable !== undefined) return `Standing cannot start: ${unreachable}`;
  if (error instanceof ConfigError) return `Standing cannot start: ${error.message}`;
  return error;
}

/** What a person can mend at the database, in a few words; `undefined` for anything else. */
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
