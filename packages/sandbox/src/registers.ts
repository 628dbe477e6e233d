import fs from 'node:fs';
import type { PublishedFile } from './bulk/published-file.js';
import type { PlayedRegister } from './dialect.js';

/** Exports of `played.ts` in a register's folder. */
interface Played {
  /** Registers with a query API: one, or several that share an extract. */
  registers?: readonly PlayedRegister[];
  published?: PublishedFile;
}

const folders = fs.readdirSync(new URL('./registers/', import.meta.url)).toSorted();
const played = await Promise.all(
  folders.map(async (folder) => (await import(`./registers/${folder}/played.js`)) as Played),
);

/** All simulated registers: a register is added by its folder alone. */
export const REGISTERS: readonly PlayedRegister[] = played.flatMap(({ registers }) => registers ?? []);
export const PUBLISHED_FILES: readonly PublishedFile[] = played.flatMap(({ published }) => published ?? []);
