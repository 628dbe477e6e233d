import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { SandboxEditions } from '../../../../core/watches/ports.js';
import type { RegisterTable } from '../../register-table.js';
import { importBundled, type BundledExtract } from './bundled.js';

interface BundledEditionsOptions {
  registers: RegisterTable;
  database: DataSource;
  databaseUrl: string;
  /**
   * The files of every register at a moment of the sandbox's clock. Files that must be written
   * first go to `scratch`.
   */
  extractsAt: (moment: Date, scratch: string) => readonly BundledExtract[];
  /** Returns the first time after `moment` when one of these registers has other files. */
  nextPublication: (moment: Date, codes: readonly string[]) => Date | undefined;
  onPublished: () => Promise<void>;
  say: (line: string) => void;
}

/** Imports the bundled files of the sandbox as they change with its clock. */
export class BundledEditions extends SandboxEditions {
  constructor(private readonly options: BundledEditionsOptions) {
    super();
  }

  async nextAfter(moment: Date): Promise<Date | undefined> {
    const { database, nextPublication } = this.options;
    const watched = await database.query<{ jurisdiction: string }[]>(
      `select m.jurisdiction from mirror_editions m
        where m.state = 'current' and m.realm = 'sandbox' and exists (
          select from watches w where w.jurisdiction = m.jurisdiction and w.edition is not null and w.status = 'active')`,
    );
    return nextPublication(
      moment,
      watched.map(({ jurisdiction }) => jurisdiction),
    );
  }

  async publish(moment: Date): Promise<void> {
    const { registers, database, databaseUrl, extractsAt, onPublished, say } = this.options;
    const scratch = await mkdtemp(join(tmpdir(), 'standing-editions-'));
    try {
      const extracts = extractsAt(moment, scratch);
      const imported = await importBundled({
        registers,
        database,
        databaseUrl,
        extracts,
        asOf: moment.toISOString().slice(0, 10),
        say,
      });
      if (imported > 0) await onPublished();
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }
}
