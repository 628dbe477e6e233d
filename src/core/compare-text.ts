/** Compares by code units: the same order on every machine, whatever its locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

const COLLATOR = new Intl.Collator('en', { sensitivity: 'base' });

/**
 * Orders names for people: whatever the case and accents of their letters, and whatever the
 * machine's locale. Code units break ties.
 */
export function collateNames(a: string, b: string): number {
  return COLLATOR.compare(a, b) || compareText(a, b);
}
