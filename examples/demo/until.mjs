import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

/**
 * Looks again and again until there is something, and returns it.
 * @template T
 * @param {() => T | undefined | Promise<T | undefined>} look
 * @returns {Promise<T>}
 */
export async function until(look) {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(100)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`this did not happen within ${PATIENCE_MS / 1000} s`);
}
