import type { Question } from '../entities/fresh-answer.js';
import type { Found } from '../entities/verified-entity.js';
import type { Id } from '../ids.js';
import type { Coverage, Tier } from '../registries/jurisdiction.js';
import type { SourceFailure } from '../registries/ports.js';
import type { GivenEvidence } from '../matching/evidence/evidence.js';
import type { Hit } from '../entities/ranked-entity.js';

/**
 * pending → processing → completed | failed; an administrator's refund leads from any of them to
 * refunded, and nothing leads out of completed, failed (but for that) and refunded (contract,
 * section 3).
 */
export const JOB_STATUSES = ['pending', 'processing', 'completed', 'failed', 'refunded'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export function isUnfinished({ status }: { status: JobStatus }): boolean {
  return status === 'pending' || status === 'processing';
}

/** Three tries in total; the pauses before the second and the third. */
export const RETRY_PAUSES_MS: readonly number[] = [1_000, 4_000];
export const MAX_ATTEMPTS = RETRY_PAUSES_MS.length + 1;
/** A retrieval that its register's throttle has held back for this long fails. */
export const MAX_THROTTLED_MS = 3_600_000;

/**
 * The register was searched to the end and has no such name: a result like any other, and billed.
 */
export interface NoMatch {
  kind: 'no_match';
  jurisdiction: string;
  entityName: string;
  coverage: Coverage;
  closest: string[];
  /**
   * When a number was asked for: that number, and whether another business bears it, which
   * `closest` then names.
   */
  byNumber?: { number: string; found: boolean };
}

/** A confirmed no-match in answer to a question; one by number says what became of the number. */
export function noMatch(
  { entityName, jurisdiction, recordNumber: number }: Pick<Question, 'entityName' | 'jurisdiction' | 'recordNumber'>,
  { closest, coverage }: { closest: string[]; coverage: Coverage },
): NoMatch {
  const result: NoMatch = { kind: 'no_match', jurisdiction, entityName, coverage, closest };
  return number === undefined ? result : { ...result, byNumber: { number, found: closest.length > 0 } };
}

/**
 * What a failure was in particular. Asking again never helps with the first two.
 * `search_incomplete`: it lists more similar names than can be read; another name helps.
 * `record_withheld`: it has the number, and does not publish whose it is. `overloaded`: it was not
 * asked, since more wanted to ask it than it allows.
 */
export type FailureReason = 'search_incomplete' | 'record_withheld' | 'overloaded';

/** The register gave no answer, and the credits went back. `error` starts with the category. */
export interface Failed {
  kind: 'failed';
  failure: SourceFailure;
  error: string;
  reason?: FailureReason;
  /** When the register may be asked again, as it said or our throttle knew when it failed. */
  retryAfterSeconds?: number;
}

/** One jurisdiction's share of a search, the best first; none is a result too, and billed. */
export interface Hits {
  kind: 'hits';
  jurisdiction: string;
  hits: Hit[];
  /**
   * Which entities were searched, and as of which day (`YYYY-MM-DD`); results from before this was
   * kept lack it.
   */
  scope?: { asOf: string; coverage: Coverage };
}

export type JobResult = Found | NoMatch | Hits | Failed;

export interface Job {
  id: Id<'job'>;
  accountId: Id<'acc'>;
  entityName: string;
  jurisdiction: string;
  tier: Tier;
  /** What else than the name was given. */
  evidence?: GivenEvidence | undefined;
  /** What was charged at first. */
  amountCredits: number;
  status: JobStatus;
  /** There once the job has completed or failed. */
  result: JobResult | undefined;
}

export function failed(failure: SourceFailure, words: string, reason?: FailureReason): Failed {
  return { kind: 'failed', failure, error: `${codeOf(failure)}: ${words}`, ...(reason ? { reason } : {}) };
}

/** What a failure is called by the contract. */
export function codeOf(failure: SourceFailure): 'DATA_SOURCE_TIMEOUT' | 'DATA_SOURCE_UNAVAILABLE' {
  return failure === 'timeout' ? 'DATA_SOURCE_TIMEOUT' : 'DATA_SOURCE_UNAVAILABLE';
}

/** The words of a failure, without the category. */
export function wordsOf({ failure, error }: Failed): string {
  return error.replace(`${codeOf(failure)}: `, '');
}
