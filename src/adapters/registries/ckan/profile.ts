import type { Address, Officer, RegisterRecord } from '../../../core/registries/record.js';
import type { OnUnknownStatus, Row } from '../http/fields.js';
import type { PaceLimits } from '../http/throttle/throttle.js';

export interface RowContext {
  /** `YYYY-MM-DD` */
  today: string;
  unknownStatus: OnUnknownStatus;
}

/** Another resource of the same portal. */
interface Resource {
  resource: string;
  /** Matches `idColumn` of the main resource, with values of the same kind. */
  keyColumn: string;
}

/** Former names of the records of the main resource. */
export interface NameResource extends Resource {
  nameColumn: string;
  /** Last day of the name's use. */
  untilColumn: string;
}

export interface OfficerResource extends Resource {
  columns: readonly string[];
  toOfficer: (row: Row) => Officer[];
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
  /** Letters of names in this country that people type without their accents, in lower case. */
  accents?: string;
  formerNames?: NameResource;
  officers?: OfficerResource;
  /**
   * The row is of a person, such as a sole trader: it is never answered, and withheld by number.
   */
  isPerson?: (row: Row) => boolean;
  /**
   * A record may have several rows, one for each of its names: the first one is kept, with the
   * other names of all. Returns `undefined` for rows that are not entities. Throws `ChangedFormat`
   * with the name of a missing mandatory field.
   */
  toRecord: (row: Row, context: RowContext) => RegisterRecord | undefined;
  addressOf: (row: Row) => Address | null;
}
