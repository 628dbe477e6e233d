import type { Id } from '../ids.js';
import type { Match } from '../matching/decide.js';
import type { Coverage } from '../registries/jurisdiction.js';
import type { RecordDetails, RegisterRecord } from '../registries/record.js';
import type { RecordSources } from '../registries/witness.js';

/** Where and when a record was read. */
export interface Provenance {
  /** A page about the record, or the register's own. */
  url: string;
  retrievedAt: Date;
  /** Of the source that was asked then. */
  coverage: Coverage;
  /** From the bundled sandbox: says nothing about a real business. */
  sandbox: boolean;
}

/** One record of one register, as last retrieved. */
export interface Entity {
  id: Id<'ent'>;
  jurisdiction: string;
  record: RegisterRecord;
  provenance: Provenance;
  /** The deep part, kept when a later quick retrieval refreshes the rest. */
  deep: { details: RecordDetails; retrievedAt: Date } | undefined;
  snapshots: number;
}

/** What a register said, ready to be kept. `details` is there after a deep retrieval only. */
export interface RetrievedRecord {
  jurisdiction: string;
  record: RegisterRecord;
  details: RecordDetails | undefined;
  provenance: Provenance;
  /** What it rests on, where that is kept. */
  evidence?: { id: Id<'evd'>; sources: RecordSources } | undefined;
}

/** An entity and why it is taken for the one that was asked for. */
export interface MatchedEntity {
  entity: Entity;
  match: Match;
}
