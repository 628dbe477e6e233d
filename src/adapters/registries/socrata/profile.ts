import type { Alias, RecordDetails, RegisterRecord } from '../../../core/registries/record.js';
import type { OnUnknownStatus, Row } from '../http/fields.js';
import type { NameColumn } from './name-forms.js';

/** A dataset that knows further names of the entities in the main one. */
export interface NameDataset extends NameColumn {
  dataset: string;
  /** Holds the value that `mainColumn` has in the main dataset. */
  keyColumn: string;
  mainColumn: string;
  kind: Alias['kind'];
  /** The day from which the name was borne, and the last one, where the dataset has them. */
  fromColumn?: string;
  untilColumn?: string;
  /** Restricts the dataset to names that are not current ones. */
  condition?: string;
  /** True for a row whose name is borne no more. */
  ended?(row: Row): boolean;
  /**
   * True where the columns are not documented: a portal that does not know them is then not asked
   * again, and nothing is lost.
   */
  unproven?: boolean;
}

/** Parameters of one request without their `$`. */
export interface RowQuery {
  select?: string;
  where: string;
  group?: string;
  order?: string;
  limit?: number;
}

/** Asks a sibling dataset of the same portal. */
export type AskRows = (dataset: string, query: RowQuery) => Promise<Row[]>;

/** What a profile is given to read rows with. */
export interface RowContext {
  /** `YYYY-MM-DD` */
  today: string;
  unknownStatus: OnUnknownStatus;
}

/**
 * Everything in which one Socrata register differs from another. A further register is another
 * profile.
 */
export interface SocrataProfile extends NameColumn {
  code: string;
  /** See `Registry.parserVersion`. */
  parserVersion: number;
  origin: string;
  dataset: string;
  idColumn: string;
  /** Further columns with numbers by which a record is known, beside `idColumn`. */
  numberColumns?: readonly string[];
  /**
   * Where the register has one. An answer of many rows of which none holds it means that the column
   * is gone.
   */
  statusColumn?: string;
  /**
   * What a quick verification reads; a column that is gone makes the register refuse the query,
   * which is how we learn of it.
   */
  columns: readonly string[];
  /**
   * True where an entity has a row for each of its addresses or parties: then the portal is asked
   * to fold them into one.
   */
  severalRowsPerEntity?: boolean;
  aliases: readonly NameDataset[];
  /**
   * `undefined` for rows that are not entities, such as reserved names. Throws `ChangedFormat`
   * naming a missing mandatory field.
   */
  toRecord(row: Row, context: RowContext): RegisterRecord | undefined;
  /** `row` holds all columns of the main dataset. */
  details(row: Row, ask: AskRows): Promise<RecordDetails>;
}
