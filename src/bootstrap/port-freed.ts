import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, type Config } from '../config.js';

const PATIENCE_MS = 3_000;
/** EAI_AGAIN: no name server answers. */
const NOT_HERE = new Set<unknown>(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Before anything else is started: waits a moment for a predecessor that is on its way out, and
 * throws what listening would throw when the port is still taken; a `ConfigError` for a port or
 * host that no waiting makes free.
 */
export async function portFreed({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(200)) {
    const probe = createServer().listen(port, host);
    try {
      await once(probe, 'listening');
      return;
    } catch (error) {
      const refused = settingRefused(error, port, host);
      if (refused !== undefined) throw new ConfigError([refused]);
      if (Date.now() > deadline) throw error;
    } finally {
      probe.close();
    }
  }
}

/** Which of PORT and HOST cannot be listened on, in a few words; `undefined` for a port in use. */
function settingRefused(error: unknown, port: number, host: string): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'EACCES') return `this user may not listen on port ${port}; set PORT to 1024 or more`;
  if (NOT_HERE.has(error.code)) return `HOST "${host}" is no address of this machine`;
  return undefined;
}
