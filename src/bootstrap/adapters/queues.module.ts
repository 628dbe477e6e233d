import { BullModule, getQueueToken } from '@nestjs/bull';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Queue } from 'bull';
import { BullJobs } from '../../adapters/bull/jobs.js';
import { InProcessJobs } from '../../adapters/in-process/jobs.js';
import { ClusterClients } from '../../adapters/redis/cluster-clients.js';
import { keyPrefix } from '../../adapters/redis/connection.js';
import { JOB_KINDS, Jobs, type JobKind } from '../../core/ports.js';
import type { AppDependencies } from '../dependencies.js';
import { portsModule } from './provide.js';

// Who works on a row is settled in Postgres; these only say how soon an entry that died with its
// worker is handed out again.
const BULL_SETTINGS = { lockDuration: 10_000, lockRenewTime: 3_000, stalledInterval: 5_000, maxStalledCount: 2 };

/** The job queues: Bull over Redis, or this process alone. */
@Module({})
export class QueuesModule {
  static forRoot({ config: { redis }, installation, log, metrics }: AppDependencies): DynamicModule {
    if (!redis) return portsModule(QueuesModule, [{ provide: Jobs, useValue: new InProcessJobs(log) }]);
    const clients = redis.cluster ? new ClusterClients(redis.nodes) : undefined;
    const jobs = {
      provide: Jobs,
      useFactory: (...queues: Queue[]) => new BullJobs(byKindOf(queues), log, metrics),
      inject: JOB_KINDS.map((kind) => getQueueToken(kind)),
    };
    return portsModule(
      QueuesModule,
      [jobs, ...(clients ? [{ provide: ClusterClients, useValue: clients }] : [])],
      [
        BullModule.forRoot({
          ...(clients ? { createClient: clients.open } : { url: redis.nodes[0] }),
          prefix: keyPrefix(installation, redis),
          settings: BULL_SETTINGS,
        }),
        BullModule.registerQueue(...JOB_KINDS.map((name) => ({ name }))),
      ],
    );
  }
}

function byKindOf(queues: readonly Queue[]): Record<JobKind, Queue> {
  return Object.fromEntries(queues.map((queue) => [queue.name, queue])) as Record<JobKind, Queue>;
}
