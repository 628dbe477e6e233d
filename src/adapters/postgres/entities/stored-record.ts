import type { Alias, RegisterRecord } from '../../../core/registries/record.js';

/** Records kept by earlier versions call their aliases `otherNames`, and a former name `previous`. */
interface StoredRecord extends Omit<RegisterRecord, 'aliases'> {
  aliases?: Alias[];
  otherNames?: { name: string; kind: 'previous' | 'trade' }[];
}

/** A record as it comes out of Postgres, in today's form. */
export function fromStored(stored: RegisterRecord): RegisterRecord {
  const { otherNames, ...record }: StoredRecord = stored;
  if (otherNames === undefined) return stored;
  const aliases = otherNames.map(({ name, kind }): Alias => ({ name, kind: kind === 'previous' ? 'former' : kind }));
  return { ...record, aliases: record.aliases?.length ? record.aliases : aliases };
}
