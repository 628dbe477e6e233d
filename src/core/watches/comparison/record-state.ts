import type { Entity } from '../../entities/entity.js';
import { minimalDetails } from '../../entities/personal-data.js';
import type { Tier } from '../../registries/jurisdiction.js';
import type { EntityStatus, RecordDetails } from '../../registries/record.js';

/** What a watch remembers of a record between two checks: what can change, and nothing else. */
export interface RecordState {
  /**
   * `false` once the register was searched to the end and did not have the record; the rest is then
   * what was read last.
   */
  listed: boolean;
  name: string;
  status: EntityStatus;
  goodStanding: boolean | null;
  /**
   * There once the record was read deep. A part that is `null` was not published, and says nothing.
   */
  details?: RecordDetails;
}

/** What an entity says now, as deep as `tier` may see. */
export function recordStateOf({ record, deep }: Pick<Entity, 'record' | 'deep'>, tier: Tier): RecordState {
  const { name, status, goodStanding } = record;
  const details = tier === 'deep' ? deep?.details : undefined;
  return { listed: true, name, status, goodStanding, ...(details && { details: minimalDetails(details) }) };
}

/** The record is not listed any more. */
export function gone(before: RecordState): RecordState {
  return { ...before, listed: false };
}

/**
 * What is known after `after` was read: a part that the register did not publish this time is kept
 * as it was read last.
 */
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
