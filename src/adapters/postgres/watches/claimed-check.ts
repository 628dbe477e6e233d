import { fromUuid, newId, toUuid } from '../../../core/ids.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import type { Memory } from '../../../core/watches/comparison/judge.js';
import type { CheckEnd, ClaimedCheck } from '../../../core/watches/ports.js';
import type { DetailReadings } from '../../../core/watches/comparison/record-state.js';
import type { StoredReadings, WatchRow } from '../schema/watch.tables.js';

/** The driver parses `spent_month` to a `Date`, TypeORM to a string. */
export interface ClaimedRow extends Omit<WatchRow, 'spent_month'> {
  entity_name: string;
  record_id: string;
  due: Date;
  charged: boolean;
  within_budget: boolean;
  key_jurisdictions: string[] | null;
  key_tiers: Tier[] | null;
  claimed_at: Date;
}

export function toClaimed(row: ClaimedRow, claim: string): ClaimedCheck {
  return {
    watchId: fromUuid('wch', row.id),
    accountId: fromUuid('acc', row.account_id),
    keyId: row.key_id === null ? undefined : fromUuid('key', row.key_id),
    grantId: row.grant_id ?? undefined,
    entityId: fromUuid('ent', row.entity_id),
    entityName: row.entity_name,
    jurisdiction: row.jurisdiction,
    recordId: row.record_id,
    reference: row.reference ?? undefined,
    tier: row.tier,
    every: row.every,
    on: row.codes ?? undefined,
    jobId: row.check_job === null ? newId('job') : fromUuid('job', row.check_job),
    due: row.due,
    isRegular: !row.check_asked && row.next_check_at !== null,
    charged: row.charged,
    withinBudget: row.within_budget,
    keyLimits: { jurisdictions: row.key_jurisdictions ?? undefined, tiers: row.key_tiers ?? undefined },
    claim,
    claimedAt: row.claimed_at,
    memory: memoryOf(row),
  };
}

function memoryOf(row: ClaimedRow): Memory {
  return {
    jurisdiction: row.jurisdiction,
    seen: row.seen,
    seenAt: row.seen_at,
    seenParserVersion: row.seen_reading,
    detailReadings: toReadings(row.detail_readings ?? {}),
    lastCheckedAt: row.last_checked_at ?? undefined,
    unanswered: row.unanswered,
    unansweredSince: row.unanswered_since ?? undefined,
    unansweredReason: row.unanswered_reason ?? undefined,
    blindSince: row.blind_since ?? undefined,
    absentSince: row.absent_since ?? undefined,
  };
}

function toReadings(stored: StoredReadings): DetailReadings {
  return Object.fromEntries(
    Object.entries(stored).map(([part, { at, parserVersion }]) => [part, { at: new Date(at), parserVersion }]),
  );
}

export function toEndRow({ check, memory, spent, nextCheckAt }: CheckEnd) {
  return {
    watch: toUuid(check.watchId),
    due: check.due,
    seen: memory.seen,
    seen_at: memory.seenAt,
    seen_reading: memory.seenParserVersion,
    detail_readings: memory.detailReadings,
    last_checked_at: memory.lastCheckedAt,
    unanswered: memory.unanswered,
    unanswered_since: memory.unansweredSince,
    unanswered_reason: memory.unansweredReason,
    blind_since: memory.blindSince,
    absent_since: memory.absentSince,
    cost: spent,
    next_check_at: nextCheckAt,
  };
}
