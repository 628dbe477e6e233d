import { groupedBy } from './grouping.js';
export interface Scored {
  /** Higher is more certain. */
  score: number;
  same: boolean;
}

export interface Ranking {
  averagePrecision: number;
  bestF1: number;
  /** Best precision of any threshold that finds at least 95 % of the pairs that are the same. */
  precisionAtRecall95: number;
}

const RECALL_ASKED = 0.95;

/**
 * Measures how well a score ranks pairs that are the same before those that are not. Equal scores
 * count as one step.
 */
export function rankingOf(scored: readonly Scored[]): Ranking {
  const sorted = scored.toSorted((a, b) => b.score - a.score);
  const positives = sorted.filter(({ same }) => same).length;
  const ranking: Ranking = { averagePrecision: 0, bestF1: 0, precisionAtRecall95: 0 };
  let found = 0;
  let lastRecall = 0;
  sorted.forEach(({ score, same }, at) => {
    if (same) found++;
    if (sorted[at + 1]?.score === score) return;
    const precision = found / (at + 1);
    const recall = positives === 0 ? 0 : found / positives;
    ranking.averagePrecision += (recall - lastRecall) * precision;
    if (found > 0) ranking.bestF1 = Math.max(ranking.bestF1, (2 * precision * recall) / (precision + recall));
    if (recall >= RECALL_ASKED) ranking.precisionAtRecall95 = Math.max(ranking.precisionAtRecall95, precision);
    lastRecall = recall;
  });
  return ranking;
}

export interface Tenth {
  /** 0, 10 … 90 */
  from: number;
  pairs: number;
  /** Mean confidence, in percent. */
  stated: number;
  /** Share of the pairs that are the same, in percent. */
  observed: number;
}

/**
 * Compares the stated confidence (0 to 100) with the observed share, by tenths. Empty tenths are
 * left out.
 */
export function tenthsOf(scored: readonly Scored[]): Tenth[] {
  const tenths = groupedBy(scored, ({ score }) => Math.min(90, Math.floor(score / 10) * 10));
  return [...tenths]
    .toSorted(([a], [b]) => a - b)
    .map(([from, members]) => ({
      from,
      pairs: members.length,
      stated: members.reduce((sum, { score }) => sum + score, 0) / members.length,
      observed: (100 * members.filter(({ same }) => same).length) / members.length,
    }));
}
