import type { VerifiedEntity } from '../entities/verified-entity.js';
import type { Id } from '../ids.js';
import type { Coverage, Tier } from '../registries/jurisdiction.js';
import type { SourceFailure } from '../registries/ports.js';
import type { Hit } from '../entities/ranked-entity.js';

/**
 * pending → processing → completed | failed; an administrator's refund leads from any of them to refunded, and nothing leads out of
 * completed, failed (but for that) and refunded (contract, section 3).
 */
export const JOB_STATUSES = ['pending', 'processing', 'completed', 'failed', 'refunded'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Three tries in total; the pauses before the second and the third. */
export const RETRY_PAUSES_MS: readonly number[] = [1_000, 4_000];
export const MAX_ATTEMPTS = RETRY_PAUSES_MS.length + 1;
/** A retrieval that got no turn at its register for so long has failed. */
export const LONGEST_WAIT_FOR_A_TURN_MS = 3_600_000;

export interface Found {
  kind: 'found';
  entityId: Id<'ent'>;
  data: VerifiedEntity;
}

/** The register was searched to the end and has no such name: a result like any other, and billed. */
export interface NoMatch {
  kind: 'no_match';
  jurisdiction: string;
  entityName: string;
  coverage: Coverage;
  closest: string[];
}

/** The register gave no answer, and the credits went back. `error` starts with the category. */
export interface Failed {
  kind: 'failed';
  failure: SourceFailure;
  error: string;
}

/** One jurisdiction's share of a search, the best first; none is a result too, and billed. */
export interface Hits {
  kind: 'hits';
  jurisdiction: string;
  hits: Hit[];
}

export type JobResult = Found | NoMatch | Hits | Failed;

export interface Job {
  id: Id<'job'>;
  accountId: Id<'acc'>;
  entityName: string;
  jurisdiction: string;
  tier: Tier;
  /** What was charged at first. */
  amountCredits: number;
  status: JobStatus;
  /** There once the job has completed or failed. */
  result: JobResult | undefined;
}

export function failed(failure: SourceFailure, reason: string): Failed {
  const category = failure === 'timeout' ? 'DATA_SOURCE_TIMEOUT' : 'DATA_SOURCE_UNAVAILABLE';
  return { kind: 'failed', failure, error: `${category}: ${reason}` };
}
