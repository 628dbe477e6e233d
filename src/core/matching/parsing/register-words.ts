import type { RegisterWords, WordBand } from '../../registries/register-words.js';
import { expand } from './word-tables.js';

/** In how many of a register's names a word stands. */
export interface WordCount {
  /** Upper-case ASCII, as `splitWords` gives it. */
  word: string;
  names: number;
}

/**
 * The least share of a register's names that hold a word of this band; they follow the bands of the
 * bundled table.
 */
const SHARES = [
  ['very_common', 1 / 100],
  ['common', 1 / 400],
  ['known', 1 / 1500],
] as const;

/** Fewer names say little about which words are usual. */
const FEWEST_NAMES = 2_000;
/** What stands in two names may do so by chance. */
const FEWEST_BEARERS = 3;

/**
 * Counts below this change nothing, so they need not be read: what is left are a few thousand
 * words, however large the register.
 */
export function leastCount(registerNames: number): number {
  return Math.max(FEWEST_BEARERS, Math.ceil(registerNames / 1500));
}

/**
 * How common words are in the register's own names: they show which words identify a business
 * there. `undefined` for a register too small to show that; the bundled table replaces them then.
 */
export function registerWords(
  counts: readonly WordCount[],
  registerNames: number,
  country: string,
): RegisterWords | undefined {
  if (registerNames < FEWEST_NAMES) return undefined;
  const names = new Map<string, number>();
  for (const count of counts) {
    // `SVCS` and `SERVICES` are one word to the matcher.
    const word = expand(count.word, country);
    names.set(word, (names.get(word) ?? 0) + count.names);
  }
  const words = new Map<string, WordBand>();
  for (const [word, bearers] of names) {
    const band = SHARES.find(([, share]) => bearers >= Math.max(FEWEST_BEARERS, share * registerNames));
    if (band) words.set(word, band[0]);
  }
  return words;
}
