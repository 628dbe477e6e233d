import type { Alias, RegisterRecord } from '../../../core/registries/record.js';

/**
 * Records of one form of a question, each once. A few registers give one number to several
 * entities, so that only number and name identify a record.
 */
export class Found {
  private readonly byNumberAndName = new Map<string, RegisterRecord>();

  get records(): RegisterRecord[] {
    return [...this.byNumberAndName.values()];
  }

  /** Keeps the first of equal records, with the other names of all of them. */
  add(records: readonly RegisterRecord[]): void {
    for (const record of records) {
      const known = this.same(record);
      if (known === record) this.byNumberAndName.set(keyOf(record), record);
      else for (const other of record.aliases) addAlias(known, other);
    }
  }

  /** Returns the record that was kept for this one: itself if it is new. */
  same(record: RegisterRecord): RegisterRecord {
    return this.byNumberAndName.get(keyOf(record)) ?? record;
  }
}

export function eachFound(records: readonly RegisterRecord[]): RegisterRecord[] {
  const found = new Found();
  found.add(records);
  return found.records;
}

/**
 * Returns the record that was listed, among those that have its number: the one of its name, else
 * the first one.
 */
export function listedAmong<T extends { record: RegisterRecord }>(
  read: readonly T[],
  listed: RegisterRecord | undefined,
): T | undefined {
  return read.find(({ record }) => record.name === listed?.name) ?? read[0];
}

export function addAlias(record: RegisterRecord, other: Alias): void {
  if (other.name !== record.name && !record.aliases.some(({ name }) => name === other.name)) record.aliases.push(other);
}

function keyOf({ id, name }: RegisterRecord): string {
  return `${id}\n${name}`;
}
