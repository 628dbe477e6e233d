import type * as Sandbox from '@standing/sandbox';
import { ConfigError } from '../config.js';

/**
 * Loads the sandbox's registers; never called in live mode. Throws `ConfigError` if they are not
 * installed, as in the production image.
 */
export async function loadSandbox(): Promise<typeof Sandbox> {
  try {
    return await import('@standing/sandbox');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError([
      'the sandbox is not installed here: it is in a clone and in the image for trials, not in that for production; REGISTRY_MODE=live asks the official registers',
    ]);
  }
}
