import { textsIn } from '../evidence/pointer.js';
import { type Standing, fieldName } from '../evidence/field-views.js';
import type { KeptAnswer } from '../evidence/ports.js';
import type { RecordDetails, RegisterRecord } from '../registries/record.js';
import type { Witness } from '../registries/witness.js';

export interface Reading {
  record: RegisterRecord;
  details: RecordDetails | undefined;
}

/** A field that is now read differently; `null` where it is not read at all. */
export interface FieldChange {
  /** Name in answers. */
  field: string;
  before: Value;
  today: Value;
  /** Locations of today's value. */
  stands: Standing[];
}

type Value = string | number | boolean | null;

interface Heard {
  witness: Witness;
  exchanges: readonly KeptAnswer[];
  shown: ReadonlySet<string> | undefined;
}

/** `today`: `undefined` when the record is no longer found. */
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

function valuesOf({ record, details }: Reading): Map<string, Value> {
  const values = new Map<string, Value>();
  const look = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) look(part, path === '' ? name : `${path}/${name}`);
    } else if (value !== undefined && value !== null) values.set(path, value as Value);
  };
  // None of these is part of an answer.
  look({ ...record, clues: undefined, isBrief: undefined, isGone: undefined, details }, '');
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
