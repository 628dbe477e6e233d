import type { Tier } from './jurisdiction.js';
import { cellsOf, type Cell } from './reading.js';

/** A request to a register and its response, without anything that identifies who asked. */
export interface Exchange {
  method: 'GET' | 'POST' | 'EDITION';
  /** Without credentials. */
  url: string;
  /** Body of a POST. */
  sent?: { type: string; text: string } | undefined;
  status: number;
  /** Response headers that describe the body. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** It holds the record of a person: only its digest and size may be kept. */
  isPrivate?: true;
  retrievedAt: Date;
  /** Set after a 304: when the unchanged body was received. */
  unchangedSince?: Date | undefined;
}

export interface WitnessedExchange extends Exchange {
  tier: Tier;
  /**
   * The one record it was asked for, by its number, so that it says nothing of the name that was
   * asked, nor of other records.
   */
  recordId?: string | undefined;
}

/** The location of a field: an exchange, and a pointer into its body. */
export type FieldSource = readonly [exchange: number, pointer: string];

/** By path of the field in the record: `name`, `officers/0/title`. */
export type FieldSources = Readonly<Record<string, readonly FieldSource[]>>;

/** Field locations of a record, by the tier they were read for. */
export type RecordSources = { readonly [T in Tier]?: FieldSources };

/** Locates objects in a body, as pointers in its format. */
export type Locate = (rows: ReadonlySet<object>) => ReadonlyMap<object, (column: string) => string>;

/** Records a register's exchanges for one question, and locates the fields of a record in them. */
export class Witness {
  private tier: Tier = 'quick';
  private recordId: string | undefined;
  /** Digest of the files of a mirrored register that answered, where known. */
  edition: string | undefined;
  private readonly heard: { exchange: WitnessedExchange; locate: Locate }[] = [];
  private keepRows: ((ids: readonly string[] | undefined) => void) | undefined;

  get exchanges(): readonly WitnessedExchange[] {
    return this.heard.map(({ exchange }) => exchange);
  }

  /** The following exchanges read one record, by its number. */
  turnTo(tier: Tier, recordId: string | undefined): void {
    this.tier = tier;
    this.recordId = recordId;
  }

  /** All exchanges so far read this one record, by its number. */
  found(recordId: string): void {
    for (const { exchange } of this.heard) exchange.recordId = recordId;
  }

  hear(exchange: Exchange, locate: Locate, recordId = this.recordId): void {
    this.heard.push({ exchange: { ...exchange, tier: this.tier, recordId }, locate });
  }

  /**
   * For a register that is read row by row: `keep` records the rows with these ids or, without ids,
   * the nearest ones.
   */
  hearOnDemand(keep: (ids: readonly string[] | undefined) => void): void {
    this.keepRows = keep;
  }

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

  /** Call this when no record is kept, so that the search itself is the evidence. */
  hearSearch(): void {
    this.keepRows?.(undefined);
  }
}

/** Uses the first exchange with the object, the one it was read from. */
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
 * Lists the single values of a record. A value without a cell follows from the record's existence,
 * so its location is the record's identifier, or whatever identifies the part.
 */
function fieldsOf(part: object, before: string, above: readonly Cell[]): ReadField[] {
  const cells = cellsOf(part);
  const [first] = cells.values();
  const identity = cells.get('id') ?? cells.get('name') ?? first ?? above;
  return Object.keys(part).flatMap((name) => {
    // Never shown.
    if (name === 'clues' || name === 'isBrief' || name === 'isGone') return [];
    const value = (part as Record<string, unknown>)[name];
    if (value === null || value === undefined) return [];
    const path = `${before}${name}`;
    const own = cells.get(name);
    if (typeof value !== 'object') return [{ path, cells: own ?? identity }];
    const inner = fieldsOfParts(value, path, own ?? identity);
    return inner ?? [{ path, cells: own ?? identity }];
  });
}

/** Returns `undefined` for a value that was read as a whole. */
function fieldsOfParts(value: object, path: string, above: readonly Cell[]): ReadField[] | undefined {
  if (!Array.isArray(value)) return isWhole(value) ? undefined : fieldsOf(value, `${path}/`, above);
  const parts: readonly unknown[] = value;
  return parts.flatMap((part, at) =>
    typeof part === 'object' && part !== null ? fieldsOf(part, `${path}/${at}/`, above) : [],
  );
}

/** A sentence and its meaning, such as a hint, belong together. */
function isWhole(value: object): boolean {
  const parts: unknown[] = Object.values(value);
  return cellsOf(value).size === 0 && parts.some((part) => part !== null && typeof part !== 'object');
}
