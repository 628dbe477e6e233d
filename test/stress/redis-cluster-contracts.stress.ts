import { randomUUID } from 'node:crypto';
import Queue from 'bull';
import { BullJobs } from '../../src/adapters/bull/jobs.js';
import { SystemClock } from '../../src/adapters/in-process/clock.js';
import { InProcessRateLimits } from '../../src/adapters/in-process/rate-limits.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { ClusterClients } from '../../src/adapters/redis/cluster-clients.js';
import { connectRedis, keyPrefix, settled, type RedisConnection } from '../../src/adapters/redis/connection.js';
import { RedisRateLimits } from '../../src/adapters/redis/rate-limits.js';
import { byKind, type JobEntry, type JobKind } from '../../src/core/ports.js';
import { MemoryLog } from '../support/fakes.js';
import { describeWithRedisCluster, startRedisCluster, type RedisCluster } from '../support/redis-cluster.js';
import { explore, itKeepsThePromisesOfJobs } from '../jobs/jobs.suite.js';
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

  describe('limits counted there', () => {
    itKeepsThePromisesOfRateLimits(() => {
      const local = new InProcessRateLimits(new SystemClock());
      return new RedisRateLimits(connection, prefix, local, new PrometheusMetrics());
    });
  });

  describe('jobs on Bull', () => {
    itKeepsThePromisesOfJobs(async (log) => {
      const queue = (kind: JobKind) =>
        new Queue<JobEntry>(kind, { createClient: clients.open, prefix: `${prefix}:${randomUUID()}` });
      const queues = byKind(queue);
      // What is entered waits half a second for a connection, which a busy machine may take longer to make.
      await Promise.all(Object.values(queues).map((each) => each.isReady()));
      const jobs = new BullJobs(queues, log, new PrometheusMetrics());
      return {
        jobs,
        start: async (processors) => {
          if (new Set(processors.map(({ kind }) => kind)).size === processors.length) explore(queues, processors);
          await jobs.start(processors);
        },
      };
    });
  });
});
