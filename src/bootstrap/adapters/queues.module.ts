import { BullModule, getQueueToken } from '@nestjs/bull';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Queue } from 'bull';
import { BullJobs } from '../../adapters/bull/jobs.js';
import { InProcessJobs } from '../../adapters/in-process/jobs.js';
import { JOB_KINDS, Jobs } from '../../core/ports.js';
import type { AppDependencies } from '../dependencies.js';
import { portsModule } from './provide.js';

// Who works on a row is settled in Postgres; these only say how soon an entry that died with its worker is handed out again.
const BULL_SETTINGS = { lockDuration: 10_000, lockRenewTime: 3_000, stalledInterval: 5_000, maxStalledCount: 2 };

/** The job queues: Bull over Redis, or this process alone. */
@Module({})
export class QueuesModule {
  static forRoot({ config: { redisUrl }, installation, log, metrics }: AppDependencies): DynamicModule {
    if (!redisUrl) return portsModule(QueuesModule, [{ provide: Jobs, useValue: new InProcessJobs(log) }]);
    const jobs = {
      provide: Jobs,
      useFactory: (retrieval: Queue, delivery: Queue) => new BullJobs({ retrieval, delivery }, log, metrics),
      inject: [getQueueToken('retrieval'), getQueueToken('delivery')],
    };
    return portsModule(
      QueuesModule,
      [jobs],
      [
        BullModule.forRoot({ url: redisUrl, prefix: `standing:${installation}`, settings: BULL_SETTINGS }),
        BullModule.registerQueue(...JOB_KINDS.map((name) => ({ name }))),
      ],
    );
  }
}
