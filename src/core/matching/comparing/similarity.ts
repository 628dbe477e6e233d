import type { Reading, Token } from '../parsing/token.js';
import { isDamagedForm } from './lost-letters.js';

/**
 * The way two tokens can be one word: `equal`; `read` (by another possible meaning, see
 * `Token.readings`); `inflected` (singular and plural); `abbreviated` (a short spelling, by its
 * letters alone); `slip` (mistyped); `damaged` (letters were lost); `joined` (a THE run into the
 * word); `kindred` (two usual words that look alike, or a longer and a shorter form: likely
 * different words).
 */
export type WordRelation = 'equal' | 'read' | 'inflected' | 'abbreviated' | 'slip' | 'damaged' | 'joined' | 'kindred';

export interface WordLikeness {
  relation: WordRelation;
  /** 0 to 1, to choose the best partner. */
  similarity: number;
  /** Mistyped letters; 0 unless the relation is `slip`. */
  slips: number;
  /** Only with the relation `read`. */
  reading?: Reading;
}

const EQUAL: WordLikeness = { relation: 'equal', similarity: 1, slips: 0 };
const INFLECTED: WordLikeness = { relation: 'inflected', similarity: 0.92, slips: 0 };
const ABBREVIATED: WordLikeness = { relation: 'abbreviated', similarity: 0.85, slips: 0 };
const DAMAGED: WordLikeness = { relation: 'damaged', similarity: 0.9, slips: 0 };
const JOINED: WordLikeness = { relation: 'joined', similarity: 0.95, slips: 0 };
const KINDRED: WordLikeness = { relation: 'kindred', similarity: 0.6, slips: 0 };

const HAS_DIGIT = /\d/;
/** `XCVIII` run into another word, where one more letter makes another number. */
const NUMERAL_WITHIN = /(?=[IVXLC]{5})[VXLC]*II/;
const MIN_ABBREVIATION = 3;
/** Maximum length of an abbreviation, relative to the word. */
const MAX_ABBREVIATION_SHARE = 0.7;
const MIN_STEM = 4;
/** Letters of a word per tolerated slip. */
const LETTERS_PER_SLIP = 2.5;
const MIN_LETTERS_FOR_SLIP = 4;
const MAX_SLIPS = 3;
const MIN_WRITTEN = 6;

/** Returns how two tokens can be one word. Numbers, letters and places have to be equal. */
export function likeness(a: Token, b: Token): WordLikeness | undefined {
  if (isEqual(a, b)) return EQUAL;
  const reading = readingOf(a, b) ?? readingOf(b, a);
  if (reading) return { relation: 'read', similarity: reading.isPossible ? 0.7 : 0.95, slips: 0, reading };
  if (a.kind === 'place' && b.kind === 'word') return placeLikeness(a, b);
  if (b.kind === 'place' && a.kind === 'word') return placeLikeness(b, a);
  if (a.kind !== 'word' || b.kind !== 'word') return undefined;
  return a.text.length <= b.text.length ? wordLikeness(a, b) : wordLikeness(b, a);
}

/** Returns whether two tokens are the same, also in another spelling of the word. */
export function isEqual(a: Token, b: Token): boolean {
  if (a.text === b.text) return a.kind === b.kind || (a.kind !== 'place' && b.kind !== 'place');
  return a.also?.includes(b.text) === true || b.also?.includes(a.text) === true;
}

function readingOf({ readings }: Token, { text, kind }: Token): Reading | undefined {
  return readings?.find((reading) => reading.text === text && reading.kind === kind);
}

/** Accepts a slip in a place name: `FLORDIA` for Florida. */
function placeLikeness(place: Token, word: Token): WordLikeness | undefined {
  if (word.usual || place.written === undefined || slipsBetween(place.written.replaceAll(' ', ''), word.text) !== 1)
    return undefined;
  return { relation: 'slip', similarity: 1 - 1 / (word.text.length + 1), slips: 1 };
}

function wordLikeness(short: Token, long: Token): WordLikeness | undefined {
  const [s, l] = [short.text, long.text];
  if (isPlural(s, l)) return INFLECTED;
  if (s.includes('?') || l.includes('?')) return isDamagedForm(s, l) || isDamagedForm(l, s) ? DAMAGED : undefined;
  if (l.length === s.length + 3 && l.startsWith('THE') && l.endsWith(s)) return JOINED;
  if (!short.usual && long.usual && isAbbreviation(s, l)) return ABBREVIATED;
  if (short.usual && long.usual)
    return s.length >= MIN_STEM && s.slice(0, MIN_STEM) === l.slice(0, MIN_STEM) ? KINDRED : undefined;
  if (HAS_DIGIT.test(s) || HAS_DIGIT.test(l)) return undefined;
  if (NUMERAL_WITHIN.test(s) && NUMERAL_WITHIN.test(l)) return undefined;
  const slips = slipsBetween(s, l);
  if (slips !== undefined) return { relation: 'slip', similarity: 1 - slips / (l.length + 1), slips };
  const misspelt = slipOf(short, long) ?? slipOf(long, short);
  if (misspelt) return misspelt;
  return s.length >= MIN_STEM && l.startsWith(s) ? KINDRED : undefined;
}

/** A slip in the spelling of a word that has another canonical form: `COMPAGNNIE`. */
function slipOf({ text, usual }: Token, { written }: Token): WordLikeness | undefined {
  if (usual || written === undefined || written.length < MIN_WRITTEN || slipsBetween(text, written) !== 1)
    return undefined;
  return { relation: 'slip', similarity: 1 - 1 / (text.length + 1), slips: 1 };
}

/** Returns the number of mistyped letters if it is low enough for the length. */
export function slipsBetween(a: string, b: string): number | undefined {
  const length = Math.max(a.length, b.length);
  if (length < MIN_LETTERS_FOR_SLIP) return undefined;
  const tolerated = Math.min(MAX_SLIPS, Math.floor(length / LETTERS_PER_SLIP));
  if (Math.abs(a.length - b.length) > tolerated) return undefined;
  const slips = editDistance(a, b, tolerated);
  return slips > tolerated ? undefined : slips;
}

function isPlural(short: string, long: string): boolean {
  if (short.length < 3) return false;
  if (long === `${short}S` || long === `${short}ES`) return true;
  return short.endsWith('Y') && long === `${short.slice(0, -1)}IES`;
}

/** Requires the short word's letters in order in the long one, with the same first letter. */
function isAbbreviation(short: string, long: string): boolean {
  if (short.length < MIN_ABBREVIATION || short.length > long.length * MAX_ABBREVIATION_SHARE) return false;
  if (short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length;
}

/** Upper bound of the edit distances we compute. */
const FAR = 0xff_ff;
/**
 * Three rows of the table, reused for every pair of words: most of the time of a comparison is
 * spent here.
 */
let rows = rowsOf(64);

function rowsOf(length: number): [Uint16Array, Uint16Array, Uint16Array] {
  return [new Uint16Array(length), new Uint16Array(length), new Uint16Array(length)];
}

/**
 * Counts insertions, deletions, substitutions and swaps of neighbours; returns `limit + 1` when
 * above `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  if (rows[0].length < b.length + 2) rows = rowsOf(2 * b.length + 2);
  let [beforeLast, last, row] = rows;
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    // Cells further from the diagonal exceed the limit.
    const from = Math.max(1, i - limit);
    const to = Math.min(b.length, i + limit);
    let best = from === 1 ? i : FAR - 1;
    row[from - 1] = best;
    for (let j = from; j <= to; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min((last[j] ?? FAR) + 1, (row[j - 1] ?? FAR) + 1, (last[j - 1] ?? FAR) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        cost = Math.min(cost, (beforeLast[j - 2] ?? FAR) + 1);
      row[j] = Math.min(cost, FAR - 1);
      if (cost < best) best = cost;
    }
    if (best > limit) return limit + 1;
    row[to + 1] = FAR - 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(last[b.length] ?? FAR, limit + 1);
}
