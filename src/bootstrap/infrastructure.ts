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

/**
 * Everything started before the application is composed. The factories of the adapters inject it.
 */
export abstract class Infrastructure {
  abstract readonly config: Config;
  abstract readonly version: string;
  abstract readonly migrationsDir: string;
  abstract readonly dataSource: PostgresDataSource;
  /** Serves lists, histories and exports; without it, the primary does. */
  abstract readonly replica?: ReadReplica | undefined;
  /** For rate limits and readiness; without it, limits count in this process only. */
  abstract readonly redis?: RedisConnection | undefined;
  /** Shared by all processes of this installation, and unique to it. */
  abstract readonly installation: string;
  abstract readonly registries: Registries;
  abstract readonly log: Log;
  abstract readonly metrics: Metrics;
  abstract readonly tracing: Tracing;
  /** In sandbox mode, the clock that also drives the registers of this process. */
  abstract readonly sandboxClock?: SandboxWatchClock | undefined;
  /** In sandbox mode, the editions of its mirrored registers; none by default. */
  abstract readonly sandboxEditions?: SandboxEditions | undefined;
  abstract readonly say: (line: string) => void;
}

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
