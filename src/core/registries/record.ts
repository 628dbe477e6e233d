/**
 * The legal state of an entity, in our closed vocabulary; the register's own word is in
 * `statusDetail`.
 */
export const ENTITY_STATUSES = [
  'active',
  'inactive',
  'dissolved',
  'suspended',
  'merged',
  'revoked',
  'unknown',
] as const;
export type EntityStatus = (typeof ENTITY_STATUSES)[number];

export interface Address {
  line1: string | null;
  line2: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  country: string | null;
}

export interface RegisteredAgent {
  name: string | null;
  address: Address | null;
}

export interface Officer {
  name: string;
  title: string | null;
  /** `YYYY-MM-DD`, set for officers who have left, who may also be omitted. */
  endDate?: string;
}

export interface Filing {
  /** `YYYY-MM-DD` */
  date: string | null;
  type: string | null;
}

export interface FilingHistorySummary {
  totalFilings: number | null;
  lastFilingDate: string | null;
  /** Newest first, at most ten. */
  recentFilings: Filing[];
}

/** Another name of the same record: a former or a trade name. */
export interface Alias {
  name: string;
  kind: 'former' | 'trade';
  /** First day in use, `YYYY-MM-DD`; left out where the register does not say. */
  from?: string;
  /** Last day in use, `YYYY-MM-DD`; left out where still in use or the register does not say. */
  until?: string;
}

/** Good standing inferred from a register's data, without the register stating it. */
export interface StandingHint {
  goodStanding: boolean;
  /** The reason, as a short English sentence. */
  because: string;
}

/**
 * Further facts in a register's first response: they confirm a record, or distinguish it from
 * another of its name, and are shown only at the deep tier.
 */
export interface Clues {
  office?: Address;
  /** The office is the registered seat, so a different town contradicts it. */
  isSeat?: true;
  officers?: Officer[];
  /** The text that the register lists in place of the name, with a state and a date behind it. */
  listedAs?: string;
}

export interface Home {
  /** `us-de`, or the country alone, `fr`; left out for a place that we do not know. */
  jurisdiction?: string;
  /** In the register's own words. */
  name?: string;
}

/** The seat of a business in a whole country, as far as the register publishes it. */
export interface Seat {
  /** The town, in the register's own words. */
  place?: string;
  /** The name of the region around it. */
  region?: string;
  /** ISO 3166-1, lower case. */
  country?: string;
  /** ISO 3166-2, lower case: `fr-ara`. */
  jurisdiction?: string;
}

/** A register's statement about another record: whose branch this is, or who took it over. */
export interface StatedRelation {
  relation: 'home' | 'branch' | 'predecessor' | 'successor';
  /** Left out where the register names none, or one we do not know. */
  jurisdiction?: string;
  number?: string;
  name?: string;
}

export interface Identifier {
  /**
   * A registration authority of GLEIF's list; where we know none, the ISO 3166-2 code of the
   * register.
   */
  scheme: string;
  value: string;
}

/**
 * An entity as in a register's first response: enough for a quick verification. `null` means "not
 * published".
 */
export interface RegisterRecord {
  /** The register's own identifier: stable, and unique within the jurisdiction. */
  id: string;
  /** The current official name, without additions of the register (status words, dates). */
  name: string;
  aliases: Alias[];
  status: EntityStatus;
  /** The register's own word for the status. */
  statusDetail: string | null;
  /**
   * As stated by the register; `null` where it does not state it. Never `true` for an entity in
   * liquidation or insolvency.
   */
  goodStanding: boolean | null;
  /** Only with `goodStanding: null`. */
  standingHint?: StandingHint;
  /** Set where the standing is not the one in company law. */
  standingBasis?: 'tax';
  entityType: string | null;
  /** `YYYY-MM-DD` */
  formationDate: string | null;
  /**
   * Formed under this jurisdiction's own law (`true`), registered there from elsewhere (`false`),
   * or not stated (`null`).
   */
  domestic: boolean | null;
  /** A branch of a business registered elsewhere too. */
  isBranch?: true;
  /** The place of formation, if elsewhere. */
  home?: Home;
  /** In a register of a whole country; `null` where the seat is not published. */
  seat?: Seat | null;
  relations?: StatedRelation[];
  /** Numbers of the same business in other lists. */
  identifiers?: Identifier[];
  /** A page of this record for people. */
  url: string | null;
  clues?: Clues;
  /**
   * A search result that says less about the standing or the seat than the record itself: its
   * detail and hint, or the places of the seat, are only part of what the register states.
   */
  isBrief?: true;
  /** The register no longer had it when it was read by number; a later reading clears it. */
  isGone?: true;
}

/**
 * An existing record for which the register does not publish whether it is the requested business.
 */
export interface WithheldRecord {
  id: string;
  /** `record`: all of it, since it was taken out of publication. */
  withholds: 'name' | 'seat' | 'record';
  /**
   * The rest of a record that has ended and shows its seat no longer: an answer about a record that
   * is known to belong here, and about no other.
   */
  ended?: RegisterRecord;
}

/** Returns the data found of a record that is known to belong here. */
export function ofKnown<T extends RegisterRecord>(
  found: T | WithheldRecord | undefined,
): T | RegisterRecord | WithheldRecord | undefined {
  return found && 'withholds' in found ? (found.ended ?? found) : found;
}

/** An existing record whose seat is not in the jurisdiction that was asked, but elsewhere. */
export interface MovedRecord {
  id: string;
  /**
   * The code of the jurisdiction of its seat, `fr-ara`, whether we cover it or not; `undefined` if
   * the register does not say which, or we do not know its code.
   */
  movedTo: string | undefined;
  /** The place of its seat, in the register's own words. */
  place?: string;
}

/** Returns the found record; `undefined` for a record of another jurisdiction, as for none. */
export function unlessMoved<T extends object>(found: T | MovedRecord | undefined): T | undefined {
  return found && 'movedTo' in found ? undefined : found;
}

/** Deep tier only. Each field is `null` where the register does not publish it. */
export interface RecordDetails {
  registeredAgent: RegisteredAgent | null;
  officers: Officer[] | null;
  principalAddress: Address | null;
  filingHistorySummary: FilingHistorySummary | null;
}

/** Details of a record that is listed but gone when it is read. */
export const NOTHING_MORE: RecordDetails = {
  registeredAgent: null,
  officers: null,
  principalAddress: null,
  filingHistorySummary: null,
};

export interface DetailedRecord extends RegisterRecord {
  details: RecordDetails;
}
