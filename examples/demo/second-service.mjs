import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../scripts/standing.mjs', import.meta.url));

/**
 * @typedef {object} SecondService
 * @property {string} url
 * @property {string} outbox Where it leaves its mail.
 * @property {() => Promise<unknown>} close
 */

/**
 * A sandbox of its own on this machine that may send webhooks to this machine; nothing of it is
 * left afterwards.
 * @returns {Promise<SecondService>}
 */
export async function startSecondService() {
  const dataDir = await mkdtemp(join(tmpdir(), 'standing-demo-'));
  const settings = { PORT: '0', DATA_DIR: dataDir, REGISTRY_MODE: 'sandbox', WEBHOOK_ALLOW_PRIVATE: 'true' };
  const program = spawn(process.execPath, [PROGRAM, 'start'], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(program, 'exit').then(() => rm(dataDir, { recursive: true, force: true }));
  const close = () => {
    program.kill();
    return ended;
  };
  for await (const line of createInterface({ input: program.stdout })) {
    const [, url] = /^Standing is ready at (\S+)/.exec(line) ?? [];
    if (url === undefined) continue;
    program.stdout.resume();
    return { url, outbox: join(dataDir, 'outbox'), close };
  }
  await ended;
  throw new Error('the second service did not start');
}
