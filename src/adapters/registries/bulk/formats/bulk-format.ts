import type { RecordDetails, RegisterRecord } from '../../../../core/registries/record.js';
import type { OnUnknownStatus, Row } from '../../http/fields.js';

export interface FileRow {
  /** In the order of the layout's columns. */
  cells: string[];
  /** The line it begins on, counted from 1. */
  line: number;
}

/** Yields consecutive rows. Batches follow the file's chunks, so memory use stays flat. */
export type ReadRows = (
  chunks: AsyncIterable<Buffer>,
  file: string,
  layout: PartLayout,
) => AsyncGenerator<readonly FileRow[]>;

/**
 * One kind of file that a register publishes: how its rows are read, and which columns are stored.
 */
export interface PartLayout {
  /** Name of the kind, stored with its rows. */
  part: string;
  /** The stored columns, in storage order. */
  columns: readonly string[];
  /** Column with the register's identifier, which links the rows of one entity. */
  idColumn: string;
  /** Columns with a name by which the entity can be found. Empty if the file has none. */
  nameColumns: readonly string[];
  read: ReadRows;
  /** Returns why these cells cannot be a row of this file. `undefined` if they can. */
  fault?: (cells: readonly string[]) => string | undefined;
  /**
   * Whether a row is left out: one of a person, of which nothing is kept but that there was one.
   */
  leavesOut?: (cells: readonly string[]) => boolean;
}

/** All rows of one entity, by part. */
export type Parts = Readonly<Record<string, readonly Row[] | undefined>>;

export interface RowContext {
  unknownStatus: OnUnknownStatus;
}

/** Ignores unknown statuses, for rows that no request asked for. */
export const UNCOUNTED: RowContext = { unknownStatus: () => undefined };

export interface PublishedFile {
  path: string;
  /** The file name a browser would use. */
  name: string;
}

export type Publication =
  | {
      /**
       * Offered to programs for download under terms that allow it: one file, or several that make
       * one edition.
       */
      download: { origin: string; files: readonly [PublishedFile, ...PublishedFile[]] };
    }
  | {
      download?: undefined;
      /** The reason why no program downloads the files. */
      why: string;
      /** The files that a person has to fetch, and from where. */
      what: string;
    };

/** Everything that differs between bulk registers. To add a register, add a format. */
export interface BulkFormat {
  code: string;
  /** See `Registry.parserVersion`. */
  parserVersion: number;
  /** The files the register publishes, in words, for someone who supplies others. */
  publishes: string;
  published: Publication;
  /** `undefined` for files that are not needed. `name` is the base name. */
  layoutOf(name: string): PartLayout | undefined;
  /** The name assumed for a single file outside a ZIP if its own name says nothing. */
  usualName: string;
  /** The parts that `toRecord` needs. Other parts are only read for deep verifications. */
  recordParts: readonly string[];
  /**
   * Parts that make an edition only together, with the name of their file: without one of them, a
   * business would be missing.
   */
  together?: Readonly<Record<string, string>>;
  /** `undefined` for rows that are not entities. */
  toRecord(parts: Parts, context: RowContext): RegisterRecord | undefined;
  details(parts: Parts): RecordDetails;
}
