import { SecretBox, UnknownKey } from '../../adapters/postgres/client/secret-box.js';
import { ConfigError, type Config } from '../../config.js';

/** Seals with the key that is given, and opens what the key before it has sealed too. */
export function secretBoxFor({ encryptionKey, encryptionKeyPrevious }: Config): SecretBox {
  return new SecretBox(encryptionKey, ...(encryptionKeyPrevious ? [encryptionKeyPrevious] : []));
}

/** What no given key opens stops the start. */
export function refuseToStart(error: unknown): never {
  throw error instanceof UnknownKey ? new ConfigError([error.message]) : error;
}
