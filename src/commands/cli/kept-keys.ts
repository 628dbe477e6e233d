import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

const Keys = z.record(z.string(), z.string());
/** A key is worth money: nobody else on this machine may read it. */
const ONLY_OWNER = 0o600;

function keysFile(): string {
  const folder = process.env['XDG_CONFIG_HOME'] || path.join(homedir(), '.config');
  return path.join(folder, 'standing', 'keys.json');
}

/** Returns the key that was kept for a service. */
export function keptKey(url: string): string | undefined {
  return read()[origin(url)];
}

/** Keeps a key for a service, or forgets it. The file is never half-written. */
export function keepKey(url: string, key: string | undefined): string {
  const { [origin(url)]: _before, ...others } = read();
  const file = keysFile();
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.${process.pid}.part`;
  const keys = key === undefined ? others : { ...others, [origin(url)]: key };
  writeFileSync(part, `${JSON.stringify(keys, undefined, 2)}\n`, { mode: ONLY_OWNER });
  chmodSync(part, ONLY_OWNER);
  renameSync(part, file);
  return file;
}

const origin = (url: string) => url.replace(/\/+$/, '');

function read(): Readonly<Record<string, string>> {
  const file = keysFile();
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    return Keys.parse(JSON.parse(text));
  } catch {
    throw new Error(`${file} is damaged: delete it, then run standing login again`);
  }
}
