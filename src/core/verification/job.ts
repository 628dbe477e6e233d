import type { KnownRecord, RecordedAnswer } from '../answers/record.js';
import type { Question } from '../entities/fresh-answer.js';
import type { Charge } from '../billing/charge.js';
import type { Found } from '../entities/verified-entity.js';
import type { Id } from '../ids.js';
import type { Coverage, Tier } from '../registries/jurisdiction.js';
import type { SourceFailure } from '../registries/ports.js';
import type { GivenEvidence } from '../matching/evidence/evidence.js';
import type { Hit } from '../entities/ranked-entity.js';

/**
 * pending → processing → completed | failed. An administrator's refund leads from any status to
 * refunded. Otherwise completed, failed and refunded are final (contract, section 3).
 */
export const JOB_STATUSES = ['pending', 'processing', 'completed', 'failed', 'refunded'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export function isUnfinished({ status }: { status: JobStatus }): boolean {
  return status === 'pending' || status === 'processing';
}

/** Pauses before the second and the third of three tries. */
export const RETRY_PAUSES_MS: readonly number[] = [1_000, 4_000];
export const MAX_ATTEMPTS = RETRY_PAUSES_MS.length + 1;
/** A retrieval held back by its register's throttle for this long fails. */
export const MAX_THROTTLED_MS = 3_600_000;

/** The register was searched to the end and has no such name: a result, and billed. */
export interface NoMatch {
  kind: 'no_match';
  jurisdiction: string;
  entityName: string;
  coverage: Coverage;
  /** Date of the mirrored edition, otherwise of the search; older results lack it. */
  asOf?: string;
  closest: string[];
  /**
   * Set when a number was requested: that number, and whether another business has it, named in
   * `closest`.
   */
  byNumber?: { number: string; found: boolean };
}

/** `edition`: of a mirrored register, see `Registries.asOf`. */
export function noMatch(
  { entityName, jurisdiction, recordNumber: number }: Pick<Question, 'entityName' | 'jurisdiction' | 'recordNumber'>,
  { closest, coverage, searchedAt }: { closest: string[]; coverage: Coverage; searchedAt: Date },
  edition: string | undefined,
): NoMatch {
  const asOf = edition ?? searchedAt.toISOString().slice(0, 10);
  const result: NoMatch = { kind: 'no_match', jurisdiction, entityName, coverage, asOf, closest };
  return number === undefined ? result : { ...result, byNumber: { number, found: closest.length > 0 } };
}

/**
 * Details of a failure. Asking again never helps with the first two. `search_incomplete`: the
 * register lists more similar names than can be read; another name helps. `record_withheld`: it has
 * the number, but does not publish its owner. `overloaded`: it was not queried, since demand
 * exceeded its quota.
 */
export type FailureReason = 'search_incomplete' | 'record_withheld' | 'overloaded';

/** The register did not answer, and the credits were refunded. `error` starts with the category. */
export interface Failed {
  kind: 'failed';
  failure: SourceFailure;
  error: string;
  reason?: FailureReason;
  /** The question was cancelled, or ended by an error of this service. */
  isOurs?: true;
  /**
   * Seconds from the failure until the register may be queried again, according to it or our
   * throttle.
   */
  retryAfterSeconds?: number;
}

/** One jurisdiction's share of a search, best first. An empty one is a result too, and billed. */
export interface Hits {
  kind: 'hits';
  /** Set where it was known and has no job. */
  recordId?: Id<'rec'> | undefined;
  jurisdiction: string;
  hits: Hit[];
  /** The entities searched, and the date of the data (`YYYY-MM-DD`); older results lack it. */
  scope?: { asOf: string; coverage: Coverage };
}

export type JobResult = Found | NoMatch | Hits | Failed;

export interface Job {
  id: Id<'job'>;
  accountId: Id<'acc'>;
  entityName: string;
  jurisdiction: string;
  tier: Tier;
  evidence?: GivenEvidence | undefined;
  /** The caller's own. */
  reference?: string | undefined;
  /** The initial charge. */
  amountCredits: number;
  status: JobStatus;
  /** Only a reading of the register that began later answers the job. */
  readAfter?: Date | undefined;
  /** Set once the job has completed or failed. */
  result: JobResult | undefined;
}

export function failed(failure: SourceFailure, words: string, reason?: FailureReason): Failed {
  return { kind: 'failed', failure, error: `${codeOf(failure)}: ${words}`, ...(reason ? { reason } : {}) };
}

/** A question that was cancelled, or ended by an error of this service. */
export function endedByUs(words: string): Failed {
  return { ...failed('unavailable', words), isOurs: true };
}

export function codeOf(failure: SourceFailure): 'DATA_SOURCE_TIMEOUT' | 'DATA_SOURCE_UNAVAILABLE' {
  return failure === 'timeout' ? 'DATA_SOURCE_TIMEOUT' : 'DATA_SOURCE_UNAVAILABLE';
}

/** Returns the message of a failure without its category. */
export function wordsOf({ error }: Pick<Failed, 'error'>): string {
  return error.replace(/^DATA_SOURCE_(?:TIMEOUT|UNAVAILABLE): /, '');
}

/** For the record of an answer. `searchedAt`: of the search that found nothing. */
export function recordedAnswer(result: Found | NoMatch, searchedAt: Date | undefined): RecordedAnswer {
  if (result.kind === 'no_match') {
    const { coverage, asOf, closest } = result;
    return { outcome: 'absent', search: { coverage, asOf, closest }, readAt: searchedAt };
  }
  const { data } = result;
  const { match } = data;
  return {
    outcome: match.review ? 'not_sure' : 'found',
    business: {
      officialName: data.entityName,
      recordNumber: data.jurisdictionId,
      status: data.status,
      goodStanding: data.goodStanding,
      confidence: match.confidence,
      reasons: match.evidence,
      alternatives: match.alternatives,
    },
    readAt: data.source.retrievedAt,
  };
}

/**
 * Its charge says all that there is to record: nothing was given, weighed, or in doubt, and a
 * program or a watch asked, for the record of a person names that person.
 */
export function isPlain(
  { askedNumber, evidence, evidenceId, answer }: KnownRecord,
  { keyId, grantId, watchId }: Pick<Charge, 'keyId' | 'grantId' | 'watchId'>,
): boolean {
  if (askedNumber ?? evidence ?? evidenceId) return false;
  if ((keyId ?? grantId ?? watchId) === undefined) return false;
  return answer?.outcome === 'found' && !answer.business?.reasons && answer.business?.alternatives.length === 0;
}
