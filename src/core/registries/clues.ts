import type { Address, Clues, Officer, RegisterRecord } from './record.js';

/**
 * Adds the clues of a register's first response to the record: see `Clues`. They are parsed on
 * first access, since most records of a search are not the requested business.
 */
export function withClues(
  record: RegisterRecord,
  office: () => Address | null,
  { isSeat = false, officers = () => [] }: { isSeat?: boolean; officers?: () => readonly Officer[] } = {},
): RegisterRecord {
  let known: { clues: Clues | undefined } | undefined;
  const get = () => (known ??= { clues: cluesOf(office(), isSeat, officers()) }).clues;
  return Object.defineProperty(record, 'clues', { enumerable: true, get });
}

function cluesOf(office: Address | null, isSeat: boolean, officers: readonly Officer[]): Clues | undefined {
  const present = officers.filter(({ endDate }) => endDate === undefined);
  if (!office && present.length === 0) return undefined;
  return {
    ...(office && { office }),
    ...(office && isSeat && { isSeat }),
    ...(present.length > 0 && { officers: present }),
  };
}
