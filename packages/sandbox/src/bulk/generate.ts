import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLED_EXTRACTS } from '../extracts.js';
import { fictionalCompanies } from '../companies/fictional-companies.js';
import { FOUND_COMPANIES } from '../companies/found-companies.js';
import { PUBLISHED_FILES } from '../registers.js';
import { forcedFile } from './published-file.js';

/**
 * Returns the bundled files of the bulk registers by file name. They contain fictional companies
 * only and are reproducible.
 */
export function generateBulkFiles(): Map<string, Buffer> {
  return new Map(
    PUBLISHED_FILES.flatMap((published) => [
      ...published.bundle(fictionalCompanies(published.vocabulary)),
      [forcedFile(published), published.write(FOUND_COMPANIES)] as const,
    ]),
  );
}

// Run by `npm run generate -- bulk`. A test compares the committed files with the output.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, content] of generateBulkFiles()) fs.writeFileSync(path.join(BUNDLED_EXTRACTS, name), content);
}
