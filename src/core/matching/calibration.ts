/** Score in log-odds, and the confidence in percent that it stands for; straight lines in between. */
export const CALIBRATION: readonly (readonly [score: number, confidence: number])[] = [
  [-12, 0],
  [-6, 0],
  [-4, 1.5],
  [-3, 4],
  [-2.5, 7],
  [-2, 11],
  [-1.5, 15],
  [-1, 21],
  [-0.5, 34],
  [0, 46],
  [0.4, 52],
  [0.5, 58],
  [0.55, 80],
  [1.5, 84.4],
  [1.6, 90],
  [2, 96],
  [2.5, 96.5],
  [3.5, 98],
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
