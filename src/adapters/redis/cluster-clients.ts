import type { Cluster } from 'ioredis';
import { connectCluster } from './connection.js';

/**
 * Bull's connections to a Redis Cluster. It opens connections to one server by itself, and closes
 * those; these it leaves open.
 */
export class ClusterClients {
  private readonly opened: Cluster[] = [];

  constructor(private readonly nodes: readonly string[]) {}

  /**
   * One that waits for tasks or listens waits as long as it takes, and must not be asked anything
   * else before.
   */
  readonly open = (type: 'client' | 'subscriber' | 'bclient'): Cluster => {
    const waits = type === 'client' ? {} : { enableReadyCheck: false, maxRetriesPerRequest: null };
    const cluster = connectCluster(this.nodes, { connectTimeout: 2_000, ...waits });
    this.opened.push(cluster);
    return cluster;
  };

  /** After the queues. */
  onApplicationShutdown(): void {
    for (const cluster of this.opened) cluster.disconnect();
  }
}
