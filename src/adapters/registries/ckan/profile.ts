import type { Address, RegisterRecord } from '../../../core/registries/record.js';
import type { OnUnknownStatus, Row } from '../http/fields.js';
import type { PaceLimits } from '../http/throttle/throttle.js';

export interface RowContext {
  /** `YYYY-MM-DD` */
  today: string;
  unknownStatus: OnUnknownStatus;
}

/** Everything that differs between CKAN registers. To add a register, add a profile. */
export interface CkanProfile {
  /** See `Registry.parserVersion`. */
  parserVersion: number;
  origin: string;
  /** Of `datastore_search`. */
  path: string;
  pace: PaceLimits;
  resource: string;
  idColumn: string;
  /** The column holds numbers. The portal refuses a filter with anything else. */
  idIsNumber?: true;
  nameColumn: string;
  /** The columns that are read. If one is gone, the portal refuses the query. */
  columns: readonly string[];
  /**
   * A record may have several rows, one for each of its names: the first one is kept, with the other
   * names of all. Returns `undefined` for rows that are not entities. Throws `ChangedFormat` with
   * the name of a missing mandatory field.
   */
  toRecord: (row: Row, context: RowContext) => RegisterRecord | undefined;
  addressOf: (row: Row) => Address | null;
}
