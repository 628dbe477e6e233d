import { REGISTERS } from '../../src/registers/registers.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { importBundled } from '../../src/adapters/registries/bulk/importing/bundled.js';
import type { Realm } from '../../src/adapters/registries/bulk/mirrors/editions.js';
import { Mirrors } from '../../src/adapters/registries/bulk/mirrors/mirrors.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { bulkExtracts } from '@standing/sandbox/bulk/files';
import { bulkOutcomes } from '@standing/sandbox';
import { createTestDatabase } from '../support/database.js';
import { MemoryLog } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

export const MIRRORED = ['us-fl', 'us-ia', 'us-va'];

export interface MirroredService {
  service: Service;
  mirrors: Mirrors;
  databaseUrl: string;
  source: PostgresDataSource;
  close: () => Promise<void>;
}

/**
 * Starts the service over mirrors; in the sandbox, over its bundled editions. No other register
 * answers.
 */
export async function startMirroredService(
  realm: Realm = 'sandbox',
  jurisdictions: readonly string[] = [],
): Promise<MirroredService> {
  const database = await createTestDatabase();
  const source = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
  const inSandbox = realm === 'sandbox';
  if (inSandbox) {
    const extracts = bulkExtracts();
    await importBundled({
      registers: REGISTERS.inForce(jurisdictions),
      database: source,
      databaseUrl: database.url,
      extracts,
      say: () => undefined,
    });
  }
  const log = new MemoryLog();
  const outcomeOf = inSandbox ? bulkOutcomes() : undefined;
  const mirrors = await Mirrors.open({
    registers: REGISTERS,
    database: source,
    realm,
    timeoutMs: 2_000,
    outcomeOf,
    log,
  });
  const unreached = { sandboxOrigin: 'http://127.0.0.1:9', urls: {}, credentials: {}, timeoutMs: 2_000 };
  const registries = new ConfiguredRegistries({ registers: REGISTERS, mode: realm, mirrors, ...unreached, log });
  const service = await startService({ registries, databaseUrl: database.url });
  const close = async () => {
    await service.close();
    await mirrors.close();
    await source.destroy();
    await database.drop();
  };
  return { service, mirrors, databaseUrl: database.url, source, close };
}
