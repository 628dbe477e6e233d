import type { Id } from '../ids.js';
import type { Tx } from '../ports.js';
import type { AnswerRecord } from './answer-record.js';
import type { RecordOutcome } from '../answers/record.js';

export interface RecordFilter {
  /** The first moment. */
  from?: Date | undefined;
  /** The first moment that is too late. */
  until?: Date | undefined;
  reference?: string | undefined;
  jurisdiction?: string | undefined;
  outcome?: RecordOutcome | undefined;
  decided?: boolean | undefined;
  entityId?: Id<'ent'> | undefined;
}

export interface RecordsWanted extends RecordFilter {
  /** The `next` of the page before. */
  after?: Id<'rec'> | undefined;
  limit: number;
}

/** A page may have fewer records than its limit, even none, and not be the last. */
export interface RecordList {
  records: AnswerRecord[];
  next: Id<'rec'> | undefined;
}

/** Reads the records of answers. */
export abstract class Records {
  abstract find(accountId: Id<'acc'>, id: Id<'rec'>): Promise<AnswerRecord | undefined>;

  /** The record of any account, also of a deleted one. For administrators. */
  abstract findOfAny(id: Id<'rec'>): Promise<AnswerRecord | undefined>;

  /** Newest first. `undefined` if `after` is none of the account. */
  abstract list(accountId: Id<'acc'>, wanted: RecordsWanted): Promise<RecordList | undefined>;
}

/** Erases from a record what may name a person, the names of businesses too. */
export abstract class RecordErasure {
  /** Idempotent. Returns `false` if there is no such record. */
  abstract erase(tx: Tx, id: Id<'rec'>): Promise<boolean>;
}

/** Keeps records of what had been answered before there were records. */
export abstract class EarlierRecords {
  /**
   * Resumes where the last run stopped; once everything has its record, there is nothing left to
   * do. Answers from before `since` get none: theirs would have been purged.
   */
  abstract keepAll(since: Date, stopping: AbortSignal): Promise<void>;
}
