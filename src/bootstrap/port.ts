import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError, type Config } from '../config.js';

/** EAI_AGAIN: no name server responded. */
const NOT_HERE = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Throws a `ConfigError` if PORT and HOST cannot be listened on. Runs before anything else, so that
 * a second `npm start` leaves the database of the first alone.
 */
export async function requirePort({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw new ConfigError([refusal((error as NodeJS.ErrnoException).code, port, host)]);
  } finally {
    probe.close();
  }
}

function refusal(code: string | undefined, port: number, host: string): string {
  if (code === 'EADDRINUSE') return `port ${port} is taken; set PORT to another one`;
  if (code === 'EACCES') return `this user may not listen on port ${port}; set PORT to 1024 or more`;
  if (code !== undefined && NOT_HERE.has(code)) return `HOST "${host}" is no address of this machine`;
  return `port ${port} of "${host}" cannot be listened on (${code})`;
}
