import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { startProgram, type Program } from '../program.js';

type Role = 'api' | 'worker';

/** Two API processes and two workers on one Postgres and one Redis of their own, and what can happen to them. */
export class Fleet {
  private readonly members: Record<Role, (Program | undefined)[]> = { api: [], worker: [] };
  private redis: ChildProcess | undefined;

  private constructor(
    private readonly databaseUrl: string,
    private readonly sql: Client,
    private readonly redisPort: number,
  ) {}

  static async start(databaseUrl: string, sql: Client): Promise<Fleet> {
    const fleet = new Fleet(databaseUrl, sql, await freePort());
    fleet.startRedis();
    for (const role of ['api', 'worker'] as const) {
      fleet.members[role] = await Promise.all([fleet.program(role), fleet.program(role)]);
    }
    return fleet;
  }

  /** The address of an API process that lives, as far as anybody knows. */
  url(): string | undefined {
    const living = this.members.api.filter((member) => member !== undefined);
    return living[Math.floor(Math.random() * living.length)]?.url;
  }

  readonly faults: Record<string, () => Promise<void>> = {
    'a worker is killed': () => this.killAndReplace('worker'),
    'Redis is lost with all it held, and comes back empty': async () => {
      this.redis?.kill('SIGKILL');
      await sleep(2_000);
      this.startRedis();
    },
    'an API process is killed': () => this.killAndReplace('api'),
    'every connection to Postgres is cut': async () => {
      await this.sql.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    },
    'Redis falls silent': async () => {
      this.redis?.kill('SIGSTOP');
      await sleep(4_000);
      this.redis?.kill('SIGCONT');
    },
    'an API process is told to end, and replaced': () => this.killAndReplace('api', 'SIGTERM'),
    'a worker is told to end, and replaced': () => this.killAndReplace('worker', 'SIGTERM'),
  };

  async stop(): Promise<void> {
    await Promise.all([...this.members.api, ...this.members.worker].map(async (member) => member?.stop('SIGKILL')));
    this.redis?.kill('SIGKILL');
  }

  private async killAndReplace(role: Role, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const place = Math.floor(Math.random() * 2);
    const member = this.members[role][place];
    this.members[role][place] = undefined;
    await member?.stop(signal);
    this.members[role][place] = await this.program(role);
  }

  private program(role: Role): Promise<Program> {
    return startProgram({
      DATABASE_URL: this.databaseUrl,
      REDIS_URL: `redis://127.0.0.1:${this.redisPort}`,
      ROLE: role,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      LOG_LEVEL: 'error',
    });
  }

  private startRedis(): void {
    const dir = mkdtempSync(join(tmpdir(), 'standing-chaos-redis-'));
    const settings = ['--port', String(this.redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', dir];
    this.redis = spawn('redis-server', settings, { stdio: 'ignore' });
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}
