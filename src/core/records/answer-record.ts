import type { Id } from '../ids.js';
import type { AlternativeDocument } from '../entities/entity-document.js';
import type { Finding } from '../matching/evidence/evidence.js';
import type { GivenAddress } from '../matching/addresses/parse-address.js';
import type { Coverage, Tier } from '../registries/jurisdiction.js';
import type { EntityStatus } from '../registries/record.js';
import type { RecordOutcome, WayIn } from '../answers/record.js';
import type { RecordDecision } from '../verification/decision.js';

/** A question, who asked it, and its answer. */
export interface AnswerRecord {
  id: Id<'rec'>;
  accountId: Id<'acc'>;
  at: Date;
  via: WayIn;
  /** The key, the application, or the person at the console. */
  by: { keyId: Id<'key'> | undefined; grantId: string | undefined; member: string | undefined };
  jobId: Id<'job'> | undefined;
  searchId: Id<'srch'> | undefined;
  watchId: Id<'wch'> | undefined;
  row: { batchId: Id<'bat'>; line: number } | undefined;
  question: {
    entityName: string;
    recordNumber: string | undefined;
    jurisdiction: string;
    tier: Tier;
    address: GivenAddress | undefined;
    officer: string | undefined;
  };
  reference: string | undefined;
  outcome: RecordOutcome;
  /** Answered by what an earlier question had retrieved. */
  cached: boolean;
  /** `undefined` when no business was found. */
  business: FoundBusiness | undefined;
  /** `undefined` when a business was found. */
  search: RecordedSearch | undefined;
  evidenceId: Id<'evd'> | undefined;
  /** SHA-256 of each response of the register, hexadecimal. */
  digests: readonly string[];
  creditsCharged: number;
  creditsRefunded: number;
  /** In order; the last one holds. */
  decisions: readonly RecordDecision[];
  /** Fields that read `[erased]`. */
  erased: readonly string[];
}

export interface FoundBusiness {
  entityId: Id<'ent'> | undefined;
  snapshotId: Id<'snp'> | undefined;
  officialName: string | undefined;
  recordNumber: string | undefined;
  status: EntityStatus | undefined;
  goodStanding: boolean | null;
  confidence: number | undefined;
  reasons: readonly Finding[] | undefined;
  alternatives: readonly AlternativeDocument[] | undefined;
}

export interface RecordedSearch {
  /** The register was searched to the end. */
  complete: boolean;
  coverage: Coverage;
  /** Date of the edition, for a register that is published as a file. */
  asOf: string | undefined;
  closest: readonly string[];
}
