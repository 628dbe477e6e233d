import fs from 'node:fs';
import type { PublishedFile } from './bulk/published-file.js';
import type { PlayedRegister } from './dialect.js';

/** What the `played.ts` of a register's folder exports. */
interface Played {
  /** The registers that answer questions: one, or several that share an extract. */
  registers?: readonly PlayedRegister[];
  /** Of a register that publishes a file. */
  published?: PublishedFile;
}

const folders = fs.readdirSync(new URL('./registers/', import.meta.url)).toSorted();
const played = await Promise.all(
  folders.map(async (folder) => (await import(`./registers/${folder}/played.js`)) as Played),
);

/** Every register that is played: each has a folder here, and no other place. */
export const REGISTERS: readonly PlayedRegister[] = played.flatMap(({ registers }) => registers ?? []);
export const PUBLISHED_FILES: readonly PublishedFile[] = played.flatMap(({ published }) => published ?? []);
