import type { Tier } from './jurisdiction.js';
import { cellsOf, type Cell } from './reading.js';

/** One request to a register and what it answered, without anything that says who asked. */
export interface Exchange {
  method: 'GET' | 'POST' | 'EDITION';
  /** Without credentials. */
  url: string;
  /** What was sent with a POST. */
  sent?: { type: string; text: string } | undefined;
  status: number;
  /** Of the answer, those that describe its body. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  retrievedAt: Date;
  /** When the body came, where the register said (304) that it had not changed since. */
  unchangedSince?: Date | undefined;
}

export interface WitnessedExchange extends Exchange {
  /** What it was asked for. */
  tier: Tier;
}

/** Where a field stands: which exchange, and the place in its body. */
export type FieldSource = readonly [exchange: number, pointer: string];

/** By the path of the field in the record: `name`, `officers/0/title`. */
export type FieldSources = Readonly<Record<string, readonly FieldSource[]>>;

/** Where the fields of a record stand, by the tier that they were read for. */
export type RecordSources = { readonly [T in Tier]?: FieldSources };

/** Where these objects stand in a body, by the pointers of their kind of body. */
export type Locate = (rows: ReadonlySet<object>) => ReadonlyMap<object, (column: string) => string>;

/**
 * Hears everything that a register answers to one question, and says where in it the fields of a
 * record stood.
 */
export class Witness {
  /** Of what is asked from now on. */
  tier: Tier = 'quick';
  /** Of a mirrored register: the digest of the files that answered, where it is known. */
  edition: string | undefined;
  private readonly heard: { exchange: WitnessedExchange; locate: Locate }[] = [];
  private keepRows: ((ids: readonly string[] | undefined) => void) | undefined;

  get exchanges(): readonly WitnessedExchange[] {
    return this.heard.map(({ exchange }) => exchange);
  }

  hear(exchange: Exchange, locate: Locate): void {
    this.heard.push({ exchange: { ...exchange, tier: this.tier }, locate });
  }

  /**
   * For a register that is read row by row: `keep` has the rows of these records heard; without
   * ids, those that came nearest.
   */
  hearOnDemand(keep: (ids: readonly string[] | undefined) => void): void {
    this.keepRows = keep;
  }

  /** Where the fields of this record stood. */
  sourcesOf(record: { id: string }): FieldSources {
    this.keepRows?.([record.id]);
    const fields = fieldsOf(record, '', []);
    const rows = new Set(fields.flatMap(({ cells }) => cells.map(({ row }) => row)));
    const places = this.heard.map(({ locate }) => locate(rows));
    const found = fields.map(({ path, cells }) => {
      return [path, eachOnce(cells.flatMap((cell) => placesOf(cell, places)))] as const;
    });
    return Object.fromEntries(found.filter(([, stands]) => stands.length > 0));
  }

  /** To be called when no record is kept: then the search alone speaks. */
  hearSearch(): void {
    this.keepRows?.(undefined);
  }
}

/** The first exchange that holds the object, which is the one it was read from. */
function placesOf({ row, column }: Cell, places: readonly ReturnType<Locate>[]): FieldSource[] {
  const exchange = places.findIndex((found) => found.has(row));
  const pointer = places[exchange]?.get(row)?.(column);
  return pointer === undefined ? [] : [[exchange, pointer]];
}

function eachOnce(sources: readonly FieldSource[]): FieldSource[] {
  return [...new Map(sources.map((source) => [source.join(' '), source])).values()];
}

interface ReadField {
  path: string;
  cells: readonly Cell[];
}

/**
 * What a record states, down to its single values. A value that no cell holds follows from the
 * record being there: its identifier stands for that, or whatever identifies the part.
 */
function fieldsOf(part: object, before: string, above: readonly Cell[]): ReadField[] {
  const cells = cellsOf(part);
  const [first] = cells.values();
  const identity = cells.get('id') ?? cells.get('name') ?? first ?? above;
  return Object.keys(part).flatMap((name) => {
    // They are for matching, and in no answer.
    if (name === 'clues') return [];
    const value = (part as Record<string, unknown>)[name];
    if (value === null || value === undefined) return [];
    const path = `${before}${name}`;
    const own = cells.get(name);
    if (typeof value !== 'object') return [{ path, cells: own ?? identity }];
    const inner = fieldsOfParts(value, path, own ?? identity);
    return inner ?? [{ path, cells: own ?? identity }];
  });
}

/** `undefined` for a value that was read as a whole. */
function fieldsOfParts(value: object, path: string, above: readonly Cell[]): ReadField[] | undefined {
  if (!Array.isArray(value)) return isWhole(value) ? undefined : fieldsOf(value, `${path}/`, above);
  const parts: readonly unknown[] = value;
  return parts.flatMap((part, at) =>
    typeof part === 'object' && part !== null ? fieldsOf(part, `${path}/${at}/`, above) : [],
  );
}

/** A sentence and what it means, such as a hint, belong together. */
function isWhole(value: object): boolean {
  const parts: unknown[] = Object.values(value);
  return cellsOf(value).size === 0 && parts.some((part) => part !== null && typeof part !== 'object');
}
