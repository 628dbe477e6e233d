import type {
  ClaimedBatch,
  DueBatch,
  OpenRow,
  RetrievedRow,
  RowEnd,
  RowRegistration,
} from '../../../core/batches/ports.js';
import { alternativeDocument } from '../../../core/entities/entity-document.js';
import { toAnswerColumns } from '../client/record-columns.js';
import { fromUuid, toUuid } from '../../../core/ids.js';
import type { GivenEvidence } from '../../../core/matching/evidence/evidence.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import type { Failed } from '../../../core/verification/job.js';

export const OPEN_ROW =
  'r.line, r.custom_id, r.entity_name, r.jurisdiction, r.tier, r.name_key, r.record_number, r.price, r.evidence';

export interface OpenRowColumns {
  line: number;
  custom_id: string | null;
  entity_name: string;
  jurisdiction: string;
  tier: Tier;
  name_key: string;
  record_number: string | null;
  price: number;
  evidence: GivenEvidence | null;
}

export interface RetrievedRowColumns extends OpenRowColumns {
  since: Date;
  waits_since: Date;
  failure: Failed | null;
  evidence_id: string | null;
}

export interface ClaimedRow {
  id: string;
  account_id: string;
  key_id: string | null;
  grant_id: string | null;
  claimed_at: Date;
  is_revoked: boolean;
  key_jurisdictions: string[] | null;
  key_tiers: Tier[] | null;
  next_line: number;
  waiting_rows: number;
  waiting_credits: number;
}

export interface DueRow {
  id: string;
  due_at: number;
}

export function toDue({ id, due_at: claimNumber }: DueRow): DueBatch {
  return { id: fromUuid('bat', id), claimNumber };
}

export function toClaimed(row: ClaimedRow, claim: string): ClaimedBatch {
  return {
    id: fromUuid('bat', row.id),
    accountId: fromUuid('acc', row.account_id),
    keyId: row.key_id === null ? undefined : fromUuid('key', row.key_id),
    grantId: row.grant_id ?? undefined,
    claim,
    claimedAt: row.claimed_at,
    isRevoked: row.is_revoked,
    keyLimits: { jurisdictions: row.key_jurisdictions ?? undefined, tiers: row.key_tiers ?? undefined },
    nextLine: row.next_line,
    waiting: { rows: row.waiting_rows, credits: row.waiting_credits },
  };
}

export function toOpenRow(row: OpenRowColumns): OpenRow {
  return {
    line: row.line,
    customId: row.custom_id ?? undefined,
    entityName: row.entity_name,
    jurisdiction: row.jurisdiction,
    tier: row.tier,
    nameKey: row.name_key,
    recordNumber: row.record_number ?? undefined,
    ...(row.evidence && { evidence: row.evidence }),
    priceCredits: row.price,
  };
}

export function toRetrievedRow(row: RetrievedRowColumns): RetrievedRow {
  return {
    row: toOpenRow(row),
    since: row.since,
    waitsSince: row.waits_since,
    failure: row.failure ?? undefined,
    evidenceId: row.evidence_id === null ? undefined : fromUuid('evd', row.evidence_id),
  };
}

export function toEndColumns({ row, outcome, entity, closest, evidence, error, creditsCharged, ...end }: RowEnd) {
  const recorded = end.recorded && toAnswerColumns(end.recorded);
  return {
    line: row.line,
    outcome,
    entity_id: entity && toUuid(entity.id),
    official_name: entity?.officialName,
    status: entity?.status,
    good_standing: entity?.goodStanding,
    standing: entity?.standing,
    jurisdiction_id: entity?.jurisdictionId,
    confidence: entity?.confidence,
    registration: entity?.registration && toStoredRegistration(entity.registration),
    alternatives: outcome === 'review' ? entity?.alternatives.map(alternativeDocument) : closest?.map(toStoredName),
    findings: entity && entity.findings.length > 0 ? entity.findings : undefined,
    evidence_id: evidence && toUuid(evidence.id),
    is_earlier: evidence?.isEarlier === true,
    cached: end.isKnown === true,
    is_ours: end.isOurs === true,
    read_at: recorded?.read_at,
    answer: recorded?.answer,
    credits: creditsCharged,
    error,
  };
}

function toStoredRegistration({ kind, home }: RowRegistration): RowRegistration {
  return { kind, ...(home && { home }) };
}

/** Only the names are known when a register has no such business. */
const toStoredName = (name: string) => ({ entity_name: name });
