import { Module, type DynamicModule } from '@nestjs/common';
import type { PostgresDataSource } from '../adapters/postgres/client/data-source.js';
import type { ReadReplica } from '../adapters/postgres/client/read-replica.js';
import type { SandboxWatchClock } from '../adapters/postgres/watches/sandbox-clock.js';
import type { RedisConnection } from '../adapters/redis/connection.js';
import type { Config } from '../config.js';
import type { Metrics } from '../core/metrics/ports.js';
import type { Log } from '../core/ports.js';
import type { Registries } from '../core/registries/ports.js';
import type { SandboxEditions } from '../core/watches/ports.js';
import type { Tracing } from '../core/tracing/ports.js';

/** What runs before the application is put together. The factories of the adapters inject it. */
export abstract class Infrastructure {
  abstract readonly config: Config;
  abstract readonly version: string;
  abstract readonly migrationsDir: string;
  abstract readonly dataSource: PostgresDataSource;
  /** Where lists, histories and exports are read; unset: on the primary, as everything else. */
  abstract readonly replica?: ReadReplica | undefined;
  /** For rate limits and readiness; unset: this process counts alone. */
  abstract readonly redis?: RedisConnection | undefined;
  /** The same for every process of this installation, and for no other. */
  abstract readonly installation: string;
  abstract readonly registries: Registries;
  abstract readonly log: Log;
  abstract readonly metrics: Metrics;
  abstract readonly tracing: Tracing;
  /** In sandbox mode, the clock by which the registers of this process go too. */
  abstract readonly sandboxClock?: SandboxWatchClock | undefined;
  /** In sandbox mode, what its mirrored registers publish; nothing when left out. */
  abstract readonly sandboxEditions?: SandboxEditions | undefined;
  /** Prints a line for the person at the console. */
  abstract readonly say: (line: string) => void;
}

/** What was started before the application, seen by the modules of the adapters. */
@Module({})
export class InfrastructureModule {
  static forRoot(infrastructure: Infrastructure): DynamicModule {
    return {
      module: InfrastructureModule,
      global: true,
      providers: [{ provide: Infrastructure, useValue: infrastructure }],
      exports: [Infrastructure],
    };
  }
}
