import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRETS } from './variables.js';

export type Variables = Record<string, string | undefined>;

/** `NAME=` in an environment file means the same as no line at all. */
export function withoutBlanks(variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim() !== ''));
}

/**
 * Each secret may be a file instead: `ENCRYPTION_KEY_FILE=/run/secrets/encryption_key`, or a file
 * `encryption_key` in the folder `SECRETS_DIR`, which needs files only for the secrets in use.
 */
export function withSecretFiles(env: Variables, problems: string[]): Variables {
  const filled = { ...env };
  for (const name of SECRETS) {
    const named = env[`${name}_FILE`];
    if (named !== undefined && env[name] !== undefined) problems.push(`${name} and ${name}_FILE must not both be set`);
    const file = named ?? secretFile(name, env['SECRETS_DIR']);
    if (file === undefined || env[name] !== undefined) continue;
    const text = readSecret(file);
    if (text !== undefined) filled[name] = text;
    else if (named !== undefined) {
      problems.push(`${name}_FILE must be a file that exists and can be read (it is "${file}")`);
    } else if (existsSync(file)) problems.push(`${name} cannot be read from ${file}`);
  }
  return withoutBlanks(filled);
}

/** The file of a secret in `SECRETS_DIR`, if that is set. */
export function secretFile(name: string, folder: string | undefined): string | undefined {
  return folder === undefined ? undefined : join(folder, name.toLowerCase());
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
