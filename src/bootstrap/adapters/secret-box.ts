import { SecretBox, UnknownKey } from '../../adapters/postgres/client/secret-box.js';
import { ConfigError, type Config } from '../../config.js';

/** Encrypts with the current key, and decrypts with the current or the previous one. */
export function secretBoxFor({ encryptionKey, encryptionKeyPrevious }: Config): SecretBox {
  return new SecretBox(encryptionKey, ...(encryptionKeyPrevious ? [encryptionKeyPrevious] : []));
}

/** Turns an unknown encryption key into a configuration error, which stops the start. */
export function refuseToStart(error: unknown): never {
  throw error instanceof UnknownKey ? new ConfigError([error.message]) : error;
}
