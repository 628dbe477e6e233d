/**
 * Score in log-odds, and the confidence in percent that it stands for; straight lines in between. Data, made by
 * `npm run match:report -- FILE.csv --calibrate` from the labelled pairs that the README names.
 */
const CALIBRATION: readonly (readonly [score: number, confidence: number])[] = [
  [-14.5, 0],
  [-3, 4.8],
  [-3, 4.8],
  [-2.5, 10.7],
  [-2.5, 10.7],
  [-1.5, 17.7],
  [-1.5, 17.7],
  [-1, 23.8],
  [-1, 23.8],
  [-0.5, 29.3],
  [-0.5, 43.6],
  [0.5, 51.6],
  [0.5, 83],
  [1, 83.3],
  [1, 83.7],
  [1.5, 84.1],
  [1.5, 95.3],
  [6, 97],
];

/** The confidence, 0 to 100, that a score stands for. */
export function calibrate(score: number): number {
  let [lowScore, lowConfidence] = CALIBRATION[0] ?? [0, 0];
  if (score <= lowScore) return lowConfidence;
  for (const [highScore, highConfidence] of CALIBRATION) {
    if (score <= highScore) {
      return lowConfidence + ((score - lowScore) / (highScore - lowScore)) * (highConfidence - lowConfidence);
    }
    [lowScore, lowConfidence] = [highScore, highConfidence];
  }
  return lowConfidence;
}
