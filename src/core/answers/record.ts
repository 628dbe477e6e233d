import type { Id } from '../ids.js';
import type { Alternative } from '../matching/decide.js';
import type { Finding, GivenEvidence } from '../matching/evidence/evidence.js';
import type { Coverage } from '../registries/jurisdiction.js';
import type { EntityStatus } from '../registries/record.js';

/** The way in by which an answer was asked for. */
export const WAYS_IN = ['rest', 'tool', 'search', 'batch', 'watch', 'console'] as const;
export type WayIn = (typeof WAYS_IN)[number];

/**
 * The outcome of a question. `not_sure`: a business that a person has to confirm; `absent`: the
 * register was searched to the end; `unreachable`: it did not answer; `failed`: cancelled, or the
 * answer could not be read.
 */
export const RECORD_OUTCOMES = ['found', 'not_sure', 'absent', 'unreachable', 'failed'] as const;
export type RecordOutcome = (typeof RECORD_OUTCOMES)[number];

/** An answer as its record keeps it. */
export interface RecordedAnswer {
  outcome: Extract<RecordOutcome, 'found' | 'not_sure' | 'absent'>;
  /** `undefined` when nothing was found. */
  business?: {
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
