import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { resolve } = createRequire(import.meta.url);

/**
 * Installs the packages beside this file, which people would use instead. They are not part of the
 * installation, so they are fetched when a benchmark first compares with them.
 */
export function installPeers(): void {
  const made = `${FOLDER}node_modules/.package-lock.json`;
  const writtenAt = (file: string) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (writtenAt(made) >= writtenAt(`${FOLDER}package-lock.json`)) return;
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  execFileSync('npm', ['ci', '--prefix', FOLDER, ...options], { cwd: FOLDER, stdio: ['ignore', 2, 2] });
}

/** Imports a package of this folder. */
export async function peer(name: string): Promise<any> {
  return import(pathToFileURL(resolve(name)).href);
}

/** Returns `bullmq 6.7.0` for `bullmq`: the installed version, here or in the service. */
export function versioned(name: string): string {
  const isPeer = fs.existsSync(`${FOLDER}node_modules/${name}`);
  const file = `${isPeer ? FOLDER : ROOT}node_modules/${name}/package.json`;
  const { version } = JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string };
  return `${name} ${version}`;
}
