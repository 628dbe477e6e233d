import { ConfigError } from '../config.js';

/** One line for what an operator can change; anything else with its stack. */
export function reasonNotToStart(error: unknown): unknown {
  const unreachable = databaseFault(error);
  if (unreachable !== undefined) return `Standing cannot start: ${unreachable}`;
  if (error instanceof ConfigError) return `Standing cannot start: ${error.message}`;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Standing cannot start: port ${String(error.port)} is taken; set PORT to another one`;
  }
  return error;
}

/** What a person can mend at the database, in a few words; `undefined` for anything else. */
function databaseFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  if (/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(error.code)) {
    return `the database of DATABASE_URL cannot be reached (${error.message || error.code})`;
  }
  // Invalid authorization, no such database, cannot connect now.
  if (/^(28|3D|57P0)/.test(error.code)) return `the database of DATABASE_URL refuses the connection (${error.message})`;
  return undefined;
}
