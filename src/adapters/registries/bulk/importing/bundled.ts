import type { DataSource } from 'typeorm';
import { currentEditions } from '../mirrors/editions.js';
import type { RegisterTable } from '../../register-table.js';
import { importEdition } from './importer.js';

export interface BundledExtract {
  code: string;
  files: readonly string[];
  fingerprint: string;
  /** Writes those files that do not exist yet. */
  write?: () => void;
}

interface BundledOptions {
  registers: RegisterTable;
  database: DataSource;
  databaseUrl: string;
  extracts: readonly BundledExtract[];
  /** `YYYY-MM-DD`, the date of the editions. Default: today. */
  asOf?: string;
  say: (line: string) => void;
}

/**
 * Imports the editions that the sandbox lacks. If a file cannot be read, reports why and leaves its
 * register without an edition. Returns how many were missing.
 */
export async function importBundled(options: BundledOptions): Promise<number> {
  const { registers, database, databaseUrl, extracts, asOf, say } = options;
  const current = await currentEditions(database, 'sandbox');
  const known = new Map(current.map(({ jurisdiction, fingerprint }) => [jurisdiction, fingerprint]));
  const date = asOf ?? new Date().toISOString().slice(0, 10);
  const missing = extracts.filter(
    ({ code, fingerprint }) => registers.format(code) !== undefined && known.get(code) !== fingerprint,
  );
  await Promise.all(
    missing.map(async ({ code, files, fingerprint, write }) => {
      const format = registers.format(code);
      if (!format) return;
      try {
        write?.();
        await importEdition({ databaseUrl, format, realm: 'sandbox', files, fingerprint, asOf: date });
      } catch (error) {
        say(`the sandbox has no ${code}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }),
  );
  return missing.length;
}
