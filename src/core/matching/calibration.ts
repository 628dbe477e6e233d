/** Which words count as common: those of the bundled table, or those of the register's own names. */
export type WordSource = 'bundled' | 'own';

type Point = readonly [score: number, confidence: number];

/**
 * Score in log-odds, and the confidence in percent that it stands for; straight lines in between. Data, made by
 * `npm run match:report -- PAIRS.csv --part tuning --calibrate`, for `own` with `--own-words`: see docs/matching.md.
 */
const TABLES: Readonly<Record<WordSource, readonly Point[]>> = {
  bundled: [
    [-13.5, 0],
    [-3, 4.8],
    [-3, 5.2],
    [-2, 13.2],
    [-2, 13.8],
    [-0.5, 21.8],
    [-0.5, 43.4],
    [0, 51.4],
    [0, 51.4],
    [0.5, 58.1],
    [0.5, 83.2],
    [1.5, 83.6],
    [1.5, 95.3],
    [6, 97],
  ],
  own: [
    [-13.5, 0],
    [-3.5, 4.7],
    [-3.5, 4.7],
    [-2.5, 10.7],
    [-2.5, 10.7],
    [-1.5, 18.3],
    [-1.5, 24.4],
    [-0.5, 32.4],
    [-0.5, 58.4],
    [0.5, 66.4],
    [0.5, 83.4],
    [1.5, 83.8],
    [1.5, 95.1],
    [6, 97],
  ],
};

/** The confidence, 0 to 100, that a score stands for. */
export function calibrate(score: number, words: WordSource): number {
  const [first, ...further] = TABLES[words];
  let [lowScore, lowConfidence] = first ?? [0, 0];
  if (score <= lowScore) return lowConfidence;
  for (const [highScore, highConfidence] of further) {
    if (score <= highScore) {
      return lowConfidence + ((score - lowScore) / (highScore - lowScore)) * (highConfidence - lowConfidence);
    }
    [lowScore, lowConfidence] = [highScore, highConfidence];
  }
  return lowConfidence;
}
