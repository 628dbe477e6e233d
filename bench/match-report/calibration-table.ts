import { groupedBy } from './grouping.js';
import type { Scored } from './metrics.js';

/** A score, and the percentage of pairs with that score that are the same. */
type Point = readonly [score: number, percent: number];

interface Bin {
  /** Mean score. */
  score: number;
  pairs: number;
  /** Share of the bin's pairs that are the same, 0 to 1. */
  share: number;
}

const BIN_WIDTH = 0.5;
const MIN_PAIRS = 40;
/**
 * Minimum rise between two bins, as a part of `share * (1 - share)`. A nearly flat line would give
 * many scores the same confidence and lose their order.
 */
const LEAST_RISE = 0.1;

/**
 * Returns the points of the calibration table, which are joined by straight lines. Pairs are binned
 * by score, and neighbouring bins are pooled where the share does not rise enough (isotonic
 * regression).
 */
export function calibrationTable(scored: readonly Scored[]): Point[] {
  const rising: Bin[] = [];
  for (const bin of binsOf(scored)) {
    let pooled = bin;
    for (let last = rising.at(-1); last && !risesTo(last, pooled); last = rising.at(-1)) {
      pooled = pool(last, pooled);
      rising.pop();
    }
    rising.push(pooled);
  }
  return rising.map(({ score, share }) => [Number(score.toFixed(2)), Number((100 * share).toFixed(1))]);
}

function risesTo({ share }: Bin, next: Bin): boolean {
  return next.share - share > LEAST_RISE * share * (1 - share);
}

function binsOf(scored: readonly Scored[]): Bin[] {
  const bins: Bin[] = [];
  for (const [, members] of [...groupedBy(scored, ({ score }) => Math.floor(score / BIN_WIDTH))].toSorted(
    ([a], [b]) => a - b,
  )) {
    const pairs = members.length;
    const share = members.filter(({ same }) => same).length / pairs;
    const bin: Bin = { score: members.reduce((sum, { score }) => sum + score, 0) / pairs, pairs, share };
    const last = bins.at(-1);
    if (last && last.pairs < MIN_PAIRS) bins.splice(-1, 1, pool(last, bin));
    else bins.push(bin);
  }
  const last = bins.at(-1);
  const beforeLast = bins.at(-2);
  if (last && beforeLast && last.pairs < MIN_PAIRS) bins.splice(-2, 2, pool(beforeLast, last));
  return bins;
}

function pool(a: Bin, b: Bin): Bin {
  const pairs = a.pairs + b.pairs;
  const mean = (of: (bin: Bin) => number) => (of(a) * a.pairs + of(b) * b.pairs) / pairs;
  return { pairs, score: mean(({ score }) => score), share: mean(({ share }) => share) };
}
