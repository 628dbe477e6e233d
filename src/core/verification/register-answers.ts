import type { Provenance } from '../entities/entity.js';
import type { NameSearch } from '../entities/ports.js';
import type { HeardAnswer } from '../evidence/ports.js';
import type { Decision, Match } from '../matching/decide.js';
import type { GivenEvidence } from '../matching/evidence/evidence.js';
import type { Coverage, Tier } from '../registries/jurisdiction.js';
import type { RecordDetails, RegisterRecord } from '../registries/record.js';
import type { RegisterWords } from '../registries/register-words.js';
import type { RecordSources } from '../registries/witness.js';
import type { RetrievalKind } from './retrieval-claim.js';

export interface Asked {
  jurisdiction: string;
  tier: Tier;
  /**
   * When it was claimed, by the database's clock: what the register says now counts as read then.
   */
  claimedAt: Date;
}

/** Which record a name means, or for a search which come near it. */
export interface NameQuestion extends Asked {
  kind: RetrievalKind;
  entityName: string;
  /** In the form that `readRecordNumber` gives: name and number have to agree. */
  recordNumber: string | undefined;
  /** Of a deep question: records that these name are read too. */
  givenEvidence?: readonly GivenEvidence[];
}

/** What has become of a record that is known. */
export interface RecordQuestion extends Asked {
  kind: 'record';
  recordId: string;
  /** By the clock of the world. */
  at: Date;
}

/** The question to a register, independent of the account. */
export type RegistryQuestion = NameQuestion | RecordQuestion;

/** What a register said about a name. */
export type NameAnswer = Heard & NameAnswerKind;
type NameAnswerKind =
  | ({
      kind: 'found';
      match: Match;
      search: NameSearch;
      /**
       * Others that came near, where the match is not certain; read deep only where evidence names
       * one.
       */
      rivals: ReadRecord[];
    } & ReadRecord)
  | { kind: 'no_match'; closest: string[]; coverage: Coverage; search: NameSearch }
  | {
      kind: 'ranked';
      records: { record: RegisterRecord; provenance: Provenance; sources?: RecordSources | undefined }[];
      /** By which they were ranked. */
      words: RegisterWords | undefined;
      /** Which of them the name means. */
      decision: Decision;
      coverage: Coverage;
      /** `YYYY-MM-DD`: see `Registries.asOf`; else the day of the search. */
      asOf: string;
      search: NameSearch;
    };

/** What a register said of one record. `parserVersion`: see `Registries.parserVersion`. */
export type RecordAnswer = Heard & { coverage: Coverage; parserVersion: number } & (
    ({ kind: 'read' } & ReadRecord) | { kind: 'absent' }
  );

/** Everything that the register sent; left out where that is not kept. */
interface Heard {
  heard?: HeardAnswer | undefined;
}

export interface ReadRecord {
  /** Where its fields stand in what was heard. */
  sources?: RecordSources | undefined;
  record: RegisterRecord;
  details: RecordDetails | undefined;
  provenance: Provenance;
}
