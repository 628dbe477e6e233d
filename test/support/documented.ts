import { readFileSync } from 'node:fs';

export function shellBlocks(page: string): string[] {
  return [...page.matchAll(/^```sh\n([\s\S]+?)^```/gm)].map(([, block = '']) => block);
}

/**
 * Returns the only block of shell commands that contains these words; throws if there is not
 * exactly one.
 */
export function shellBlock(page: string, words: string): string {
  const found = shellBlocks(page).filter((block) => block.includes(words));
  if (found.length !== 1) throw new Error(`${found.length} blocks have "${words}"`);
  return found[0]!;
}

/** The commands of the README that try the service in containers. */
export const TRIAL = shellBlock(readFileSync('README.md', 'utf8'), 'docker compose up');
