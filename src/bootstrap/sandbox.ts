import type { PostgresDataSource } from '../adapters/postgres/client/data-source.js';
import type { SandboxWatchClock } from '../adapters/postgres/watches/sandbox-clock.js';
import { BundledEditions } from '../adapters/registries/bulk/importing/bundled-editions.js';
import type { MirrorsOptions } from '../adapters/registries/bulk/mirrors/mirrors.js';
import type { RegistriesOptions } from '../adapters/registries/configured-registries.js';
import type { Config } from '../config.js';
import { REGISTERS } from '../registers/registers.js';
import { loadSandbox } from './load-sandbox.js';
import { exchangeWith, SANDBOX_ORIGIN } from './sandbox-exchange.js';

interface SandboxDependencies {
  config: Config;
  database: PostgresDataSource;
  databaseUrl: string;
  clock: SandboxWatchClock;
  /** Called after mirrored registers have published new files. */
  onPublished: () => Promise<void>;
  say: (line: string) => void;
}

/** The sandbox in place of the official registers, driven by the sandbox clock. */
interface OpenSandbox {
  registries: Partial<RegistriesOptions>;
  mirrors: Pick<MirrorsOptions, 'outcomeOf' | 'silentAbout'>;
  editions: BundledEditions;
}

export async function openSandbox(dependencies: SandboxDependencies): Promise<OpenSandbox> {
  const { config, clock, say, onPublished, database, databaseUrl } = dependencies;
  const sandbox = await loadSandbox();
  const now = () => clock.now();
  const registers = new sandbox.SandboxRegisters({ extractsDir: config.sandboxDir, log: say, now });
  const editions = new BundledEditions({
    registers: REGISTERS.inForce(config.jurisdictions),
    database,
    databaseUrl,
    extractsAt: (moment, scratch) => sandbox.extractsAt(moment, { folder: config.sandboxDir, scratch }),
    nextPublication: sandbox.nextPublication,
    onPublished,
    say,
  });
  await editions.publish(await now());
  return {
    registries: {
      sandboxOrigin: SANDBOX_ORIGIN,
      sandboxExchange: exchangeWith(registers),
      sandboxTime: now,
      sandboxHeadersAt: sandbox.headersAt,
      plays: (code) => registers.plays(code),
      sampleNames: (code) => registers.sampleNames(code),
      exempt: sandbox.isForced,
    },
    mirrors: {
      outcomeOf: sandbox.bulkOutcomes(),
      silentAbout: async (name) => sandbox.asksForBlind(name) && sandbox.sceneAt(await now()).blind,
    },
    editions,
  };
}
