import { createDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { importEdition } from '../../src/adapters/registries/bulk/importing/importer.js';
import { rowsTable, wordsTable } from '../../src/adapters/registries/bulk/mirrors/editions.js';
import { Mirrors } from '../../src/adapters/registries/bulk/mirrors/mirrors.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { AMONG_FIRST, type OpenFinder } from './finder.js';

export const CODE = 'us-fl';
const TIMEOUT_MS = 60_000;

/** Imports the file as the service does. */
export async function importAndOpen({ file, databaseUrl }: Parameters<OpenFinder>[0]) {
  const { edition } = await importEdition({
    databaseUrl,
    format: REGISTERS.format(CODE)!,
    realm: 'live',
    files: [file],
    fingerprint: 'bench',
  });
  const database = await createDataSource({ url: databaseUrl, poolSize: 4 }).initialize();
  const mirrors = await Mirrors.open({
    registers: REGISTERS,
    database,
    realm: 'live',
    timeoutMs: TIMEOUT_MS,
    log: { warn: (message) => console.error(message) },
  });
  return {
    mirrors,
    storedBytes: async () => {
      const [size] = await database.query<{ bytes: string }[]>(
        'select pg_total_relation_size($1::regclass) + pg_total_relation_size($2::regclass) as bytes',
        [rowsTable(edition), wordsTable(edition)],
      );
      return Number(size?.bytes);
    },
    close: async () => {
      await mirrors.close();
      await database.destroy();
    },
  };
}

export const openMirror: OpenFinder = async (source) => {
  const { mirrors, storedBytes, close } = await importAndOpen(source);
  const registry = mirrors.of(CODE)!;
  return {
    find: async (typed) => {
      const { records } = await registry.search(nameQuery(typed, CODE), AbortSignal.timeout(TIMEOUT_MS));
      return records.slice(0, AMONG_FIRST).map(({ name }) => name);
    },
    storedBytes,
    close,
  };
};
