import type { Entity } from '../../entities/entity.js';
import { minimalDetails } from '../../entities/personal-data.js';
import type { Tier } from '../../registries/jurisdiction.js';
import type { EntityStatus, RecordDetails } from '../../registries/record.js';

/** The parts of a record that can change, as stored between two checks. */
export interface RecordState {
  /** `false` once a complete search did not have the record; the rest is from the last reading. */
  listed: boolean;
  name: string;
  status: EntityStatus;
  goodStanding: boolean | null;
  /** Set once the record was read deep. A `null` part was not published, and says nothing. */
  details?: RecordDetails;
}

export function recordStateOf({ record, deep }: Pick<Entity, 'record' | 'deep'>, tier: Tier): RecordState {
  const { name, status, goodStanding } = record;
  const details = tier === 'deep' ? deep?.details : undefined;
  return { listed: true, name, status, goodStanding, ...(details && { details: minimalDetails(details) }) };
}

export function gone(before: RecordState): RecordState {
  return { ...before, listed: false };
}

/** Merges a new reading; a part the register did not publish this time keeps its last value. */
export function latest(before: RecordState, after: RecordState): RecordState {
  const details = before.details && after.details ? merged(before.details, after.details) : after.details;
  const known = details ?? before.details;
  return { ...after, ...(known && { details: known }) };
}

function merged(before: RecordDetails, after: RecordDetails): RecordDetails {
  return {
    registeredAgent: after.registeredAgent ?? before.registeredAgent,
    officers: after.officers ?? before.officers,
    principalAddress: after.principalAddress ?? before.principalAddress,
    filingHistorySummary: after.filingHistorySummary ?? before.filingHistorySummary,
  };
}
