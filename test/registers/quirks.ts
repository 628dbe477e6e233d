import fs from 'node:fs';
import type { Quirks } from '../sandbox/quirks/playing.js';

/** The exports of `quirks.ts` in a register's folder. */
interface QuirksFile {
  /** One of `doc`, `seen` or `ours`, as docs/internals/registers.md defines them. */
  KNOWN_FROM: string;
  QUIRKS: Quirks[string];
}

const files = fs.readdirSync(new URL('./', import.meta.url), { recursive: true, encoding: 'utf8' });

/** By folder, the quirks asserted of the register that the sandbox plays. */
export const FOUND_QUIRKS = await Promise.all(
  files
    .filter((file) => file.endsWith('/quirks.ts'))
    .toSorted()
    .map(async (file) => {
      const { KNOWN_FROM, QUIRKS } = (await import(`./${file.replace(/ts$/, 'js')}`)) as QuirksFile;
      return { folder: file.replace('/quirks.ts', ''), knownFrom: KNOWN_FROM, quirks: QUIRKS };
    }),
);
