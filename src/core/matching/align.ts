import { tokenSimilarity, wordSimilarity } from './similarity.js';
import type { Token } from './tokens.js';

export interface AlignedPair {
  a: Token[];
  b: Token[];
  /** 0 to 1 */
  similarity: number;
}

export interface Alignment {
  pairs: AlignedPair[];
  /** Tokens without a counterpart. */
  onlyA: Token[];
  onlyB: Token[];
}

/** Below this two words are different words. */
const SAME_WORD = 0.7;
const MAX_JOINED = 4;

/** Pairs the tokens of two names: equal ones first, then words joined or split, initialisms, and the most similar of what is left. */
export function align(a: readonly Token[], b: readonly Token[]): Alignment {
  const pairs: AlignedPair[] = [];
  const leftA: (Token | undefined)[] = [...a];
  const leftB: (Token | undefined)[] = [...b];
  pairEqual(leftA, leftB, pairs);
  if (leftA.some(Boolean) && leftB.some(Boolean)) {
    pairJoined(leftA, leftB, (run, one) => pairs.push({ ...run, b: [one.token], similarity: one.similarity }));
    pairJoined(leftB, leftA, (run, one) => pairs.push({ a: [one.token], b: run.a, similarity: one.similarity }));
    pairSimilar(leftA, leftB, pairs);
  }
  return {
    pairs,
    onlyA: leftA.filter((token) => token !== undefined),
    onlyB: leftB.filter((token) => token !== undefined),
  };
}

function pairEqual(leftA: (Token | undefined)[], leftB: (Token | undefined)[], pairs: AlignedPair[]): void {
  leftA.forEach((tokenA, i) => {
    const j = leftB.findIndex((tokenB) => tokenA && tokenB && tokenSimilarity(tokenA, tokenB) === 1);
    const tokenB = leftB[j];
    if (!tokenA || !tokenB) return;
    pairs.push({ a: [tokenA], b: [tokenB], similarity: 1 });
    leftA[i] = undefined;
    leftB[j] = undefined;
  });
}

/** Runs of neighbours on one side that, written together or by their initials, are one token of the other. */
function pairJoined(
  many: (Token | undefined)[],
  single: (Token | undefined)[],
  found: (run: { a: Token[] }, one: { token: Token; similarity: number }) => void,
): void {
  for (let j = 0; j < single.length; j++) {
    const token = single[j];
    if (!token || token.text.length < 2) continue;
    const run = bestRun(many, token);
    if (!run) continue;
    found({ a: many.slice(run.from, run.to) as Token[] }, { token, similarity: run.similarity });
    many.fill(undefined, run.from, run.to);
    single[j] = undefined;
  }
}

const JOINED = 0.97;
const INITIALISM = 0.8;
const MIN_JOINED_SIMILARITY = 0.85;

function bestRun(
  many: (Token | undefined)[],
  token: Token,
): { from: number; to: number; similarity: number } | undefined {
  let best: { from: number; to: number; similarity: number } | undefined;
  for (let from = 0; from < many.length; from++) {
    let joined = '';
    let initials = '';
    for (let to = from; to < Math.min(many.length, from + MAX_JOINED); to++) {
      const part = many[to];
      if (!part) break;
      joined += part.text;
      initials += part.text[0] ?? '';
      if (to === from) continue;
      const similarity = joinedSimilarity(joined, initials, token.text);
      if (similarity > (best?.similarity ?? 0)) best = { from, to: to + 1, similarity };
    }
  }
  return best;
}

function joinedSimilarity(joined: string, initials: string, text: string): number {
  if (joined === text) return JOINED;
  if (initials === text && text.length >= 2) return INITIALISM;
  if (Math.abs(joined.length - text.length) > 2) return 0;
  const similarity = wordSimilarity(joined, text);
  return similarity >= MIN_JOINED_SIMILARITY ? similarity * JOINED : 0;
}

function pairSimilar(leftA: (Token | undefined)[], leftB: (Token | undefined)[], pairs: AlignedPair[]): void {
  const candidates: { i: number; j: number; similarity: number }[] = [];
  leftA.forEach((tokenA, i) => {
    leftB.forEach((tokenB, j) => {
      if (!tokenA || !tokenB) return;
      const similarity = tokenSimilarity(tokenA, tokenB);
      if (similarity >= SAME_WORD) candidates.push({ i, j, similarity });
    });
  });
  candidates.sort((x, y) => y.similarity - x.similarity || x.i - y.i || x.j - y.j);
  for (const { i, j, similarity } of candidates) {
    const tokenA = leftA[i];
    const tokenB = leftB[j];
    if (!tokenA || !tokenB) continue;
    pairs.push({ a: [tokenA], b: [tokenB], similarity });
    leftA[i] = undefined;
    leftB[j] = undefined;
  }
}
