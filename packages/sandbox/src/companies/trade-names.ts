/** Registers go on listing trade names that are borne no more: beside each, one that has ended. */
export function withEndedOnes(tradeNames: readonly string[]): { name: string; ended: boolean }[] {
  return tradeNames.flatMap((name) => [
    { name, ended: false },
    { name: `Late ${name}`, ended: true },
  ]);
}
