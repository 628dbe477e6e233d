import fs from 'node:fs';
import type { Quirks } from '../sandbox/quirks/playing.js';

/** What the `quirks.ts` of a register's folder exports. */
interface QuirksFile {
  /** `doc`, `seen` or `ours`, as docs/internals/registers.md says it. */
  KNOWN_FROM: string;
  QUIRKS: Quirks[string];
}

const files = fs.readdirSync(new URL('./', import.meta.url), { recursive: true, encoding: 'utf8' });

/** By folder, what is asserted of the register that the sandbox plays. */
export const FOUND_QUIRKS = await Promise.all(
  files
    .filter((file) => file.endsWith('/quirks.ts'))
    .toSorted()
    .map(async (file) => {
      const { KNOWN_FROM, QUIRKS } = (await import(`./${file.replace(/ts$/, 'js')}`)) as QuirksFile;
      return { folder: file.replace('/quirks.ts', ''), knownFrom: KNOWN_FROM, quirks: QUIRKS };
    }),
);
