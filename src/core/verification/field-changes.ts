import { textsIn } from '../evidence/pointer.js';
import { type Standing, fieldName } from '../evidence/field-views.js';
import type { KeptAnswer } from '../evidence/ports.js';
import type { RecordDetails, RegisterRecord } from '../registries/record.js';
import type { Witness } from '../registries/witness.js';

export interface Reading {
  record: RegisterRecord;
  details: RecordDetails | undefined;
}

/** A field that is read in another way today; `null` where it is not read at all. */
export interface FieldChange {
  /** As answers name it. */
  field: string;
  before: Value;
  today: Value;
  /** Where today's value stands. */
  stands: Standing[];
}

type Value = string | number | boolean | null;

interface Heard {
  witness: Witness;
  exchanges: readonly KeptAnswer[];
  shown: ReadonlySet<string> | undefined;
}

/** `today`: `undefined` where the record is not found any more. */
export function changesBetween(earlier: Reading, today: Reading | undefined, heard: Heard): FieldChange[] {
  const before = valuesOf(earlier);
  const after = today ? valuesOf(today) : new Map<string, Value>();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((path) => {
    const isShown = heard.shown?.has(fieldName(path)) ?? true;
    return isShown && (before.get(path) ?? null) !== (after.get(path) ?? null);
  });
  if (changed.length === 0) return [];
  const standing = today ? placesIn(today, heard) : () => [];
  return changed.map((path) => ({
    field: fieldName(path),
    before: before.get(path) ?? null,
    today: after.get(path) ?? null,
    stands: standing(path),
  }));
}

/** Down to single values, by their paths in a record. */
function valuesOf({ record, details }: Reading): Map<string, Value> {
  const values = new Map<string, Value>();
  const look = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) look(part, path === '' ? name : `${path}/${name}`);
    } else if (value !== undefined && value !== null) values.set(path, value as Value);
  };
  // What is for matching is in no answer.
  look({ ...record, clues: undefined, details }, '');
  return values;
}

function placesIn({ record }: Reading, { witness, exchanges }: Heard): (path: string) => Standing[] {
  const sources = witness.sourcesOf(record);
  const kept = witness.exchanges.map(({ body }) => exchanges.findIndex((exchange) => exchange.body === body));
  const texts = witness.exchanges.map(({ body }) => textsIn(body));
  return (path) =>
    (sources[path] ?? []).map(([exchange, pointer]) => ({
      exchange: kept[exchange] ?? -1,
      pointer,
      text: texts[exchange]?.(pointer) ?? null,
    }));
}
