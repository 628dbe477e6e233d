import type { DataSource } from 'typeorm';
import { currentEditions } from '../mirrors/editions.js';
import { bulkFormat } from '../formats/formats.js';
import { importEdition } from './importer.js';

export interface BundledExtract {
  code: string;
  files: readonly string[];
  fingerprint: string;
}

interface BundledOptions {
  database: DataSource;
  databaseUrl: string;
  extracts: readonly BundledExtract[];
  say: (line: string) => void;
}

/** Gives the sandbox its editions, unless it has them; a file that cannot be read leaves its register without one, and says why. */
export async function importBundled({ database, databaseUrl, extracts, say }: BundledOptions): Promise<void> {
  const current = await currentEditions(database, 'sandbox');
  const known = new Map(current.map(({ jurisdiction, fingerprint }) => [jurisdiction, fingerprint]));
  const today = new Date().toISOString().slice(0, 10);
  await Promise.all(
    extracts.map(async ({ code, files, fingerprint }) => {
      const format = bulkFormat(code);
      if (!format || known.get(code) === fingerprint) return;
      try {
        await importEdition({ databaseUrl, format, realm: 'sandbox', files, fingerprint, asOf: today });
      } catch (error) {
        say(`the sandbox has no ${code}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }),
  );
}
