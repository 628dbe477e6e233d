import type { MovedRecord, WithheldRecord } from '../../src/core/registries/record.js';

/** Returns a published record; throws if any part of it is withheld, or it is elsewhere. */
export async function published<T extends object>(
  reading: Promise<T | WithheldRecord | MovedRecord | undefined>,
): Promise<T | undefined> {
  const found = await reading;
  if (found && 'withholds' in found) throw new Error(`the ${found.withholds} of ${found.id} is withheld`);
  if (found && 'movedTo' in found) throw new Error(`${found.id} is elsewhere`);
  return found;
}
