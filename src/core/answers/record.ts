import { fromUuid, toUuid, type Id } from '../ids.js';
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

const ROW_BITS = 8;
const ROW_MODULUS = 16 ** ROW_BITS;

/** A job has one record, with its own id. */
export function recordOfJob(id: Id<'job'>): Id<'rec'> {
  return fromUuid('rec', toUuid(id));
}

/** The record of a row: the id of its batch, the last 32 bits moved on by the line. */
export function recordOfRow({ batchId, line }: { batchId: Id<'bat'>; line: number }): Id<'rec'> {
  const uuid = toUuid(batchId);
  const last = (Number.parseInt(uuid.slice(-ROW_BITS), 16) + line) % ROW_MODULUS;
  return fromUuid('rec', uuid.slice(0, -ROW_BITS) + last.toString(16).padStart(ROW_BITS, '0'));
}

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

/** Its charge says all that there is to record: nothing was given, weighed, or in doubt. */
export function isPlain({ askedNumber, evidence, evidenceId, answer }: KnownRecord): boolean {
  if (askedNumber ?? evidence ?? evidenceId) return false;
  return answer?.outcome === 'found' && !answer.business?.reasons && answer.business?.alternatives.length === 0;
}
