import type { RecordDetails, RegisterRecord } from '../../../../core/registries/record.js';
import type { OnUnknownStatus, Row } from '../../http/fields.js';

/** A row of a file. */
export interface FileRow {
  /** In the order of the layout's columns. */
  cells: string[];
  /** Where it begins in the file, counted from 1. */
  line: number;
}

/** Consecutive rows. Batches follow the chunks of the file: memory stays flat. */
export type ReadRows = (
  chunks: AsyncIterable<Buffer>,
  file: string,
  layout: PartLayout,
) => AsyncGenerator<readonly FileRow[]>;

/**
 * One kind of file inside what a register publishes: how its rows are read and what is kept of
 * them.
 */
export interface PartLayout {
  /** Names the kind; rows are stored under it. */
  part: string;
  /** What is kept, in the order it is stored. */
  columns: readonly string[];
  /** Holds the register's identifier, which ties the rows of one entity together. */
  idColumn: string;
  /** Holds a name by which the entity can be found, where the file has one. */
  nameColumns: readonly string[];
  read: ReadRows;
  /** Why these cells cannot be a row of this file; `undefined` when they can. */
  fault?: (cells: readonly string[]) => string | undefined;
}

/** All rows of one entity, by kind. */
export type Parts = Readonly<Record<string, readonly Row[] | undefined>>;

/** What a format is given to read rows with. */
export interface RowContext {
  unknownStatus: OnUnknownStatus;
}

/** For rows that nobody has asked for. */
export const UNCOUNTED: RowContext = { unknownStatus: () => undefined };

/** How the register's files are come by. */
export type Publication =
  | {
      /**
       * Offered for download to programs, by terms that allow it. `name` is what a browser would
       * call the file.
       */
      download: { origin: string; path: string; name: string };
    }
  | {
      download?: undefined;
      /** Why they are not downloaded by a program. */
      why: string;
      /** What a person fetches, and where. */
      what: string;
    };

/**
 * Everything in which one bulk register differs from another. A further register is another format.
 */
export interface BulkFormat {
  code: string;
  /** See `Registry.parserVersion`. */
  parserVersion: number;
  /** What the register publishes, for a person who offers something else. */
  publishes: string;
  published: Publication;
  /** `undefined` for files that are of no use here. `name` is the bare file name. */
  layoutOf(name: string): PartLayout | undefined;
  /** What a single file outside a ZIP is taken for when its own name says nothing. */
  usualName: string;
  /**
   * What `toRecord` has to see of an entity; the other parts are read for a deep verification only.
   */
  recordParts: readonly string[];
  /** `undefined` for rows that are not entities. */
  toRecord(parts: Parts, context: RowContext): RegisterRecord | undefined;
  details(parts: Parts): RecordDetails;
}
