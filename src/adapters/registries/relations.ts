import { readFields } from '../../core/registries/reading.js';
import type { StatedRelation } from '../../core/registries/record.js';

type Readers = { [Part in 'jurisdiction' | 'number' | 'name']?: () => string | null | undefined };

/** Empty if neither a number nor a name is stated. */
export function relation(of: StatedRelation['relation'], { jurisdiction, number, name }: Readers): StatedRelation[] {
  const found = readFields<StatedRelation>({
    relation: () => of,
    jurisdiction: () => jurisdiction?.() ?? undefined,
    number: () => number?.() ?? undefined,
    name: () => name?.() ?? undefined,
  });
  return found.number === undefined && found.name === undefined ? [] : [found];
}

/** `undefined` for a record that states none, so that the field is omitted. */
export function unlessNone(relations: readonly StatedRelation[]): StatedRelation[] | undefined {
  return relations.length === 0 ? undefined : [...relations];
}
