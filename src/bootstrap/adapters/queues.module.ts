import { BullModule, getQueueToken } from '@nestjs/bull';
import { Global, Module } from '@nestjs/common';
import type { Queue } from 'bull';
import { BullTasks } from '../../adapters/bull/tasks.js';
import { InProcessTasks } from '../../adapters/in-process/tasks.js';
import { ClusterClients } from '../../adapters/redis/cluster-clients.js';
import { keyPrefix } from '../../adapters/redis/connection.js';
import { TASK_KINDS, Tasks, type TaskKind } from '../../core/tasks/ports.js';
import { Infrastructure } from '../infrastructure.js';
import { configured, factory, ports } from './provide.js';

// Postgres decides who works on a row. These settings only control how soon Bull hands out the task
// of a dead worker again.
const BULL_SETTINGS = { lockDuration: 10_000, lockRenewTime: 3_000, stalledInterval: 5_000, maxStalledCount: 2 };

@Global()
@Module(ports(factory(Tasks, ({ log }) => new InProcessTasks(log), Infrastructure)))
export class InProcessQueuesModule {}

/** Queues shared by all processes: Bull over Redis. */
@Global()
@Module({
  imports: [
    BullModule.forRootAsync({ useFactory: bullOptions, inject: [Infrastructure, ClusterClients] }),
    BullModule.registerQueue(...TASK_KINDS.map((name) => ({ name }))),
  ],
  ...ports(
    factory(ClusterClients, ({ config }) => new ClusterClients(serverOf(config).nodes), Infrastructure),
    {
      provide: Tasks,
      useFactory: ({ log, metrics }: Infrastructure, ...queues: Queue[]) =>
        new BullTasks(byKindOf(queues), log, metrics),
      inject: [Infrastructure, ...TASK_KINDS.map((kind) => getQueueToken(kind))],
    },
  ),
})
export class BullQueuesModule {}

function bullOptions({ config, installation }: Infrastructure, clients: ClusterClients) {
  const redis = serverOf(config);
  return {
    ...(redis.cluster ? { createClient: clients.open } : { url: redis.nodes[0] }),
    prefix: keyPrefix(installation, redis),
    settings: BULL_SETTINGS,
  };
}

function serverOf({ redis }: Infrastructure['config']) {
  return configured(redis, 'REDIS_URL');
}

function byKindOf(queues: readonly Queue[]): Record<TaskKind, Queue> {
  return Object.fromEntries(queues.map((queue) => [queue.name, queue])) as Record<TaskKind, Queue>;
}
