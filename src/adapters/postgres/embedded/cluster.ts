import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import type { Binaries } from './binaries.js';
import type { Home } from './home.js';
import { run } from './run.js';

const SUPERUSER = 'standing';

const LOOPBACK = '127.0.0.1';
const PASSWORD_FILE = 'standing.password';
const PORT_FILE = 'standing.port';
const LOG_FILE = 'server.log';

const SERVER_SETTINGS = [`listen_addresses=${LOOPBACK}`, 'unix_socket_directories=', 'jit=off'];
// Only for disposable databases: a power cut would corrupt them.
const VOLATILE_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * A Postgres data directory and the commands on it. Everything secret or persistent is inside that
 * directory.
 */
export class Cluster {
  readonly directory: string;

  constructor(
    private readonly home: Home,
    private readonly binaries: Binaries,
    private readonly durable: boolean,
  ) {
    this.directory = path.join(home.directory, 'cluster');
  }

  /**
   * Created elsewhere and renamed when complete. A partial data directory would pass for a complete
   * one forever.
   */
  async createIfAbsent(): Promise<void> {
    if (await this.exists()) return;
    await this.removeAbandonedAttempts();
    const attempt = path.join(this.home.directory, `initdb-${process.pid}-${randomBytes(4).toString('hex')}`);
    await fs.mkdir(attempt, { mode: 0o700 });
    try {
      await this.initialise(attempt);
      await fs.rename(path.join(attempt, 'cluster'), this.directory);
    } catch (error) {
      // Another process may have finished first.
      if (!(await this.exists())) throw error;
    } finally {
      await fs.rm(attempt, { recursive: true, force: true });
    }
  }

  async isRunning(): Promise<boolean> {
    const status = await this.pgCtl(['status']);
    return status.code === 0 && !(await this.forgetStrangersPid());
  }

  /** Returns the reason if the server does not start. `runningPort` is the port in use. */
  async start(wantedPort: number | undefined): Promise<string | undefined> {
    const port = wantedPort ?? (await freePort(await this.readNumber(PORT_FILE)));
    await this.writePrivate(PORT_FILE, String(port));
    const settings = [`port=${port}`, ...SERVER_SETTINGS, ...(this.durable ? [] : VOLATILE_SETTINGS)];
    const log = path.join(this.directory, LOG_FILE);
    await fs.rm(log, { force: true });
    const options = settings.map((setting) => `-c ${setting}`).join(' ');
    const started = await this.pgCtl(['-w', '-t', '60', '-l', log, '-o', options, 'start']);
    if (started.code === 0) return undefined;
    const tail = (await fs.readFile(log, 'utf8').catch(() => '')).trim().split('\n').slice(-5).join('\n');
    return [started.output, tail].join('\n');
  }

  async stop(): Promise<void> {
    const stopped = await this.pgCtl(['-m', 'fast', '-w', '-t', '60', 'stop']);
    if (stopped.code !== 0 && (await this.isRunning())) {
      throw new Error(`the embedded Postgres did not stop: ${stopped.output}`);
    }
  }

  /** `undefined` until the server has written its pid file. */
  async runningPort(): Promise<number | undefined> {
    const port = Number((await this.pidFile())?.split('\n')[3]);
    return port > 0 ? port : undefined;
  }

  async url(port: number, database: string): Promise<string> {
    const password = await fs.readFile(path.join(this.directory, PASSWORD_FILE), 'utf8');
    return `postgres://${SUPERUSER}:${password}@${LOOPBACK}:${port}/${database}`;
  }

  private async initialise(attempt: string): Promise<void> {
    const directory = path.join(attempt, 'cluster');
    const passwordFile = path.join(attempt, PASSWORD_FILE);
    await fs.writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
    await this.giveToUser(attempt);
    await this.giveToUser(passwordFile);
    const made = await run(
      this.binaries.initdb,
      [
        `--pgdata=${directory}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Sorting and case mapping are built into Postgres, so that they do not depend on the
        // machine's libraries.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(this.durable ? [] : ['--no-sync']),
      ],
      attempt,
      this.home.user,
    );
    if (made.code !== 0) throw new Error(`initdb failed: ${made.output}`);
    await fs.rename(passwordFile, path.join(directory, PASSWORD_FILE));
  }

  private async removeAbandonedAttempts(): Promise<void> {
    for (const name of await fs.readdir(this.home.directory)) {
      const pid = Number(/^initdb-(\d+)-/.exec(name)?.[1]);
      if (!pid || isAlive(pid)) continue;
      // Its initdb may still be writing a file. Leftovers are removed at the next start.
      await fs.rm(path.join(this.home.directory, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }

  /**
   * After a reboot, the pid in postmaster.pid may belong to another program of the same user, and
   * Postgres would refuse to start forever. Linux tells which program it is. The file is renamed
   * before it is removed, because another process may have written a new one in the meantime.
   */
  private async forgetStrangersPid(): Promise<boolean> {
    const content = await this.pidFile();
    const pid = content?.split('\n')[0];
    const program = await fs.readFile(`/proc/${pid}/comm`, 'utf8').catch(() => undefined);
    if (program === undefined || program.trim() === 'postgres') return false;
    const file = path.join(this.directory, 'postmaster.pid');
    const aside = `${file}.${process.pid}`;
    await fs.rename(file, aside).catch(() => undefined);
    const moved = await fs.readFile(aside, 'utf8').catch(() => undefined);
    if (moved === content) await fs.rm(aside, { force: true });
    else if (moved !== undefined) await fs.rename(aside, file);
    return true;
  }

  private async exists(): Promise<boolean> {
    return (await fs.stat(path.join(this.directory, 'PG_VERSION')).catch(() => undefined)) !== undefined;
  }

  private pidFile(): Promise<string | undefined> {
    return fs.readFile(path.join(this.directory, 'postmaster.pid'), 'utf8').catch(() => undefined);
  }

  private async readNumber(name: string): Promise<number | undefined> {
    const text = await fs.readFile(path.join(this.directory, name), 'utf8').catch(() => '');
    return Number(text) || undefined;
  }

  private async writePrivate(name: string, text: string): Promise<void> {
    const file = path.join(this.directory, name);
    await fs.writeFile(file, text, { mode: 0o600 });
    await this.giveToUser(file);
  }

  private async giveToUser(file: string): Promise<void> {
    if (this.home.user) await fs.chown(file, this.home.user.uid, this.home.user.gid);
  }

  private pgCtl(args: string[]) {
    return run(this.binaries.pgCtl, ['-D', this.directory, ...args], this.home.directory, this.home.user);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function freePort(preferred = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error) => (preferred ? resolve(freePort()) : reject(error)));
    probe.listen(preferred, LOOPBACK, () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
