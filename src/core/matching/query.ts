import type { NameQuery } from '../registries/ports.js';
import { decide } from './decide.js';
import { readName } from './normalise.js';
import { wordWeight } from './tokens.js';

/** A word that weighs less finds half the register. */
const DISTINCTIVE_WEIGHT = 0.5;

/** What is asked of a register for a name; the adapter turns it into the register's own query language. */
export function nameQuery(asked: string, jurisdiction: string): NameQuery {
  const { raw, words } = readName(asked, jurisdiction);
  return {
    typed: raw,
    words,
    distinctive: distinctiveWords(words),
    satisfiedBy(records) {
      const decision = decide(asked, jurisdiction, records);
      return decision.kind === 'match' && (decision.match.method === 'exact' || decision.match.method === 'normalised');
    },
  };
}

/** The rarer words, rarest and longest first; when all are common, the least common of them. */
function distinctiveWords(words: readonly string[]): string[] {
  const unique = [...new Set(words)];
  const ranked = unique.toSorted((a, b) => telling(b) - telling(a) || b.length - a.length);
  const telltale = ranked.filter((word) => telling(word) > DISTINCTIVE_WEIGHT);
  return telltale.length > 0 ? telltale : ranked.slice(0, 2);
}

/** One and two letters and bare numbers are found everywhere, however rare they are as names. */
function telling(word: string): number {
  return word.length < 3 || /^\d+$/.test(word) ? Math.min(wordWeight(word), DISTINCTIVE_WEIGHT / 2) : wordWeight(word);
}
