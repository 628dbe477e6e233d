import type { Alias, RecordDetails, RegisterRecord } from '../../../core/registries/record.js';
import type { OnUnknownStatus, Row } from '../http/fields.js';
import type { NameColumn } from './name-forms.js';
import type { Registrations } from './registrations.js';

/** A dataset with additional names of the entities in the main one. */
export interface NameDataset extends NameColumn {
  dataset: string;
  /** Matches `mainColumn` of the main dataset. */
  keyColumn: string;
  mainColumn: string;
  kind: Alias['kind'];
  /** First and last day of the name's use, if the dataset has them. */
  fromColumn?: string;
  untilColumn?: string;
  /** Restricts the dataset to names that are not current. */
  condition?: string;
  /** `true` for a row whose name is no longer used. */
  ended?(row: Row): boolean;
  /**
   * The columns are not documented. A portal that does not know them is not asked again, and
   * nothing is lost.
   */
  unproven?: boolean;
}

/** Parameters of one request, without their `$`. */
export interface RowQuery {
  select?: string;
  where: string;
  group?: string;
  order?: string;
  limit?: number;
}

/** Queries another dataset of the same portal. */
export type AskRows = (dataset: string, query: RowQuery) => Promise<Row[]>;

export interface RowContext {
  /** `YYYY-MM-DD` */
  today: string;
  unknownStatus: OnUnknownStatus;
}

/** Everything that differs between Socrata registers. To add a register, add a profile. */
export interface SocrataProfile extends NameColumn {
  code: string;
  /** See `Registry.parserVersion`. */
  parserVersion: number;
  origin: string;
  dataset: string;
  /** Restricts every query of the main dataset, for rows that are never to be read. */
  condition?: string;
  idColumn: string;
  /** Columns with other numbers of a record, besides `idColumn`. */
  numberColumns?: readonly string[];
  /** Set if the register has one. If many rows arrive and none has a value, the column is gone. */
  statusColumn?: string;
  /**
   * The columns a quick verification reads. If one is gone, the register refuses the query, which
   * is how we learn of it.
   */
  columns: readonly string[];
  /** An entity has one row per address or party. The portal is then asked to group them. */
  severalRowsPerEntity?: boolean;
  /** One number may have several rows: all rows of the numbers found are then read. */
  registrations?: Registrations;
  aliases: readonly NameDataset[];
  /**
   * Returns `undefined` for rows that are not entities, such as reserved names. Throws
   * `ChangedFormat` with the name of a missing mandatory field.
   */
  toRecord(row: Row, context: RowContext): RegisterRecord | undefined;
  /** `row` has all columns of the main dataset. */
  details(row: Row, ask: AskRows): Promise<RecordDetails>;
}
