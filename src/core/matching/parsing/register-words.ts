import type { RegisterWords, WordBand } from '../../registries/register-words.js';
import { expand } from './word-tables.js';

/** The number of a register's names with a word. */
export interface WordCount {
  /** Upper-case ASCII, as returned by `splitWords`. */
  word: string;
  names: number;
}

/**
 * Minimum share of a register's names with a word of this band, matching the bands of the bundled
 * table.
 */
const SHARES = [
  ['very_common', 1 / 100],
  ['common', 1 / 400],
  ['known', 1 / 1500],
] as const;

/** Fewer names say little about which words are usual. */
const FEWEST_NAMES = 2_000;
/** A word in two names may be there by chance. */
const FEWEST_BEARERS = 3;

/**
 * Returns the count below which a word changes nothing, so that it need not be read: a few thousand
 * words remain, however large the register.
 */
export function leastCount(registerNames: number): number {
  return Math.max(FEWEST_BEARERS, Math.ceil(registerNames / 1500));
}

/**
 * Ranks words by their frequency in the register's own names, which shows which words identify a
 * business there. `undefined` for a register too small for that; the bundled table is used instead.
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
