import { indexedName } from '../../src/adapters/registries/bulk/mirrors/name-words.js';
import { registerWords } from '../../src/core/matching/parsing/register-words.js';
import type { RegisterWords } from '../../src/core/registries/register-words.js';
import type { LabelledPair } from './labelled-pairs.js';

/**
 * Counts how common words are in these names, as the import of a mirror does; `undefined` if there
 * are too few names.
 */
export function wordsOfNames(names: Iterable<string>, country: string): RegisterWords | undefined {
  const unique = new Set<string>();
  for (const name of names) unique.add(name.toUpperCase());
  const counts = new Map<string, number>();
  for (const name of unique) {
    for (const word of indexedName(name, country).words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return registerWords(
    [...counts].map(([word, count]) => ({ word, names: count })),
    unique.size,
    country,
  );
}

/**
 * Returns the words of the register that a pair comes from, counted in the names of the file
 * without their labels. Sources that begin with the same word (`im-register`, `im-siblings`) are
 * one register.
 */
export function wordsBySource(pairs: readonly LabelledPair[]): (pair: LabelledPair) => RegisterWords | undefined {
  const names = new Map<string, string[]>();
  for (const pair of pairs) {
    const known = names.get(registerOf(pair)) ?? [];
    known.push(pair.nameA, pair.nameB);
    names.set(registerOf(pair), known);
  }
  const words = new Map([...names].map(([register, known]) => [register, wordsOfNames(known, register)]));
  return (pair) => words.get(registerOf(pair));
}

function registerOf({ source }: LabelledPair): string {
  return source.split('-')[0] ?? '';
}
