import { REGISTERS as TABLE } from '../src/registers/registers.js';
import { PostgresEvidenceStore } from '../src/adapters/postgres/entities/evidence-store.js';
import { createDataSource } from '../src/adapters/postgres/client/data-source.js';
import { Database } from '../src/adapters/postgres/client/database.js';
import { NoTracing } from '../src/adapters/in-process/left-out.js';
import { PrometheusMetrics } from '../src/adapters/prometheus/prometheus-metrics.js';
import { importBundled } from '../src/adapters/registries/bulk/importing/bundled.js';
import { Mirrors } from '../src/adapters/registries/bulk/mirrors/mirrors.js';
import { ConfiguredRegistries } from '../src/adapters/registries/configured-registries.js';
import { exchangeWith, SANDBOX_ORIGIN } from '../src/bootstrap/sandbox-exchange.js';
import { QueryRegistry } from '../src/core/verification/query-registry.js';
import { bulkExtracts } from '@standing/sandbox/bulk/files';
import { fictionalCompanies } from '@standing/sandbox/companies/fictional-companies';
import { isForced, SandboxRegisters } from '@standing/sandbox';
import { REGISTERS } from '@standing/sandbox/registers';
import type { Stage } from './stage.js';

/**
 * One register of each kind: a table portal, a map server, registers with an API of their own, a
 * file.
 */
const KINDS = [
  ['Socrata', 'us-co'],
  ['ArcGIS', 'us-dc'],
  ['Companies House', 'gb-eaw'],
  ['Brønnøysund', 'no-03'],
  ['ARES', 'cz-10'],
  ['Zefix', 'ch-zh'],
  ['a mirrored file', 'us-fl'],
] as const;
const NAMES = 40;
const TIMEOUT_MS = 30_000;
const log = { warn: () => undefined };

/**
 * Returns the megabytes that 1,000 retrievals take in Postgres without indexes, by kind of
 * register.
 */
export async function sizesByKind(stage: Stage): Promise<{ kind: string; megabytes: number }[]> {
  const url = await stage.migratedDatabase();
  const source = await createDataSource({ url, poolSize: 4 }).initialize();
  const db = new Database(source);
  await importBundled({
    registers: TABLE,
    database: source,
    databaseUrl: url,
    extracts: bulkExtracts(),
    say: () => undefined,
  });
  const mirrors = await Mirrors.open({
    registers: TABLE,
    database: source,
    realm: 'sandbox',
    timeoutMs: TIMEOUT_MS,
    log,
  });
  const registries = new ConfiguredRegistries({
    registers: TABLE,
    mode: 'sandbox',
    sandboxOrigin: SANDBOX_ORIGIN,
    sandboxExchange: exchangeWith(new SandboxRegisters()),
    exempt: isForced,
    urls: {},
    credentials: {},
    timeoutMs: TIMEOUT_MS,
    mirrors,
    log,
  });
  const store = new PostgresEvidenceStore(db, new PrometheusMetrics());
  const ask = new QueryRegistry(registries, new NoTracing(), { isKept: true });
  try {
    const sizes = [];
    for (const [kind, jurisdiction] of KINDS) {
      for (const tier of registries.offer(jurisdiction).tiers) {
        const names = namesOf(jurisdiction) ?? registries.sampleNames(jurisdiction) ?? [];
        await db.rows('truncate evidence, evidence_bodies cascade');
        for (const entityName of names) {
          const question = { kind: 'verification', jurisdiction, tier, entityName, recordNumber: undefined } as const;
          const { heard } = await ask.run({ ...question, claimedAt: new Date() }, AbortSignal.timeout(TIMEOUT_MS));
          if (heard) await store.keep(heard);
        }
        sizes.push({ kind: `${kind}, ${tier}`, megabytes: ((await storedBytes(db)) / names.length) * 0.001 });
      }
    }
    return sizes;
  } finally {
    await registries.close();
    await source.destroy();
  }
}

function namesOf(jurisdiction: string): string[] | undefined {
  const register = REGISTERS.find(({ code }) => code === jurisdiction);
  return (
    register &&
    fictionalCompanies(register.vocabulary)
      .slice(0, NAMES)
      .map(({ name }) => name)
  );
}

async function storedBytes(db: Database): Promise<number> {
  const row = await db.row<{ bytes: number }>(
    `select ((select sum(pg_column_size(e.*)) from evidence e) + (select sum(pg_column_size(x.*)) from evidence_exchanges x)
           + (select sum(pg_column_size(b.digest) + 60 + coalesce(octet_length(b.body), 0)) from evidence_bodies b))::float8 as bytes`,
  );
  return row?.bytes ?? 0;
}
