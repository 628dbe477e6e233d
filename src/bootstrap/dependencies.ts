import type { PostgresDataSource } from '../adapters/postgres/client/data-source.js';
import type { ReadReplica } from '../adapters/postgres/client/read-replica.js';
import type { SandboxWatchClock } from '../adapters/postgres/watches/sandbox-clock.js';
import type { Config } from '../config.js';
import type { Metrics } from '../core/metrics/ports.js';
import type { Log } from '../core/ports.js';
import type { Registries } from '../core/registries/ports.js';
import type { SandboxEditions } from '../core/watches/ports.js';
import type { Tracing } from '../core/tracing/ports.js';

/** What has to be running before the application can be put together. */
export interface AppDependencies {
  config: Config;
  version: string;
  migrationsDir: string;
  dataSource: PostgresDataSource;
  /** Where lists, histories and exports are read; unset: on the primary, as everything else. */
  replica?: ReadReplica | undefined;
  /** The same for every process of this installation, and for no other. */
  installation: string;
  registries: Registries;
  log: Log;
  metrics: Metrics;
  tracing: Tracing;
  /** In sandbox mode, the clock by which the registers of this process go too. */
  sandboxClock?: SandboxWatchClock | undefined;
  /** In sandbox mode, what its mirrored registers publish; nothing when left out. */
  sandboxEditions?: SandboxEditions | undefined;
  /** Prints a line for the person at the console. */
  say: (line: string) => void;
}
