import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { SystemUser } from './run.js';

/**
 * The location and owner of the server's files. Postgres refuses to run as root, so root runs it as
 * another user.
 */
export interface Home {
  directory: string;
  user: SystemUser | undefined;
}

const SYSTEM_DIRECTORIES = ['/var/lib/standing', '/var/tmp/standing'];

export async function prepareHome(dataDir: string, log: (line: string) => void): Promise<Home> {
  const wanted = path.resolve(dataDir);
  if (process.getuid?.() !== 0) {
    await fs.mkdir(wanted, { recursive: true, mode: 0o700 });
    return { directory: await fs.realpath(wanted), user: undefined };
  }
  const user = (await ownerOf(wanted)) ?? (await unprivilegedUser());
  await fs.mkdir(path.dirname(wanted), { recursive: true });
  const directory = (await canReach(path.dirname(wanted), user)) ? wanted : await moveAside(wanted, user, log);
  await fs.mkdir(directory, { recursive: true, mode: 0o700 });
  const real = await fs.realpath(directory);
  await fs.chown(real, user.uid, user.gid);
  return { directory: real, user };
}

/** A data directory made by an ordinary user keeps its owner when root starts the server. */
async function ownerOf(directory: string): Promise<SystemUser | undefined> {
  const stat = await statIfPresent(directory);
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined;
}

async function unprivilegedUser(): Promise<SystemUser> {
  const accounts = (await fs.readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((account) => account[0] === name) ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65534, gid: 65534 };
}

async function canReach(directory: string, user: SystemUser): Promise<boolean> {
  const stat = await fs.stat(directory);
  const searchBit = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001;
  if ((stat.mode & searchBit) === 0) return false;
  const parent = path.dirname(directory);
  return parent === directory || canReach(parent, user);
}

/**
 * Turns the wanted path into a link to a reachable directory. The link is the only record of the
 * data's location: it moves with the clone, and deleting the data directory starts afresh, as
 * expected.
 */
async function moveAside(wanted: string, user: SystemUser, log: (line: string) => void): Promise<string> {
  const earlier = await fs.realpath(wanted).catch(() => undefined);
  if (earlier && earlier !== wanted && (await canReach(path.dirname(earlier), user))) return earlier;

  const directory = path.join(await systemDirectory(), `postgres-${randomBytes(6).toString('hex')}`);
  await fs.mkdir(directory, { mode: 0o700 });
  await fs.rm(wanted, { force: true });
  await fs.rmdir(wanted).catch(() => undefined);
  try {
    await fs.symlink(directory, wanted);
  } catch {
    await fs.rmdir(directory);
    return await fs.realpath(wanted);
  }
  log(
    `user ${user.uid}, who runs Postgres on behalf of root, may not enter ${path.dirname(wanted)}; the data is in ${directory}`,
  );
  return directory;
}

/** Returns a directory of root that every user may traverse and only root may change. */
export async function systemDirectory(): Promise<string> {
  for (const directory of SYSTEM_DIRECTORIES) {
    const stat = await fs
      .mkdir(directory, { recursive: true, mode: 0o755 })
      .then(() => fs.lstat(directory))
      .catch(() => undefined);
    if (stat?.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0) return directory;
  }
  throw new Error(
    `neither of ${SYSTEM_DIRECTORIES.join(' and ')} can be created for the embedded Postgres; set DATABASE_URL instead`,
  );
}

async function statIfPresent(file: string) {
  return await fs.stat(file).catch(() => undefined);
}
