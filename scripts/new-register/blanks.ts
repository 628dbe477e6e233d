import fs from 'node:fs';
import path from 'node:path';

/**
 * Marks what the skeletons of a register leave to be filled in: behind it, in brackets, stands what
 * belongs there.
 */
const MARK = 'BLANK';
const BLANK = new RegExp(`${MARK}\\(([^)]+)\\)`, 'g');
const FOLDERS = ['src', 'test', 'docs'];

export function blank(what: string): string {
  return `${MARK}(${what})`;
}

/**
 * The blanks left in the sources below a folder, each with its places, as
 * `src/adapters/registries/us-wa.ts:9`.
 */
export function blanksIn(root: string): string[] {
  const files = FOLDERS.flatMap((folder) => filesBelow(root, folder)).filter((file) => /\.(ts|md)$/.test(file));
  const places = new Map<string, string[]>();
  for (const file of files) {
    const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n');
    for (const [at, line] of lines.entries()) {
      for (const [, what = ''] of line.matchAll(BLANK)) {
        places.set(what, [...(places.get(what) ?? []), `${file}:${at + 1}`]);
      }
    }
  }
  return [...places].map(([what, where]) => `${blank(what)} in ${[...new Set(where)].join(', ')}`);
}

function filesBelow(root: string, folder: string): string[] {
  const names = fs.readdirSync(path.join(root, folder), { recursive: true }) as string[];
  return names.map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/'))).toSorted();
}
