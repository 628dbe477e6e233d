import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError, type Config } from '../config.js';

/**
 * Throws a `ConfigError` when PORT and HOST cannot be listened on. It is asked first of all: a second
 * `npm start` leaves the database of the first alone.
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
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is taken; set PORT to another one`;
    case 'EACCES':
      return `this user may not listen on port ${port}; set PORT to 1024 or more`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    // No name server answers.
    case 'EAI_AGAIN':
      return `HOST "${host}" is no address of this machine`;
    default:
      return `port ${port} of "${host}" cannot be listened on (${code})`;
  }
}
