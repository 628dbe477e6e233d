import { fromUuid, newId, toUuid } from '../../../core/ids.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import type { ChangeCode } from '../../../core/watches/comparison/compare.js';
import type { BlindReason } from '../../../core/watches/event.js';
import type { Memory } from '../../../core/watches/comparison/judge.js';
import type { CheckEnd, ClaimedCheck } from '../../../core/watches/ports.js';
import type { RecordState } from '../../../core/watches/comparison/record-state.js';
import type { Period } from '../../../core/watches/watch.js';

export interface ClaimedRow {
  id: string;
  account_id: string;
  key_id: string | null;
  grant_id: string | null;
  entity_id: string;
  entity_name: string;
  jurisdiction: string;
  record_id: string;
  tier: Tier;
  every: Period;
  codes: ChangeCode[] | null;
  check_job: string | null;
  due: Date;
  check_asked: boolean;
  next_check_at: Date | null;
  charged: boolean;
  within_budget: boolean;
  claimed_at: Date;
  seen: RecordState;
  seen_at: Date;
  seen_reading: number;
  last_checked_at: Date | null;
  unanswered: number;
  unanswered_since: Date | null;
  unanswered_reason: BlindReason | null;
  blind_since: Date | null;
  absent_since: Date | null;
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
    tier: row.tier,
    every: row.every,
    on: row.codes ?? undefined,
    jobId: row.check_job === null ? newId('job') : fromUuid('job', row.check_job),
    due: row.due,
    isRegular: !row.check_asked && row.next_check_at !== null,
    charged: row.charged,
    withinBudget: row.within_budget,
    claim,
    claimedAt: row.claimed_at,
    memory: memoryOf(row),
  };
}

function memoryOf(row: ClaimedRow): Memory {
  return {
    seen: row.seen,
    seenAt: row.seen_at,
    seenParserVersion: row.seen_reading,
    lastCheckedAt: row.last_checked_at ?? undefined,
    unanswered: row.unanswered,
    unansweredSince: row.unanswered_since ?? undefined,
    unansweredReason: row.unanswered_reason ?? undefined,
    blindSince: row.blind_since ?? undefined,
    absentSince: row.absent_since ?? undefined,
  };
}

export function toEndRow({ check, memory, spent, nextCheckAt }: CheckEnd) {
  return {
    watch: toUuid(check.watchId),
    due: check.due,
    seen: memory.seen,
    seen_at: memory.seenAt,
    seen_reading: memory.seenParserVersion,
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
