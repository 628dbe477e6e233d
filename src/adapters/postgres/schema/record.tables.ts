import type { AlternativeDocument } from '../../../core/entities/entity-document.js';
import type { Finding, GivenEvidence } from '../../../core/matching/evidence/evidence.js';
import type { RecordOutcome, WayIn } from '../../../core/answers/record.js';
import type { Coverage, Tier } from '../../../core/registries/jurisdiction.js';
import type { EntityStatus } from '../../../core/registries/record.js';

/** The column `answer`: see migrations/0051_records.sql. */
export interface StoredAnswer {
  reasons?: (Omit<Finding, 'agrees'> & Partial<Pick<Finding, 'agrees'>>)[];
  alternatives?: AlternativeDocument[];
  coverage?: Coverage;
  as_of?: string;
  closest?: string[];
  error?: string;
}

export interface RecordRow {
  id: string;
  account_id: string;
  at: Date;
  via: WayIn;
  key_id: string | null;
  grant_id: string | null;
  member: string | null;
  job_id: string | null;
  search_id: string | null;
  watch_id: string | null;
  batch_id: string | null;
  line: number | null;
  reference: string | null;
  entity_name: string;
  asked_number: string | null;
  jurisdiction: string;
  tier: Tier;
  evidence: GivenEvidence | null;
  outcome: RecordOutcome;
  cached: boolean;
  entity_id: string | null;
  official_name: string | null;
  record_number: string | null;
  status: EntityStatus | null;
  good_standing: boolean | null;
  confidence: number | null;
  read_at: Date | null;
  answer: StoredAnswer | null;
  evidence_id: string | null;
  credits_charged: number;
  credits_refunded: number;
  decided_at: Date | null;
  erased: string[] | null;
}
