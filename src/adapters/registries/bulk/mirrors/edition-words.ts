import { leastCount, registerWords, type WordCount } from '../../../../core/matching/parsing/register-words.js';
import type { RegisterWords } from '../../../../core/registries/register-words.js';
import { wordsTable, type Edition } from './editions.js';
import type { Statements } from './statements.js';

/**
 * Reads how common words are in an edition's names: at most a few thousand words, however large it
 * is.
 */
export async function editionWords(
  statements: Statements,
  { edition, jurisdiction, names }: Edition,
): Promise<RegisterWords | undefined> {
  if (names === undefined) return undefined;
  const counts = await statements.planned<WordCount>(
    `select word, names from ${wordsTable(edition)} where names >= $1`,
    [leastCount(names)],
  );
  return registerWords(counts, names, jurisdiction.slice(0, 2));
}
