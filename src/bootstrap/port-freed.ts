import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.js';

const PATIENCE_MS = 3_000;

/**
 * Before anything else is started: waits a moment for a predecessor that is on its way out, and
 * throws what listening would throw when the port is still taken.
 */
export async function portFreed({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(200)) {
    const probe = createServer().listen(port, host);
    try {
      await once(probe, 'listening');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    } finally {
      probe.close();
    }
  }
}
