import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { until } from './until.js';
import { describeWhere } from './where.js';

const SLOTS = 16_384;
const NODE_TIMEOUT_MS = '2000';

interface Node {
  port: number;
  busPort: number;
  process: ChildProcess;
  client: Redis;
}

/** Three nodes that share the slots, and a follower that takes over when its node is lost. */
export interface RedisCluster {
  /** Addresses of all nodes, in the format of `REDIS_URL`. */
  url: string;
  nodes: string[];
  /** Kills the node that holds the key, and resolves once its follower has taken over. */
  fail(): Promise<void>;
  stop(): Promise<void>;
}

const hasServer = spawnSync('redis-server', ['--version']).status === 0;
export const describeWithRedisCluster = describeWhere(hasServer, 'no redis-server');

/** Starts a cluster in which the node that holds `key` has a follower. */
export async function startRedisCluster(key: string): Promise<RedisCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'standing-redis-cluster-'));
  const nodes = await Promise.all(Array.from({ length: 4 }, () => startNode(folder)));
  const [first, , , follower] = nodes as [Node, Node, Node, Node];
  const sharing = nodes.slice(0, 3);
  const slot = await first.client.cluster('KEYSLOT', key);
  const bounds = [0, 1, 2, 3].map((part) => Math.floor((SLOTS * part) / 3));
  for (const [part, { client }] of sharing.entries())
    await client.call('CLUSTER', 'ADDSLOTSRANGE', bounds[part]!, bounds[part + 1]! - 1);
  for (const { port, busPort } of nodes.slice(1))
    await first.client.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
  await until(async () => (await known(nodes)).every((count) => count === nodes.length));
  const holder = sharing.findIndex((_, part) => slot >= bounds[part]! && slot < bounds[part + 1]!);
  const holderId = await sharing[holder]!.client.cluster('MYID');
  await until(async () => {
    const done = await follower.client.cluster('REPLICATE', holderId).catch(() => undefined);
    return done === 'OK';
  });
  const states = () => Promise.all(nodes.map(({ client }) => client.cluster('INFO')));
  await until(async () => (await states()).every((info) => info.includes('cluster_state:ok')));
  await until(async () => (await follower.client.info('replication')).includes('master_link_status:up'));

  const addresses = nodes.map(({ port }) => `redis://127.0.0.1:${port}`);
  return {
    url: addresses.join(),
    nodes: addresses,
    fail: async () => {
      await ended(sharing[holder]!);
      await until(async () => (await follower.client.info('replication')).includes('role:master'));
      await until(async () => (await follower.client.cluster('INFO')).includes('cluster_state:ok'));
    },
    stop: async () => {
      await Promise.all(nodes.map(ended));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function known(nodes: readonly Node[]): Promise<number[]> {
  return Promise.all(
    nodes.map(async ({ client }) => ((await client.cluster('NODES')) as string).trim().split('\n').length),
  );
}

async function startNode(folder: string): Promise<Node> {
  const [port, busPort] = [await freePort(), await freePort()];
  const options = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    'cluster-enabled': 'yes',
    'cluster-port': String(busPort),
    'cluster-config-file': `nodes-${port}.conf`,
    'cluster-node-timeout': NODE_TIMEOUT_MS,
    'cluster-announce-ip': '127.0.0.1',
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const process = spawn('redis-server', args, { stdio: 'ignore' });
  const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 100, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  await client.ping();
  return { port, busPort, process, client };
}

async function ended({ process, client }: Node): Promise<void> {
  client.disconnect();
  if (process.exitCode !== null || process.signalCode !== null) return;
  const gone = once(process, 'exit');
  process.kill('SIGKILL');
  await gone;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
