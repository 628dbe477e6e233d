/** The blocks of shell commands on a page, in order. */
export function shellBlocks(page: string): string[] {
  return [...page.matchAll(/^```sh\n([\s\S]+?)^```/gm)].map(([, block = '']) => block);
}

/** The one block of shell commands in which these words are. */
export function shellBlock(page: string, words: string): string {
  const found = shellBlocks(page).filter((block) => block.includes(words));
  if (found.length !== 1) throw new Error(`${found.length} blocks have "${words}"`);
  return found[0]!;
}
