import type { Cluster } from 'ioredis';
import { connectCluster } from './connection.js';

/**
 * Bull's connections to a Redis Cluster. Bull closes the connections it opens to a single server,
 * but not these.
 */
export class ClusterClients {
  private readonly opened: Cluster[] = [];

  constructor(private readonly nodes: readonly string[]) {}

  /**
   * A connection that blocks for tasks or subscribes waits without limit, and must not send
   * anything else first.
   */
  readonly open = (type: 'client' | 'subscriber' | 'bclient'): Cluster => {
    const waits = type === 'client' ? {} : { enableReadyCheck: false, maxRetriesPerRequest: null };
    const cluster = connectCluster(this.nodes, { connectTimeout: 2_000, ...waits });
    this.opened.push(cluster);
    return cluster;
  };

  /** Runs after the queues have closed. */
  onApplicationShutdown(): void {
    for (const cluster of this.opened) cluster.disconnect();
  }
}
