import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.js';

const PATIENCE_MS = 3_000;

/**
 * Waits a moment for a predecessor that is on its way out; listening itself then says what is
 * wrong, if anything is.
 */
export async function portFreed({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(200)) {
    const probe = createServer().listen(port, host);
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    probe.close();
    if (free) return;
  }
}
