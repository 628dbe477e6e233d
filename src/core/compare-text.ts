/** By code units: the same order on every machine, whatever its language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
