import type { WithheldRecord } from '../../src/core/registries/record.js';

/** What a register publishes of a record, for tests of records that are published: an error where it withholds whose it is. */
export async function published<T extends object>(
  reading: Promise<T | WithheldRecord | undefined>,
): Promise<T | undefined> {
  const found = await reading;
  if (found && 'withholds' in found) throw new Error(`the ${found.withholds} of ${found.id} is withheld`);
  return found;
}
