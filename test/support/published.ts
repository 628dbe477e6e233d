import type { WithheldRecord } from '../../src/core/registries/record.js';

/** Returns a published record; throws if the register withholds any part of it. */
export async function published<T extends object>(
  reading: Promise<T | WithheldRecord | undefined>,
): Promise<T | undefined> {
  const found = await reading;
  if (found && 'withholds' in found) throw new Error(`the ${found.withholds} of ${found.id} is withheld`);
  return found;
}
