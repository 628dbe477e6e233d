/** The source of word frequencies: the bundled table, or the register's own names. */
export type WordSource = 'bundled' | 'own';

type Point = readonly [from: number, to: number];

/**
 * Score in log-odds, and the percentage of pairs with that score that are one business; linear in
 * between. Generated with `npm run bench -- match-report PAIRS.csv --part tuning --calibrate`, for
 * `own` with `--own-words`: see docs/internals/matching.md.
 */
const OBSERVED: Readonly<Record<WordSource, readonly Point[]>> = {
  bundled: [
    [-11.47, 0],
    [-8.1, 0.3],
    [-6.47, 0.4],
    [-5.28, 0.5],
    [-4.28, 1.2],
    [-3.77, 1.4],
    [-3.26, 3.1],
    [-2.75, 6.6],
    [-2.26, 12.8],
    [-1.52, 17.7],
    [-0.76, 25.9],
    [-0.25, 40.3],
    [0.25, 61.5],
    [0.73, 69.6],
    [1.64, 89.5],
    [2.47, 98.5],
    [3.89, 99],
    [5.54, 99.8],
  ],
  own: [
    [-11.49, 0],
    [-8.09, 0.3],
    [-6.48, 0.4],
    [-5.27, 0.5],
    [-4.27, 1.7],
    [-3.5, 3.5],
    [-2.76, 6.6],
    [-2.26, 12.8],
    [-1.75, 17.4],
    [-1.07, 27.3],
    [-0.24, 44.6],
    [0.48, 64],
    [1.65, 89.9],
    [2.46, 95.3],
    [4.13, 99.6],
    [5.64, 99.9],
  ],
};

/**
 * Maps observed percentages to stated confidence. Rules cap some pairs at 83 that are nearly always
 * right (an exchanged legal form, say). To keep the range from 80 to 90 accurate, it also includes
 * pairs without a rule that are right in 58 to 90 of 100; only those above are answers.
 */
const STATED: readonly Point[] = [
  [0, 0],
  [50, 50],
  [58, 80],
  [90, 82.9],
  [97, 95],
  [100, 97],
];

/**
 * Strangers, of which one in two hundred is the same business: a point or three more, so that the
 * nearer ones come first.
 */
const STRANGERS: readonly Point[] = [
  [-10.5, 0],
  [-3.5, 3],
];

/** Returns the confidence, 0 to 97, for a score. Monotonic and continuous. */
export function calibrate(score: number, words: WordSource): number {
  return Math.max(onLine(STRANGERS, score), onLine(STATED, onLine(OBSERVED[words], score)));
}

function onLine([first, ...further]: readonly Point[], at: number): number {
  let [lowFrom, lowTo] = first ?? [0, 0];
  if (at <= lowFrom) return lowTo;
  for (const [from, to] of further) {
    if (at <= from) return lowTo + ((at - lowFrom) / (from - lowFrom)) * (to - lowTo);
    [lowFrom, lowTo] = [from, to];
  }
  return lowTo;
}
