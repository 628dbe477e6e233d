/** Registers keep listing ended trade names: adds an ended one for each. */
export function withEndedOnes(tradeNames: readonly string[]): { name: string; ended: boolean }[] {
  return tradeNames.flatMap((name) => [
    { name, ended: false },
    { name: `Late ${name}`, ended: true },
  ]);
}
