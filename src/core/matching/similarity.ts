import type { Token } from './tokens.js';

/** The same word in singular and plural. */
const PLURAL = 0.92;
/** A short spelling that is no entry of the tables: `PRECSN` for `PRECISION`. */
const ABBREVIATION = 0.85;
const MIN_ABBREVIATION = 3;
/** Letters per tolerated slip: one in four, two in eight. */
const LETTERS_PER_SLIP = 4;
/** What the first and any further slip cost, and one that changes the first letter. */
const SLIP_COST = 0.55;
const FIRST_LETTER_COST = 0.06;

/** How likely two tokens are the same word, 0 to 1. Numbers, letters and places are the same or not. */
export function tokenSimilarity(a: Token, b: Token): number {
  if (a.text === b.text || a.second === b.text || a.text === b.second) return 1;
  if (a.kind !== 'word' || b.kind !== 'word') return 0;
  return wordSimilarity(a.text, b.text);
}

export function wordSimilarity(a: string, b: string): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (isPlural(short, long)) return PLURAL;
  if (isAbbreviation(short, long)) return ABBREVIATION;
  const tolerated = Math.floor(long.length / LETTERS_PER_SLIP);
  if (tolerated === 0 || long.length - short.length > tolerated) return 0;
  const slips = editDistance(short, long, tolerated);
  if (slips > tolerated) return 0;
  const cost = (slips * SLIP_COST) / Math.sqrt(long.length);
  return Math.max(0, 1 - cost - (short[0] === long[0] ? 0 : FIRST_LETTER_COST));
}

function isPlural(short: string, long: string): boolean {
  if (short.length < 3) return false;
  if (long === `${short}S` || long === `${short}ES`) return true;
  return short.endsWith('Y') && long === `${short.slice(0, -1)}IES`;
}

/** The letters of the short one in their order within the long one, from the same first letter, without being most of it. */
function isAbbreviation(short: string, long: string): boolean {
  if (short.length < MIN_ABBREVIATION || long.length < short.length + 2 || short[0] !== long[0]) return false;
  if (long.startsWith(short)) return short.length >= 4;
  let at = 0;
  for (const letter of long) {
    if (letter === short[at]) at++;
    if (at === short.length) return short.length >= 4 && long.endsWith(short.at(-1) ?? '');
  }
  return false;
}

/** Insertions, deletions, substitutions and swaps of neighbours; gives up with `limit + 1`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
      if (cost < best) best = cost;
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit + 1;
}
