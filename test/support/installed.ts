import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Third-party tools that are not dependencies of the project. */
export interface Installed {
  /** The folder whose `node_modules` holds them. */
  folder: string;
  load: (name: string) => any;
}

/** Installs packages (`name@version`) into a separate folder, as `npx` does. */
export async function installed(...packages: string[]): Promise<Installed> {
  const folder = resolve('node_modules/.cache/tools', packages.join('+').replaceAll('/', '-'));
  await mkdir(folder, { recursive: true });
  const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...options, ...packages], { cwd: folder });
  return { folder, load: createRequire(join(folder, 'package.json')) };
}
