import { randomUUID } from 'node:crypto';
import Queue from 'bull';
import { BullTasks } from '../../src/adapters/bull/tasks.js';
import { SystemClock } from '../../src/adapters/in-process/clock.js';
import { InProcessRateLimits } from '../../src/adapters/in-process/rate-limits.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { ClusterClients } from '../../src/adapters/redis/cluster-clients.js';
import { connectRedis, keyPrefix, settled, type RedisConnection } from '../../src/adapters/redis/connection.js';
import { RedisRateLimits } from '../../src/adapters/redis/rate-limits.js';
import { byKind, type Task, type TaskKind } from '../../src/core/tasks/ports.js';
import { MemoryLog } from '../support/fakes.js';
import { describeWithRedisCluster, startRedisCluster, type RedisCluster } from '../support/redis-cluster.js';
import { explore, itKeepsThePromisesOfTasks } from '../tasks/tasks.suite.js';
import { itKeepsThePromisesOfRateLimits } from '../rate-limits/rate-limits.suite.js';

describeWithRedisCluster('a Redis Cluster', () => {
  let cluster: RedisCluster;
  let clients: ClusterClients;
  let connection: RedisConnection;
  let prefix: string;
  beforeAll(async () => {
    const installation = randomUUID();
    cluster = await startRedisCluster(keyPrefix(installation, { nodes: [], cluster: true }));
    const server = { nodes: cluster.nodes, cluster: true };
    prefix = keyPrefix(installation, server);
    clients = new ClusterClients(cluster.nodes);
    connection = connectRedis(server, new MemoryLog());
    await settled(connection);
  });
  afterAll(async () => {
    connection.disconnect();
    clients.onApplicationShutdown();
    await cluster.stop();
  });

  describe('rate limits', () => {
    itKeepsThePromisesOfRateLimits(() => {
      const local = new InProcessRateLimits(new SystemClock());
      return new RedisRateLimits(connection, prefix, local, new PrometheusMetrics());
    });
  });

  describe('tasks on Bull', () => {
    itKeepsThePromisesOfTasks(async (log) => {
      const queue = (kind: TaskKind) =>
        new Queue<Task>(kind, { createClient: clients.open, prefix: `${prefix}:${randomUUID()}` });
      const queues = byKind(queue);
      // Enqueueing waits half a second for a connection, and a busy machine may take longer to
      // connect.
      await Promise.all(Object.values(queues).map((each) => each.isReady()));
      const tasks = new BullTasks(queues, log, new PrometheusMetrics());
      return {
        tasks,
        start: async (processors) => {
          if (new Set(processors.map(({ kind }) => kind)).size === processors.length) explore(queues, processors);
          await tasks.start(processors);
        },
      };
    });
  });
});
