/** Runs the suite where the machine has what it needs; elsewhere skips it with the reason. */
export function describeWhere(isHere: boolean, otherwise: string): (title: string, suite: () => void) => void {
  if (isHere) return (title, suite) => describe(title, suite);
  return (title) => describe.skip(`${title} (skipped: ${otherwise})`, () => undefined);
}
