import { isEqual, likeness, slipsBetween, type WordLikeness, type WordRelation } from './similarity.js';
import type { Reading, Token } from '../parsing/token.js';

/**
 * The relation of two tokens, or of a run of them to one. `joined`: written together; `exchanged`:
 * the parts in another order; `initials`: by their first letters.
 */
export type PairRelation = WordRelation | 'exchanged' | 'initials';

export interface AlignedPair {
  a: Token[];
  b: Token[];
  relation: PairRelation;
  slips: number;
  reading?: Reading;
}

export interface Alignment {
  pairs: AlignedPair[];
  onlyA: Token[];
  onlyB: Token[];
  reordered: boolean;
}

/**
 * Two names that differ in more than about twenty words are not one name, so skip comparing all
 * pairs.
 */
const MAX_OPEN_PAIRS = 400;

type Slots = (Token | undefined)[];

interface Found {
  run: Token[];
  one: Token;
  relation: PairRelation;
  slips: number;
}

/**
 * Pairs the tokens of two names: equal ones first, then joined or split words, then initialisms,
 * then the most similar of the rest.
 */
export function align(a: readonly Token[], b: readonly Token[]): Alignment {
  const pairs: AlignedPair[] = [];
  const leftA: Slots = [...a];
  const leftB: Slots = [...b];
  pairEqual(leftA, leftB, pairs);
  const openPairs = leftA.filter(Boolean).length * leftB.filter(Boolean).length;
  if (openPairs > 0 && openPairs <= MAX_OPEN_PAIRS) {
    pairJoined(leftA, leftB, ({ run, one, ...how }) => pairs.push({ a: run, b: [one], ...how }));
    pairJoined(leftB, leftA, ({ run, one, ...how }) => pairs.push({ a: [one], b: run, ...how }));
    pairSimilar(leftA, leftB, pairs);
  }
  const present = (token: Token | undefined) => token !== undefined;
  return { pairs, onlyA: leftA.filter(present), onlyB: leftB.filter(present), reordered: isReordered(pairs, a, b) };
}

function pairEqual(leftA: Slots, leftB: Slots, pairs: AlignedPair[]): void {
  for (let i = 0; i < leftA.length; i++) {
    const tokenA = leftA[i];
    if (!tokenA) continue;
    for (let j = 0; j < leftB.length; j++) {
      const tokenB = leftB[j];
      if (!tokenB || !isEqual(tokenA, tokenB)) continue;
      pairs.push({ a: [tokenA], b: [tokenB], relation: 'equal', slips: 0 });
      leftA[i] = undefined;
      leftB[j] = undefined;
      break;
    }
  }
}

const MAX_JOINED = 4;
/** Initials skip words without a meaning of their own: SNO for "Society of Northern Opticians". */
const FILLER_WEIGHT = 0.1;
const MIN_INITIALS = 3;
const MIN_JOINED_WITH_SLIP = 6;
const MAX_JOINED_SLIPS = 2;

/**
 * Pairs adjacent tokens of one side with one token of the other that equals them joined, or their
 * initials.
 */
function pairJoined(many: Slots, single: Slots, found: (pair: Found) => void): void {
  for (let j = 0; j < single.length; j++) {
    const one = single[j];
    if (!one || one.text.length < 2) continue;
    const run = bestRun(many, one);
    if (!run) continue;
    found({
      run: many.slice(run.from, run.to).filter((token) => token !== undefined),
      one,
      relation: run.relation,
      slips: run.slips,
    });
    many.fill(undefined, run.from, run.to);
    single[j] = undefined;
  }
}

interface Run {
  from: number;
  to: number;
  relation: PairRelation;
  slips: number;
}

function bestRun(many: Slots, one: Token): Run | undefined {
  const text = lettersOf(one);
  const isAllLetters = ALL_LETTERS.test(text);
  let best: Run | undefined;
  for (let from = 0; from < many.length; from++) {
    let joined = '';
    let spelled = '';
    let initials = '';
    let allWords = true;
    for (let to = from; to < many.length && to < from + MAX_JOINED; to++) {
      const part = many[to];
      if (!part) break;
      joined += lettersOf(part);
      if (joined.length > text.length + MAX_JOINED_SLIPS && text.length > MAX_JOINED) break;
      spelled += unspaced(part.written ?? part.text);
      const exchanged = to === from + 1 && lettersOf(part) + lettersOf(many[from] ?? part) === text;
      if (part.weight > FILLER_WEIGHT) initials += part.text[0] ?? '';
      allWords &&= part.kind === 'word';
      if (to === from) continue;
      if (exchanged && joined !== text) return { from, to: to + 1, relation: 'exchanged', slips: 0 };
      if ((joined === text || spelled === text) && isOneNumber(one, many.slice(from, to + 1)))
        return { from, to: to + 1, relation: 'joined', slips: 0 };
      if (isAllLetters && allWords && initials.length >= MIN_INITIALS && initials === text)
        best = { from, to: to + 1, relation: 'initials', slips: 0 };
      const slips =
        allWords && isAllLetters && joined.length >= MIN_JOINED_WITH_SLIP ? slipsBetween(joined, text) : undefined;
      if (slips !== undefined && slips <= MAX_JOINED_SLIPS && (!best || slips < best.slips)) {
        best = { from, to: to + 1, relation: 'joined', slips };
      }
    }
  }
  return best;
}

const ALL_LETTERS = /^[A-Z]+$/;

/** A number in words is compared in digits. */
function lettersOf({ kind, text, written = text }: Token): string {
  return kind === 'number' && !/^[IVXLCDM]+$/.test(written) ? text : unspaced(written);
}

function unspaced(text: string): string {
  return text.includes(' ') ? text.replaceAll(' ', '') : text;
}

/** `SEVEN ELEVEN` is 711, `7 11` is not. */
function isOneNumber(one: Token, run: Slots): boolean {
  if (one.kind !== 'number' || run.some((part) => part?.kind !== 'number')) return true;
  return [one, ...run].some((part) => part?.written !== undefined && ALL_LETTERS.test(unspaced(part.written)));
}

function pairSimilar(leftA: Slots, leftB: Slots, pairs: AlignedPair[]): void {
  const candidates: { i: number; j: number; alike: WordLikeness }[] = [];
  for (let i = 0; i < leftA.length; i++) {
    const tokenA = leftA[i];
    if (!tokenA) continue;
    for (let j = 0; j < leftB.length; j++) {
      const tokenB = leftB[j];
      const alike = tokenB && likeness(tokenA, tokenB);
      if (alike) candidates.push({ i, j, alike });
    }
  }
  if (candidates.length > 1)
    candidates.sort((x, y) => y.alike.similarity - x.alike.similarity || x.i - y.i || x.j - y.j);
  for (const { i, j, alike } of candidates) {
    const tokenA = leftA[i];
    const tokenB = leftB[j];
    if (!tokenA || !tokenB) continue;
    const { relation, slips, reading } = alike;
    pairs.push({ a: [tokenA], b: [tokenB], relation, slips, ...(reading && { reading }) });
    leftA[i] = undefined;
    leftB[j] = undefined;
  }
}

function isReordered(pairs: readonly AlignedPair[], a: readonly Token[], b: readonly Token[]): boolean {
  if (pairs.length < 2) return false;
  let last = -1;
  const starts = pairs
    .map((pair) => ({ a: pair.a[0] ? a.indexOf(pair.a[0]) : -1, b: pair.b[0] ? b.indexOf(pair.b[0]) : -1 }))
    .toSorted((x, y) => x.a - y.a);
  for (const start of starts) {
    if (start.b < last) return true;
    last = start.b;
  }
  return false;
}
