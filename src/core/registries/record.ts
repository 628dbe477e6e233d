/**
 * The legal state of an entity in our closed vocabulary; the register's own word travels beside it
 * as `statusDetail`.
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
  /** `YYYY-MM-DD`; officers who have left carry it, or are left out. */
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

/**
 * Another name by which a register knows the same record: one it bore before, or one it trades
 * under.
 */
export interface Alias {
  name: string;
  kind: 'former' | 'trade';
  /** `YYYY-MM-DD`, the first day it was borne; left out where the register does not say. */
  from?: string;
  /** `YYYY-MM-DD`, the last day; left out where it is still borne or the register does not say. */
  until?: string;
}

/** Good standing that follows from what a register says without the register stating it. */
export interface StandingHint {
  goodStanding: boolean;
  /** What it follows from, as a short English sentence. */
  because: string;
}

/**
 * What a register's first answer tells besides: it confirms a record, or tells it from another of
 * its name, and is shown only where the deep tier shows it.
 */
export interface Clues {
  office?: Address;
  /** The office is the registered seat, which another town contradicts. */
  isSeat?: true;
  officers?: Officer[];
}

/** Where a business was formed, as a register says it. */
export interface Home {
  /** `us-de`; left out for a place that is no state or province that we know. */
  jurisdiction?: string;
  /** In the register's own words. */
  name?: string;
}

/** What a register says of another record: whose branch this is, or who took it over. */
export interface StatedRelation {
  relation: 'home' | 'branch' | 'predecessor' | 'successor';
  /** Left out where the register names none, or one that we do not know. */
  jurisdiction?: string;
  /** The number of the other record in its register. */
  number?: string;
  name?: string;
}

/** A number by which a business is known, and the list that the number is from. */
export interface Identifier {
  /**
   * A registration authority of GLEIF's list; where that has none that we know, the ISO 3166-2 code
   * of the register.
   */
  scheme: string;
  value: string;
}

/**
 * What a register's first answer says of one entity: enough for a quick verification. `null` means
 * "not published".
 */
export interface RegisterRecord {
  /** The register's own identifier: stable, and unique within the jurisdiction. */
  id: string;
  /** The current official name, freed of what the register appends to it (status words, dates). */
  name: string;
  aliases: Alias[];
  status: EntityStatus;
  /** The register's own word for the status. */
  statusDetail: string | null;
  /**
   * What the register states; `null` where it states nothing. Never true for an entity in
   * liquidation or insolvency.
   */
  goodStanding: boolean | null;
  /** Only beside `goodStanding: null`. */
  standingHint?: StandingHint;
  /** What the standing is about where it is not the standing in company law. */
  standingBasis?: 'tax';
  entityType: string | null;
  /** `YYYY-MM-DD` */
  formationDate: string | null;
  /**
   * Formed under this jurisdiction's own law (true), registered there from elsewhere (false), or
   * not said (null).
   */
  domestic: boolean | null;
  /** A branch of a business that is registered elsewhere too. */
  isBranch?: true;
  /** Where it was formed, when that is elsewhere. */
  home?: Home;
  /** What it says of other records. */
  relations?: StatedRelation[];
  /** Numbers of the same business in other lists. */
  identifiers?: Identifier[];
  /** A page about this record that a person can open. */
  url: string | null;
  clues?: Clues;
}

/**
 * A record that exists, of which the register does not publish what would say whether it is the
 * business asked for.
 */
export interface WithheldRecord {
  id: string;
  /** `record`: all of it, since it was taken out of publication. */
  withholds: 'name' | 'seat' | 'record';
}

/**
 * What only a deep verification shows. Each field is `null` where the register does not publish it.
 */
export interface RecordDetails {
  registeredAgent: RegisteredAgent | null;
  officers: Officer[] | null;
  principalAddress: Address | null;
  filingHistorySummary: FilingHistorySummary | null;
}

/** Of a record that is listed and gone on reading. */
export const NOTHING_MORE: RecordDetails = {
  registeredAgent: null,
  officers: null,
  principalAddress: null,
  filingHistorySummary: null,
};

export interface DetailedRecord extends RegisterRecord {
  details: RecordDetails;
}
