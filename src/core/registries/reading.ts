/** The location of a value: its name and its object in a register's response. */
export interface Cell {
  row: object;
  column: string;
}

/** Cells of the field being read. Reading is synchronous, so there is one at a time. */
let noted: Cell[] | undefined;

/** Cells of the fields of each parsed object, dropped with the object. */
const sources = new WeakMap<object, ReadonlyMap<string, readonly Cell[]>>();

/** A function for each field; it may return `undefined` for an optional one. */
type FieldReaders<T> = {
  [Field in keyof T]: () => T[Field] | (object extends Pick<T, Field> ? undefined : never);
};

/** Call this wherever a value is read from a response. */
export function noteCell(row: object, column: string): void {
  noted?.push({ row, column });
}

/**
 * Reads a record, or a part of one, with one function per field, and records the cells each
 * function reads as the field's location. A field whose function returns `undefined` is left out.
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

/**
 * Shares a value between fields: reads it once, on first use, and records its cells for each of
 * them.
 */
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

/** Takes over a field that was already read, with its location. */
export function readAgain<T extends object, Field extends keyof T & string>(record: T, field: Field): T[Field] {
  noted?.push(...(cellsOf(record).get(field) ?? []));
  return record[field];
}

/** Adds fields to a record and keeps the locations of its fields. */
export function withMore<T extends object, More extends object>(record: T, more: More): Omit<T, keyof More> & More {
  const both = { ...record, ...more };
  sources.set(both, new Map([...cellsOf(record), ...cellsOf(more)]));
  return both;
}

/**
 * Returns the cells each field of a record was read from; fields without known cells are missing.
 */
export function cellsOf(record: object): ReadonlyMap<string, readonly Cell[]> {
  return sources.get(record) ?? new Map<string, readonly Cell[]>();
}
