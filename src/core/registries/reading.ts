/** Where a value stood: under which name, in which object of a register's answer. */
export interface Cell {
  row: object;
  column: string;
}

/** Of the field that is being read. Reading is synchronous, so there is one at a time. */
let noted: Cell[] | undefined;

/** Where the fields of what was read stood. What is not kept is forgotten with the record. */
const sources = new WeakMap<object, ReadonlyMap<string, readonly Cell[]>>();

/** A function for each field; that of an optional one may find nothing. */
type FieldReaders<T> = {
  [Field in keyof T]: () => T[Field] | (object extends Pick<T, Field> ? undefined : never);
};

/** To be called by whatever reads a value out of an answer. */
export function noteCell(row: object, column: string): void {
  noted?.push({ row, column });
}

/**
 * Reads a record, or a part of one, field by field: each function reads one field, and whatever
 * cells it reads meanwhile are remembered as the place where that field stands. A field whose
 * function returns `undefined` is left out.
 */
export function readFields<T extends object>(readers: FieldReaders<T>): T {
  const outer = noted;
  const read: Partial<T> = {};
  const cells = new Map<string, readonly Cell[]>();
  try {
    for (const field in readers) {
      noted = [];
      const value = readers[field]?.();
      if (value === undefined) continue;
      read[field] = value;
      if (noted.length > 0) cells.set(field, noted);
      outer?.push(...noted);
    }
  } finally {
    noted = outer;
  }
  sources.set(read, cells);
  return read as T;
}

/** What several fields rest on: read once, when it is first needed, and noted for each of them. */
export function readOnce<T>(read: () => T): () => T {
  let known: { value: T; cells: readonly Cell[] } | undefined;
  return () => {
    known ??= readNoting(read);
    noted?.push(...known.cells);
    return known.value;
  };
}

function readNoting<T>(read: () => T): { value: T; cells: readonly Cell[] } {
  const outer = noted;
  const cells: Cell[] = [];
  noted = cells;
  try {
    return { value: read(), cells };
  } finally {
    noted = outer;
  }
}

/** A field that was read before, for another that takes it over: it stands where that one stood. */
export function readAgain<T extends object, Field extends keyof T & string>(record: T, field: Field): T[Field] {
  noted?.push(...(cellsOf(record).get(field) ?? []));
  return record[field];
}

/** The same record with more of it; where its fields stood stays known. */
export function withMore<T extends object, More extends object>(record: T, more: More): Omit<T, keyof More> & More {
  const both = { ...record, ...more };
  sources.set(both, new Map([...cellsOf(record), ...cellsOf(more)]));
  return both;
}

/**
 * The cells that the fields of a record were read from; a field of which none is known is missing.
 */
export function cellsOf(record: object): ReadonlyMap<string, readonly Cell[]> {
  return sources.get(record) ?? new Map<string, readonly Cell[]>();
}
