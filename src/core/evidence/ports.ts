import type { Id } from '../ids.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Registry } from '../registries/ports.js';
import type { RecordDetails, RegisterRecord } from '../registries/record.js';
import type { RecordSources, WitnessedExchange } from '../registries/witness.js';

/** What a register was asked, independent of who asked. */
export interface AskedQuestion {
  kind: 'verification' | 'search' | 'record';
  tier: Tier;
  entityName?: string | undefined;
  recordNumber?: string | undefined;
}

/** Everything that a register sent in answer to one question. */
export interface HeardAnswer {
  jurisdiction: string;
  /** From the bundled sandbox: says nothing about a real business. */
  sandbox: boolean;
  /** See `Registry.parserVersion`. */
  parserVersion: number;
  question: AskedQuestion;
  /** As old as the snapshots that rest on it. */
  retrievedAt: Date;
  /** Of a mirrored register: the digest of the files that answered, where it is known. */
  edition: string | undefined;
  exchanges: readonly WitnessedExchange[];
}

/** An exchange as it is kept: the body by its digest, so that equal ones are stored once. */
export interface KeptExchange extends Omit<WitnessedExchange, 'body'> {
  /** SHA-256, in hexadecimal. */
  digest: string;
  /** How long the body is. */
  bytes: number;
  /** `undefined`: it was too large to be kept, or erased. */
  body: Buffer | undefined;
  /** Because it named a person. */
  erased: boolean;
}

/** What was read of a record in an answer, and where it stood. */
export interface ReadRecord {
  entityId: Id<'ent'>;
  snapshotId: Id<'snp'>;
  sources: RecordSources;
  record: RegisterRecord;
  details: RecordDetails | undefined;
}

export interface Evidence extends Omit<HeardAnswer, 'exchanges'> {
  id: Id<'evd'>;
  exchanges: KeptExchange[];
  /** Of a search, all records that came near. */
  records: ReadRecord[];
}

/** Keeps what registers send. Bodies over 8 MB are kept as digest and size. */
export abstract class EvidenceStore {
  /**
   * Keeps an answer before anything rests on it. What neither a snapshot nor a retrieval has taken
   * up within the hour is forgotten again.
   */
  abstract keep(heard: HeardAnswer): Promise<Id<'evd'>>;
}

/**
 * Erases whatever else a register sent that names a record whose personal data were erased, some
 * bodies at a time. What was cut off, also by a crash, goes on where it was. Safe to repeat and to
 * race.
 */
export abstract class EvidenceErasure {
  /** Of one entity. */
  abstract finish(id: Id<'ent'>): Promise<void>;

  /** Of all that were cut off. */
  abstract finishAll(stopping: AbortSignal): Promise<void>;
}

/** Reads what is kept. Nobody is asked whether they may: see `ReadEvidence`. */
export abstract class EvidenceReader {
  abstract find(id: Id<'evd'>): Promise<Evidence | undefined>;

  /** The newest of an entity; for the quick tier, the newest that was read for that. */
  abstract newestOf(entityId: Id<'ent'>, tier: Tier): Promise<Id<'evd'> | undefined>;

  abstract ofSnapshot(id: Id<'snp'>): Promise<{ evidenceId: Id<'evd'>; entityId: Id<'ent'> } | undefined>;

  /** Of a completed job of this account, which it was charged for. */
  abstract ofJob(accountId: Id<'acc'>, jobId: Id<'job'>): Promise<AnswerEvidence | undefined>;

  /** Of an answered row of a batch of this account. */
  abstract ofRow(accountId: Id<'acc'>, row: { batchId: Id<'bat'>; line: number }): Promise<AnswerEvidence | undefined>;

  /** The deepest tier at which the account was charged for what rests on this evidence. */
  abstract chargedTier(accountId: Id<'acc'>, id: Id<'evd'>): Promise<Tier | undefined>;

  /** The deepest tier at which the account was charged for this entity. */
  abstract chargedTierOf(accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<Tier | undefined>;
}

export interface AnswerEvidence {
  tier: Tier;
  /** `undefined`: nothing is kept of it, or not any more. */
  evidenceId: Id<'evd'> | undefined;
  /** The one that it found. */
  entityId: Id<'ent'> | undefined;
}

/** Writes evidence as a file that other people's tools read. */
export abstract class EvidenceFiles {
  /** WARC 1.1, each record packed by itself, and `facts` beside what the register sent. */
  abstract warc(exchanges: readonly KeptExchange[], facts: EvidenceFacts): AsyncIterable<Uint8Array>;
}

/** What is said of the exchanges of a file, as JSON. */
export interface EvidenceFacts {
  evidence_id: string;
  [fact: string]: unknown;
}

/** An exchange as far as an adapter reads it. */
export interface KeptAnswer {
  method: WitnessedExchange['method'];
  url: string;
  /** What was sent with a POST. */
  sent: string | undefined;
  status: number;
  /** `undefined`: it is not kept. */
  body: Buffer | undefined;
}

/** A register that says once more what it said then. */
export interface KeptSource {
  jurisdiction: string;
  /** By which it was read. */
  parserVersion: number;
  /** When it was asked. */
  retrievedAt: Date;
  exchanges: readonly KeptAnswer[];
}

/** Today's adapters over what was kept. Nobody is asked anything. */
export abstract class KeptRegisters {
  /** The adapters that may read it, the likeliest first; none for a register that has none. */
  abstract readersOf(source: KeptSource): Registry[];
}
