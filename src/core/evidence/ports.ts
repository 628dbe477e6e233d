import type { Id } from '../ids.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Registry } from '../registries/ports.js';
import type { RecordDetails, RegisterRecord } from '../registries/record.js';
import type { RecordSources, WitnessedExchange } from '../registries/witness.js';

/** The question to a register, independent of the account that asked it. */
export interface AskedQuestion {
  kind: 'verification' | 'search' | 'record';
  tier: Tier;
  entityName?: string | undefined;
  recordNumber?: string | undefined;
}

/** All responses of a register to one question. */
export interface HeardAnswer {
  jurisdiction: string;
  /** The bundled sandbox answered, so this says nothing about a real business. */
  sandbox: boolean;
  /** See `Registry.parserVersion`. */
  parserVersion: number;
  question: AskedQuestion;
  /** Same time as the snapshots based on it. */
  retrievedAt: Date;
  /** For a mirrored register: digest of the files that answered, if known. */
  edition: string | undefined;
  exchanges: readonly WitnessedExchange[];
}

/** A stored exchange. Its body is stored by digest, so that equal bodies are stored once. */
export interface KeptExchange extends Omit<WitnessedExchange, 'body'> {
  /** SHA-256, hexadecimal. */
  digest: string;
  bytes: number;
  /** `undefined` if it was too large to keep, held a person's record, or is erased. */
  body: Buffer | undefined;
  /** The body was erased because it named a person. */
  erased: boolean;
}

/** A record read from a response, and the places of its fields. */
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
  /** For a search, all near matches. */
  records: ReadRecord[];
}

/**
 * Stores register responses. Bodies over 8 MB, and those with a person's record, are reduced to
 * digest and size.
 */
export abstract class EvidenceStore {
  /**
   * Stores an answer before anything refers to it. Deleted after an hour unless a snapshot or
   * retrieval refers to it.
   */
  abstract keep(heard: HeardAnswer): Promise<Id<'evd'>>;
}

/**
 * Erases all other stored responses that name a record whose personal data were erased, a few
 * bodies at a time. Resumes after an interruption or crash. Idempotent and safe to run
 * concurrently.
 */
export abstract class EvidenceErasure {
  abstract finish(id: Id<'ent'>): Promise<void>;

  /** Resumes all interrupted erasures. */
  abstract finishAll(stopping: AbortSignal): Promise<void>;
}

/** Reads stored evidence without checking access: see `ReadEvidence`. */
export abstract class EvidenceReader {
  abstract find(id: Id<'evd'>): Promise<Evidence | undefined>;

  /**
   * The newest evidence of an entity that the account was charged for, or that has an exchange
   * which read this one record by its number; for the quick tier, with exchanges of that tier.
   */
  abstract newestOf(accountId: Id<'acc'>, entityId: Id<'ent'>, tier: Tier): Promise<Id<'evd'> | undefined>;

  abstract ofSnapshot(id: Id<'snp'>): Promise<{ evidenceId: Id<'evd'>; entityId: Id<'ent'> } | undefined>;

  /** Evidence of a completed job that this account was charged for. */
  abstract ofJob(accountId: Id<'acc'>, jobId: Id<'job'>): Promise<AnswerEvidence | undefined>;

  /** Evidence of an answered batch row of this account. */
  abstract ofRow(accountId: Id<'acc'>, row: { batchId: Id<'bat'>; line: number }): Promise<AnswerEvidence | undefined>;

  /** Evidence of what a record of this account rests on. */
  abstract ofRecord(accountId: Id<'acc'>, id: Id<'rec'>): Promise<AnswerEvidence | undefined>;

  /**
   * The account's own question that this evidence was retrieved for, at the deepest tier it was
   * charged for; `undefined` for a retrieval of others.
   */
  abstract ownQuestion(accountId: Id<'acc'>, id: Id<'evd'>): Promise<OwnQuestion | undefined>;

  /** The deepest tier the account was charged for on this entity. */
  abstract chargedTierOf(accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<Tier | undefined>;
}

export interface OwnQuestion {
  tier: Tier;
  /** As the account wrote it: others may have spelled the same name otherwise. */
  entityName: string;
}

export interface AnswerEvidence {
  tier: Tier;
  /** `undefined` if no evidence is kept. */
  evidenceId: Id<'evd'> | undefined;
  entityId: Id<'ent'> | undefined;
}

/** Writes evidence to a file that standard tools can read. */
export abstract class EvidenceFiles {
  /** WARC 1.1, each record compressed separately, with `facts` next to the register's responses. */
  abstract warc(exchanges: readonly KeptExchange[], facts: EvidenceFacts): AsyncIterable<Uint8Array>;
}

export interface EvidenceFacts {
  evidence_id: string;
  [fact: string]: unknown;
}

export interface KeptAnswer {
  method: WitnessedExchange['method'];
  url: string;
  /** Body of a POST. */
  sent: string | undefined;
  status: number;
  /** `undefined` if it is not kept. */
  body: Buffer | undefined;
}

/** Stored exchanges of a register, to be read again. */
export interface KeptSource {
  jurisdiction: string;
  /** The version that read them originally. */
  parserVersion: number;
  /** The time of the original request. */
  retrievedAt: Date;
  exchanges: readonly KeptAnswer[];
}

/** Applies the current adapters to stored responses. Makes no requests. */
export abstract class KeptRegisters {
  /**
   * Returns the adapters that may read the source, most likely first; empty if its register has
   * none.
   */
  abstract readersOf(source: KeptSource): Registry[];
}
