import { distance } from 'fastest-levenshtein';

/**
 * Common similarity measures, to see what the matcher adds. Each returns a similarity from 0 to 1.
 */
export const BASELINES: readonly { name: string; similarity: (a: string, b: string) => number }[] = [
  { name: 'Levenshtein', similarity: (a, b) => 1 - distance(a, b) / Math.max(a.length, b.length, 1) },
  { name: 'Jaro-Winkler', similarity: jaroWinkler },
  { name: 'Trigrams', similarity: trigrams },
];

const PREFIX_WEIGHT = 0.1;
const MAX_PREFIX = 4;

export function jaroWinkler(a: string, b: string): number {
  const jaro = jaroSimilarity(a, b);
  let prefix = 0;
  while (prefix < MAX_PREFIX && prefix < Math.min(a.length, b.length) && a[prefix] === b[prefix]) prefix++;
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro);
}

function jaroSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const takenB = Array.from({ length: b.length }, () => false);
  const matchedA: string[] = [];
  for (let i = 0; i < a.length; i++) {
    for (let j = Math.max(0, i - reach); j < Math.min(b.length, i + reach + 1); j++) {
      if (takenB[j] || a[i] !== b[j]) continue;
      takenB[j] = true;
      matchedA.push(a[i] ?? '');
      break;
    }
  }
  if (matchedA.length === 0) return 0;
  const matchedB = [...b].filter((_, j) => takenB[j]);
  const exchanged = matchedA.filter((letter, at) => letter !== matchedB[at]).length / 2;
  const matched = matchedA.length;
  return (matched / a.length + matched / b.length + (matched - exchanged) / matched) / 3;
}

/** Jaccard similarity of the padded trigrams of each word, as Postgres' pg_trgm measures it. */
export function trigrams(a: string, b: string): number {
  const [piecesA, piecesB] = [pieces(a), pieces(b)];
  const shared = [...piecesA].filter((piece) => piecesB.has(piece)).length;
  const all = piecesA.size + piecesB.size - shared;
  return all === 0 ? 0 : shared / all;
}

function pieces(text: string): Set<string> {
  const found = new Set<string>();
  for (const word of text.split(' ')) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3));
  }
  return found;
}
