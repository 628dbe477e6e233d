import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Other people's tools, which the project does not carry. */
export interface Installed {
  /** The folder whose `node_modules` holds them. */
  folder: string;
  /** What a package of them exports. */
  load: (name: string) => any;
}

/** Fetches packages into a folder of their own, as `npx` does: `name@version`. */
export async function installed(...packages: string[]): Promise<Installed> {
  const folder = resolve('node_modules/.cache/tools', packages.join('+').replaceAll('/', '-'));
  await mkdir(folder, { recursive: true });
  const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...options, ...packages], { cwd: folder });
  return { folder, load: createRequire(join(folder, 'package.json')) };
}
