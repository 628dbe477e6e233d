import type { Found } from '../entities/verified-entity.js';
import type { Id } from '../ids.js';
import type { Alternative } from '../matching/decide.js';
import type { Finding, GivenEvidence } from '../matching/evidence/evidence.js';
import type { Coverage } from '../registries/jurisdiction.js';
import type { EntityStatus } from '../registries/record.js';
import type { NoMatch } from '../verification/job.js';
import type { RecordOutcome } from './record.js';

/** An answer as its record keeps it. */
export interface RecordedAnswer {
  outcome: Extract<RecordOutcome, 'found' | 'not_sure' | 'absent'>;
  /** `undefined` when nothing was found. */
  business?: {
    entityId: Id<'ent'>;
    officialName: string;
    recordNumber: string;
    status: EntityStatus;
    goodStanding: boolean | null;
    /** Integer, 0 to 100. */
    confidence: number;
    /** For and against it; only if it is not certain, or evidence was weighed. */
    reasons: readonly Finding[] | undefined;
    alternatives: readonly Alternative[];
  };
  /** Set when nothing was found. */
  search?: { coverage: Coverage; asOf: string | undefined; closest: readonly string[] };
  /** When the register was read. */
  readAt: Date | undefined;
}

/** A record of what was known already: it is kept with the charge. */
export interface KnownRecord {
  id: Id<'rec'>;
  /** The record number that was asked for. */
  askedNumber?: string | undefined;
  evidence: GivenEvidence | undefined;
  /** `undefined` for a share of a search, which says itself what it found. */
  answer?: RecordedAnswer;
  evidenceId?: Id<'evd'> | undefined;
}

/** `searchedAt`: of the search that found nothing. */
export function recordedAnswer(result: Found | NoMatch, searchedAt: Date | undefined): RecordedAnswer {
  if (result.kind === 'no_match') {
    const { coverage, asOf, closest } = result;
    return { outcome: 'absent', search: { coverage, asOf, closest }, readAt: searchedAt };
  }
  const { entityId, data } = result;
  const { match } = data;
  return {
    outcome: match.review ? 'not_sure' : 'found',
    business: {
      entityId,
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
