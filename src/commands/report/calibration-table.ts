import { groupedBy } from './grouping.js';
import type { Scored } from './metrics.js';

type Point = readonly [score: number, confidence: number];

interface Bin {
  /** Scores from here … */
  from: number;
  /** … to here. */
  to: number;
  pairs: number;
  /** Share of its pairs that are the same, 0 to 1. */
  share: number;
}

const BIN_WIDTH = 0.5;
const MIN_PAIRS = 40;
/** Neighbouring bins whose shares differ by less are one: the difference is no more than chance. */
const INDISTINCT = 0.05;
/** A bin's confidence rises by as much to either side of its share, so that it still ranks. */
const SLOPE = 0.04;

/**
 * The points of the calibration table: pairs in bins of their score, bins that hardly differ or that fall pooled, and each share
 * stated as `statedConfidence` says.
 */
export function calibrationTable(scored: readonly Scored[]): Point[] {
  const rising: Bin[] = [];
  for (const bin of binsOf(scored)) {
    let pooled = bin;
    for (let last = rising.at(-1); last && last.share + INDISTINCT > pooled.share; last = rising.at(-1)) {
      pooled = pool(last, pooled);
      rising.pop();
    }
    rising.push(pooled);
  }
  let reached = 0;
  return rising.flatMap(({ from, to, share }): Point[] => {
    const low = Math.max(reached, statedConfidence(share - SLOPE, share));
    reached = Math.max(low, statedConfidence(share + SLOPE, share));
    return [
      [from, low],
      [to, reached],
    ];
  });
}

/**
 * Rules hold pairs at 84 that are nearly always right (a legal form exchanged, say). So that 84 still means what it says, the same
 * tenth takes in the pairs without a rule that are right in 65 to 93 of 100; from 85 on only those above are answers.
 */
const UNSURE = { from: 0.65, to: 0.93, statedFrom: 83, statedTo: 84.4 };
const SUREST = 97;

function statedConfidence(value: number, share: number): number {
  if (share < UNSURE.from) return percent(Math.max(0, value));
  if (share > UNSURE.to) return Math.min(SUREST, percent(value));
  const part = Math.min(1, Math.max(0, (value - UNSURE.from) / (UNSURE.to - UNSURE.from)));
  return Number((UNSURE.statedFrom + part * (UNSURE.statedTo - UNSURE.statedFrom)).toFixed(1));
}

function percent(share: number): number {
  return Number((100 * share).toFixed(1));
}

function binsOf(scored: readonly Scored[]): Bin[] {
  const bins: Bin[] = [];
  for (const [step, members] of [...groupedBy(scored, ({ score }) => Math.floor(score / BIN_WIDTH))].toSorted(
    ([a], [b]) => a - b,
  )) {
    const share = members.filter(({ same }) => same).length / members.length;
    const bin: Bin = { from: step * BIN_WIDTH, to: (step + 1) * BIN_WIDTH, pairs: members.length, share };
    const last = bins.at(-1);
    if (last && last.pairs < MIN_PAIRS) bins.splice(-1, 1, pool(last, bin));
    else bins.push(bin);
  }
  return bins;
}

function pool(a: Bin, b: Bin): Bin {
  const pairs = a.pairs + b.pairs;
  return { from: a.from, to: b.to, pairs, share: (a.share * a.pairs + b.share * b.pairs) / pairs };
}
