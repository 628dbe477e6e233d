import type { Entity } from '../../entities/entity.js';
import { minimalDetails } from '../../entities/personal-data.js';
import { standingOf } from '../../entities/verified-entity.js';
import type { Tier } from '../../registries/jurisdiction.js';
import type { EntityStatus, RecordDetails, RegisterRecord, StandingHint } from '../../registries/record.js';

/** The parts of a record that can change, as stored between two checks. */
export interface RecordState {
  /** `false` once a complete search did not have the record; the rest is from the last reading. */
  listed: boolean;
  /** Set while its seat is in another jurisdiction; `null`: the register does not say which. */
  movedTo?: string | null;
  name: string;
  status: EntityStatus;
  goodStanding: boolean | null;
  /** Missing in states of version 0.2.0, like `standingHint`: a missing part says nothing. */
  statusDetail?: string | null;
  standingHint?: StandingHint | null;
  /** From a list of results that has less of a record than the record itself. */
  isBrief?: true;
  /** Set once the record was read deep. A `null` part was not published, and says nothing. */
  details?: RecordDetails;
}

const DETAIL_PARTS = ['registeredAgent', 'officers', 'principalAddress', 'filingHistorySummary'] as const;
type DetailPart = (typeof DETAIL_PARTS)[number];

/** When a part of a state was read, and by which version of the parser. */
export interface PartReading {
  at: Date;
  parserVersion: number;
}

/** The details of a state, part by part, by their last reading that published them. */
export type DetailReadings = Partial<Record<DetailPart, PartReading>>;

/** For a reading whose version was not stored: it equals no version of a parser. */
export const UNKNOWN_PARSER_VERSION = 0;

/** Returns the state in the words of an answer: a name may tell the standing. */
export function recordStateOf(
  { jurisdiction, record, deep }: Pick<Entity, 'jurisdiction' | 'deep'> & { record: RegisterRecord },
  tier: Tier,
): RecordState {
  const { name, status } = record;
  const { goodStanding, statusDetail, standingHint = null } = standingOf(record, jurisdiction);
  const details = tier === 'deep' ? deep?.details : undefined;
  return {
    listed: true,
    name,
    status,
    goodStanding,
    statusDetail,
    standingHint,
    ...(details && { details: minimalDetails(details) }),
  };
}

export function gone(before: RecordState): RecordState {
  return { ...before, listed: false };
}

export function moved(before: RecordState, movedTo: string | null): RecordState {
  return { ...before, listed: false, movedTo };
}

/** Merges a new reading; a part the register did not publish this time keeps its last value. */
export function latest(before: RecordState, after: RecordState): RecordState {
  const details = before.details && after.details ? merged(before.details, after.details) : after.details;
  const known = details ?? before.details;
  return { ...after, ...(known && { details: known }) };
}

/** Dates the parts that a reading published. */
export function readingsOf(details: RecordDetails | undefined, reading: PartReading): DetailReadings {
  const published = DETAIL_PARTS.filter((part) => details && details[part] !== null);
  return Object.fromEntries(published.map((part) => [part, reading]));
}

export function isDetailPart(field: string): field is DetailPart {
  return DETAIL_PARTS.some((part) => part === field);
}

function merged(before: RecordDetails, after: RecordDetails): RecordDetails {
  return {
    registeredAgent: after.registeredAgent ?? before.registeredAgent,
    officers: after.officers ?? before.officers,
    principalAddress: after.principalAddress ?? before.principalAddress,
    filingHistorySummary: after.filingHistorySummary ?? before.filingHistorySummary,
  };
}
