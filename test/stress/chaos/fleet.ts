import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { FaultyProxy } from '../../support/faulty-proxy.js';
import { EmbeddedPostgres } from '../../../src/adapters/postgres/embedded/embedded-postgres.js';
import { Member } from './member.js';

const READY_LIMIT_MS = 60_000;
/**
 * The registers that the load queries. They run in one process of their own, so that they can hang.
 */
const REGISTERS = ['us-co', 'us-ny', 'no-03'];

/** Two API processes and two workers, with their own Postgres, Redis and registers. */
export class Fleet {
  readonly complaints: string[] = [];
  private redis: ChildProcess | undefined;
  private register: ChildProcess | undefined;

  private constructor(
    readonly folder: string,
    private readonly postgres: EmbeddedPostgres,
    private readonly redisPort: number,
    readonly apis: Member[],
    readonly workers: Member[],
    /** The proxies in front of each API process, in the order of `apis`. */
    private readonly proxies: { postgres: FaultyProxy; redis: FaultyProxy }[],
  ) {}

  static async start(folder: string): Promise<Fleet> {
    const postgres = await EmbeddedPostgres.start({ dataDir: postgresIn(folder), log: () => undefined });
    await promisify(execFile)(process.execPath, ['dist/commands/migrate.js'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: postgres.url },
    });
    const [redisPort, registerPort] = [await freePort(), await freePort()];
    const [apis, workers]: Member[][] = [[], []];
    const redisUrl = `redis://127.0.0.1:${redisPort}`;
    const proxies = await Promise.all(
      [1, 2].map(async () => ({
        postgres: await FaultyProxy.before(postgres.url),
        redis: await FaultyProxy.before(redisUrl),
      })),
    );
    const fleet = new Fleet(folder, postgres, redisPort, apis!, workers!, proxies);
    const env = {
      DATABASE_URL: postgres.url,
      REDIS_URL: redisUrl,
      DATA_DIR: folder,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...Object.fromEntries(
        REGISTERS.map((code) => [
          `REGISTRY_${code.toUpperCase().replace('-', '_')}_URL`,
          `http://127.0.0.1:${registerPort}/${code}`,
        ]),
      ),
    };
    for (const [role, members] of [
      ['api', apis!],
      ['worker', workers!],
    ] as const) {
      for (const number of [1, 2]) {
        const clockFile = join(folder, `${role}-${number}.clock`);
        const complain = (what: string) => {
          fleet.complaints.push(what);
          process.stderr.write(`${what}\n`);
        };
        const proxy = role === 'api' ? proxies[number - 1] : undefined;
        const ways = proxy ? { DATABASE_URL: proxy.postgres.url, REDIS_URL: proxy.redis.url } : {};
        const memberEnv = { ...env, ...ways, ROLE: role };
        members.push(new Member(`${role} ${number}`, await freePort(), memberEnv, clockFile, complain));
      }
    }
    await fleet.startRedis();
    fleet.register = spawn(process.execPath, ['dist/commands/sandbox.js', '--port', String(registerPort)], {
      stdio: 'ignore',
    });
    await Promise.all(fleet.members.map((member) => member.start()));
    await fleet.ready();
    return fleet;
  }

  get members(): Member[] {
    return [...this.apis, ...this.workers];
  }

  get databaseUrl(): string {
    return this.postgres.url;
  }

  get outbox(): string {
    return join(this.folder, 'outbox');
  }

  async unready(): Promise<string[]> {
    const whys = await Promise.all(this.members.map((member) => member.unready()));
    return whys.filter((why) => why !== undefined);
  }

  /**
   * Cuts one API process off from the server, in both directions, until the returned function is
   * called.
   */
  part(server: 'postgres' | 'redis'): () => void {
    const { [server]: proxy } = this.proxies[Math.floor(Math.random() * this.proxies.length)]!;
    proxy.partition();
    return () => proxy.restore();
  }

  /** Waits until every process is ready. One that is not is a complaint. */
  async ready(): Promise<void> {
    for (const deadline = Date.now() + READY_LIMIT_MS; ; await sleep(200)) {
      const unready = await this.unready();
      if (unready.length === 0) return;
      if (Date.now() < deadline) continue;
      this.complaints.push(`not ready again: ${unready.join('; ')}`);
      return;
    }
  }

  /**
   * Signals the main process of Postgres: SIGINT is a fast shutdown, SIGQUIT an immediate one, like
   * a crash. Postgres is restarted as soon as it is gone.
   */
  async signalPostgres(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const pid = await this.postmaster();
    process.kill(pid, signal);
    while (isAlive(pid)) await sleep(100);
  }

  /**
   * Stops the main process of Postgres and all its backends. Connections stay open without
   * responses until the returned function is called.
   */
  async suspendPostgres(): Promise<() => void> {
    const pid = await this.postmaster();
    process.kill(pid, 'SIGSTOP');
    const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)]);
    const all = [...stdout.trim().split('\n').map(Number), pid];
    for (const each of all) signalIfAlive(each, 'SIGSTOP');
    return () => {
      for (const each of all) signalIfAlive(each, 'SIGCONT');
    };
  }

  private async postmaster(): Promise<number> {
    const pidFile = await readFile(join(postgresIn(this.folder), 'cluster', 'postmaster.pid'), 'utf8');
    return Number(pidFile.split('\n')[0]);
  }

  signalRedis(signal: NodeJS.Signals): void {
    this.redis?.kill(signal);
  }

  signalRegister(signal: NodeJS.Signals): void {
    this.register?.kill(signal);
  }

  async startRedis(): Promise<void> {
    const dir = join(this.folder, 'redis');
    await mkdir(dir, { recursive: true });
    const settings = ['--port', String(this.redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', dir];
    this.redis = spawn('redis-server', settings, { stdio: 'ignore' });
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()));
    for (const { postgres, redis } of this.proxies) {
      postgres.close();
      redis.close();
    }
    for (const child of [this.redis, this.register]) {
      child?.kill('SIGCONT');
      child?.kill('SIGKILL');
    }
    await this.postgres.stop();
    await rm(postgresIn(this.folder), { recursive: true, force: true });
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Beside the folder, not in it: Postgres runs as another user when root starts it. */
function postgresIn(folder: string): string {
  return `${folder}-postgres`;
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  if (isAlive(pid)) process.kill(pid, signal);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}
