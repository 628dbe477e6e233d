import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

export interface FoundRedis {
  description: string;
  release: () => Promise<void>;
}

const CLAIM_KEY = 'standing:test-run';
const HIGHEST_DATABASE = 15;
const START_ATTEMPTS = 50;
const START_RETRY_MS = 100;

/**
 * Uses REDIS_URL, else the Redis on this machine, else one started for this run. Without any, the
 * suites that need Redis are skipped.
 */
export async function findRedis(): Promise<FoundRedis> {
  const given = process.env['REDIS_URL'];
  const found = given
    ? await claimDatabase(given)
    : ((await claimDatabase('redis://127.0.0.1:6379')) ?? (await startOwn()));
  if (found) return found;
  if (given) throw new Error('the Redis in REDIS_URL cannot be reached, or has no empty database for the tests');
  if (process.env['CI'] === 'true' || process.env['REDIS_REQUIRED'] === '1') {
    throw new Error('no Redis: neither REDIS_URL, nor one on 127.0.0.1:6379, nor redis-server on the PATH');
  }
  return { description: 'skipped: no Redis', release: () => Promise.resolve() };
}

/**
 * Claims an empty numbered database, so that no other data can be touched, and empties it on
 * release.
 */
async function claimDatabase(url: string): Promise<FoundRedis | undefined> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 1_000 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    for (let database = HIGHEST_DATABASE; database > 0; database--) {
      await redis.select(database);
      if (!(await claim(redis))) continue;
      const claimed = new URL(url);
      claimed.pathname = `/${database}`;
      process.env['TEST_REDIS_URL'] = claimed.href;
      const release = async () => {
        await redis.flushdb();
        redis.disconnect();
      };
      return { description: `${claimed.host}, database ${database}`, release };
    }
  } catch {
    // Not reachable, or not a Redis that lets us in: the caller tries the next.
  }
  // If the connection was never established, disconnect() would keep the process alive for two
  // seconds.
  if (redis.status !== 'end') redis.disconnect();
  return undefined;
}

async function claim(redis: Redis): Promise<boolean> {
  const owner = await redis.get(CLAIM_KEY);
  if (owner !== null && isAbandoned(owner)) await redis.flushdb();
  // Claims before counting the keys: if two runs find the same database empty, only one gets it.
  if ((await redis.set(CLAIM_KEY, `${os.hostname()} ${process.pid}`, 'NX')) === null) return false;
  if ((await redis.dbsize()) === 1) return true;
  await redis.del(CLAIM_KEY);
  return false;
}

function isAbandoned(owner: string): boolean {
  const [host, pid] = owner.split(' ');
  if (host !== os.hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function startOwn(): Promise<FoundRedis | undefined> {
  const port = await freePort();
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      cwd: os.tmpdir(),
      stdio: 'ignore',
    },
  );
  const failed = once(server, 'error').catch((error: Error) => error);
  const stop = () => stopServer(server);
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    if ((await Promise.race([failed, sleep(START_RETRY_MS)])) !== undefined) return undefined;
    const found = await claimDatabase(`redis://127.0.0.1:${port}`);
    if (found) return { description: `redis-server started on port ${port}`, release: stop };
  }
  await stop();
  return undefined;
}

async function stopServer(server: ChildProcess): Promise<void> {
  const gone = once(server, 'exit');
  if (server.kill()) await gone;
}

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
