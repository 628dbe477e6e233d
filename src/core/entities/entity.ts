import type { Id } from '../ids.js';
import type { Match } from '../matching/decide.js';
import type { Coverage } from '../registries/jurisdiction.js';
import type { RecordDetails, RegisterRecord } from '../registries/record.js';
import type { RecordSources } from '../registries/witness.js';

export interface Provenance {
  /** Page of the record, or of the register. */
  url: string;
  retrievedAt: Date;
  /** Coverage of the source at that time. */
  coverage: Coverage;
  /** From the bundled sandbox, so it says nothing about a real business. */
  sandbox: boolean;
  /** Of the parser that read it; `undefined` if it was stored by version 0.2.0. */
  parserVersion?: number | undefined;
}

/** One record of one register, as last retrieved. */
export interface Entity {
  id: Id<'ent'>;
  jurisdiction: string;
  record: RegisterRecord;
  provenance: Provenance;
  /** The deep tier, kept when a later quick retrieval updates the rest. */
  deep: { details: RecordDetails; retrievedAt: Date; parserVersion?: number | undefined } | undefined;
  snapshots: number;
}

/** A register's answer, ready to be stored. `details` is set only after a deep retrieval. */
export interface RetrievedRecord {
  jurisdiction: string;
  record: RegisterRecord;
  details: RecordDetails | undefined;
  provenance: Provenance;
  /** Its evidence, where that is kept. */
  evidence?: { id: Id<'evd'>; sources: RecordSources } | undefined;
}

export interface MatchedEntity {
  entity: Entity;
  match: Match;
}
