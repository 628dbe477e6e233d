import type { Provenance } from '../entities/entity.js';
import type { NameSearch } from '../entities/ports.js';
import type { HeardAnswer } from '../evidence/ports.js';
import type { Decision, Match } from '../matching/decide.js';
import type { GivenEvidence } from '../matching/evidence/evidence.js';
import type { Coverage, Tier } from '../registries/jurisdiction.js';
import type { RecordDetails, RegisterRecord, MovedRecord } from '../registries/record.js';
import type { RegisterWords } from '../registries/register-words.js';
import type { RecordSources } from '../registries/witness.js';
import type { RetrievalKind } from './retrieval-claim.js';

export interface Asked {
  jurisdiction: string;
  tier: Tier;
  /** Time of the claim, by the database's clock; the register's data counts as read then. */
  claimedAt: Date;
}

/** A question for the record a name means or, for a search, the records near it. */
export interface NameQuestion extends Asked {
  kind: RetrievalKind;
  entityName: string;
  /** In the form of `readRecordNumber`; name and number have to agree. */
  recordNumber: string | undefined;
  /** Deep only: the records it points to are read as well. */
  givenEvidence?: readonly GivenEvidence[];
}

/** A question for the current state of a known record. */
export interface RecordQuestion extends Asked {
  kind: 'record';
  recordId: string;
  /** By the sandbox clock, or the real one. */
  at: Date;
}

/** The question to a register, independent of the account. */
export type RegistryQuestion = NameQuestion | RecordQuestion;

export type NameAnswer = Heard & NameAnswerKind;
type NameAnswerKind =
  | ({
      kind: 'found';
      match: Match;
      search: NameSearch;
      /** Other near records of an uncertain match; read deep only where evidence points to one. */
      rivals: ReadRecord[];
    } & ReadRecord)
  | { kind: 'no_match'; closest: string[]; coverage: Coverage; search: NameSearch }
  | {
      kind: 'ranked';
      records: { record: RegisterRecord; provenance: Provenance; sources?: RecordSources | undefined }[];
      /** The word frequencies used for ranking. */
      words: RegisterWords | undefined;
      decision: Decision;
      coverage: Coverage;
      /** `YYYY-MM-DD`: see `Registries.asOf`; otherwise the date of the search. */
      asOf: string;
      search: NameSearch;
    };

/**
 * A register's answer about one record. `parserVersion`: see `Registries.parserVersion`. `moved`: the
 * record is absent because its seat is elsewhere.
 */
export type RecordAnswer = Heard & { coverage: Coverage; parserVersion: number } & (
    ({ kind: 'read' } & ReadRecord) | { kind: 'absent'; moved?: MovedRecord }
  );

/** Everything the register sent; left out where it is not kept. */
interface Heard {
  heard?: HeardAnswer | undefined;
}

export interface ReadRecord {
  /** Locations of its fields in `heard`. */
  sources?: RecordSources | undefined;
  record: RegisterRecord;
  details: RecordDetails | undefined;
  provenance: Provenance;
}
