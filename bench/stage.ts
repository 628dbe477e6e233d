import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { createDataSource } from '../src/adapters/postgres/client/data-source.js';
import { migrate } from '../src/adapters/postgres/client/migrate.js';
import { EmbeddedPostgres } from '../src/adapters/postgres/embedded/embedded-postgres.js';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const LOCAL_REDIS = 'redis://127.0.0.1:6379';
const REDIS_START_TRIES = 50;
const REDIS_RETRY_MS = 100;
const REDIS_OPTIONS = {
  forgetful: ['--appendonly', 'no'],
  durable: ['--appendonly', 'yes', '--appendfsync', 'always'],
};

/**
 * The servers of a bench: Postgres from DATABASE_URL or an embedded one; Redis from REDIS_URL, the
 * one on this machine, or one started for the purpose. Everything created on an existing server is
 * removed at the end.
 */
export class Stage {
  /** Undone at the end, in reverse order. */
  private readonly endings: (() => Promise<unknown>)[] = [];
  /** Undone after each path, in reverse order. */
  private readonly leftovers: (() => Promise<unknown>)[] = [];
  private databases = 0;
  private template: Promise<string> | undefined;
  private serverUrl = '';
  redisUrl = '';
  /** Prefix of every key that the bench itself writes to Redis. */
  readonly redisPrefix = `standing-bench:${process.pid}`;

  private constructor(readonly scratch: string) {}

  static async open(say: (line: string) => void): Promise<Stage> {
    const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'standing-bench-'));
    const stage = new Stage(scratch);
    stage.endings.push(() => fs.rm(scratch, { recursive: true, force: true }));
    try {
      await stage.openPostgres();
      await stage.openRedis();
    } catch (error) {
      await stage.close();
      throw error;
    }
    say(`Postgres at ${new URL(stage.serverUrl).host}, Redis at ${new URL(stage.redisUrl).host}`);
    return stage;
  }

  newDatabase(): Promise<string> {
    return this.createDatabase(this.leftovers);
  }

  /** Returns a new database with all migrations, which run only once. */
  async migratedDatabase(): Promise<string> {
    this.template ??= this.migrateTemplate();
    return this.createDatabase(this.leftovers, new URL(await this.template).pathname.slice(1));
  }

  private async migrateTemplate(): Promise<string> {
    const url = await this.createDatabase(this.endings);
    const database = await createDataSource({ url, poolSize: 1 }).initialize();
    try {
      await migrate(database, MIGRATIONS, () => undefined);
    } finally {
      await database.destroy();
    }
    return url;
  }

  private async createDatabase(undo: Stage['endings'], template = 'template1'): Promise<string> {
    const name = `standing_bench_${process.pid}_${++this.databases}`;
    await this.onServer(`create database ${name} template ${template}`);
    undo.push(() => this.onServer(`drop database if exists ${name} with (force)`));
    const url = new URL(this.serverUrl);
    url.pathname = name;
    return url.href;
  }

  /**
   * Schedules the removal of the keys that the queue and the limiter of an installation leave in
   * Redis.
   */
  forgetInRedis(prefix: string): void {
    this.leftovers.push(() => forget(this.redisUrl, prefix));
  }

  /** Removes the databases and Redis keys of the previous path. */
  async clear(): Promise<void> {
    for (const undo of this.leftovers.splice(0).reverse()) await undo();
  }

  async close(): Promise<void> {
    await this.clear();
    for (const undo of this.endings.splice(0).reverse()) await undo();
  }

  private async openPostgres(): Promise<void> {
    const given = process.env['DATABASE_URL'];
    if (given) {
      this.serverUrl = given;
      return;
    }
    const dataDir = path.join(this.scratch, 'postgres');
    const postgres = await EmbeddedPostgres.start({ dataDir, log: () => undefined });
    this.endings.push(() => postgres.stop());
    this.serverUrl = postgres.url;
  }

  private async openRedis(): Promise<void> {
    const given = process.env['REDIS_URL'];
    const found =
      given ?? ((await answers(LOCAL_REDIS)) ? LOCAL_REDIS : await this.startRedis('forgetful', this.endings));
    if (!(await answers(found))) throw new Error(`no Redis answers at ${new URL(found).host}`);
    this.redisUrl = found;
    this.endings.push(() => forget(found, this.redisPrefix));
  }

  /** Starts a Redis for this path that responds only after a write is on disk. */
  durableRedis(): Promise<string> {
    return this.startRedis('durable', this.leftovers);
  }

  private async startRedis(kind: keyof typeof REDIS_OPTIONS, endings: (() => Promise<unknown>)[]): Promise<string> {
    const port = await freePort();
    const cwd = await fs.mkdtemp(path.join(this.scratch, 'redis-'));
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...REDIS_OPTIONS[kind]];
    const server = spawn('redis-server', options, { cwd, stdio: 'ignore' });
    const failed = once(server, 'error').catch((error: unknown) => error);
    const url = `redis://127.0.0.1:${port}`;
    for (let attempt = 0; attempt < REDIS_START_TRIES; attempt++) {
      if ((await Promise.race([failed, sleep(REDIS_RETRY_MS)])) !== undefined) break;
      if (!(await answers(url))) continue;
      endings.push(async () => {
        const gone = once(server, 'exit');
        if (server.kill()) await gone;
      });
      return url;
    }
    throw new Error(`no ${kind} Redis could be started: install redis-server`);
  }

  private async onServer(statement: string): Promise<void> {
    const session = new Client({ connectionString: this.serverUrl });
    await session.connect();
    try {
      await session.query(statement);
    } finally {
      await session.end();
    }
  }
}

async function answers(url: string): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 1_000 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return true;
  } catch {
    return false;
  } finally {
    if (redis.status !== 'end') redis.disconnect();
  }
}

async function forget(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  try {
    for await (const keys of redis.scanStream({ match: `${prefix}:*`, count: 1_000 }) as AsyncIterable<string[]>) {
      if (keys.length > 0) await redis.unlink(keys);
    }
  } finally {
    redis.disconnect();
  }
}

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
