import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { BUNDLED_EXTRACTS } from '../extracts.js';
import { PUBLISHED_FILES } from '../registers.js';
import { forcedFile } from './published-file.js';

export interface BulkExtract {
  code: string;
  /** The extract, and the file of records for the forced names. */
  files: string[];
  /** Changes when a file changes. */
  fingerprint: string;
}

/**
 * Lists the extracts in the folder for registers that are imported rather than queried; the bundled
 * folder by default.
 */
export function bulkExtracts(folder: string = BUNDLED_EXTRACTS): BulkExtract[] {
  const present = fs.readdirSync(folder).toSorted();
  return PUBLISHED_FILES.flatMap((published) => {
    const { code, names } = published;
    const found = names.map((name) => present.filter((file) => name.test(file))).find((files) => files.length > 0);
    if (!found) return [];
    const files = [...found.map((file) => path.join(folder, file)), path.join(BUNDLED_EXTRACTS, forcedFile(published))];
    return [{ code, files, fingerprint: fingerprint(files) }];
  });
}

function fingerprint(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = fs.statSync(file);
    hash.update(`${file}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}
