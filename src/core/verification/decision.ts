import type { Holder } from '../accounts/caller-limits.js';
import type { Id } from '../ids.js';
import type { Tx } from '../ports.js';
import type { RecordMeant } from './match-review.js';
import { EventBodies, type DueDelivery } from '../webhooks/ports.js';
import type { RecordOutcome } from '../answers/record.js';

/** A person's decision about an unsure answer. A later one supersedes it; none is changed. */
export interface RecordDecision extends RecordMeant {
  /** Counted from 1 within the record. */
  number: number;
}

/** A choice for an answer; `null`: none of the candidates, `undefined`: of what has no id. */
export type Choice = { entityId: Id<'ent'> | null | undefined } | { recordNumber: string | null };

/** An answer that a person decides, with who asked for it. */
export interface DecidableRecord extends Holder {
  id: Id<'rec'>;
  jobId: Id<'job'> | undefined;
  row: { batchId: Id<'bat'>; line: number } | undefined;
  /** As asked. */
  entityName: string;
  jurisdiction: string;
  reference: string | undefined;
  outcome: RecordOutcome;
  isErased: boolean;
  /** The record numbers of the candidates, the matched one first. */
  offered: readonly string[];
  /** In order; the last one holds. */
  decisions: readonly RecordDecision[];
}

export interface NewDecision extends Holder {
  recordNumber: string | null;
  entityId: Id<'ent'> | undefined;
  note: string | undefined;
  decidedBy: string | undefined;
}

/** A decision as it is reported to the endpoint of its verification or file, and in the feed. */
export interface VerificationDecided {
  record: Pick<DecidableRecord, 'id' | 'jobId' | 'row' | 'entityName' | 'jurisdiction' | 'reference'>;
  decision: RecordDecision;
}

/** Of `verification.decided`. */
export abstract class DecidedEventBodies extends EventBodies<VerificationDecided> {}

/** Decisions of an account about its records. */
export abstract class Decisions {
  /** The decision that holds, of those of the records that have one. */
  abstract newest(accountId: Id<'acc'>, ids: readonly Id<'rec'>[]): Promise<ReadonlyMap<Id<'rec'>, RecordMeant>>;

  /**
   * Locks a record, so that of two decisions about it one comes after the other; `undefined` if the
   * account has no such record.
   */
  abstract lock(tx: Tx, accountId: Id<'acc'>, id: Id<'rec'>): Promise<DecidableRecord | undefined>;

  /**
   * Locks the records of the rows of a file that ask the same as this one, itself included, in the
   * order of the file.
   */
  abstract lockEqual(
    tx: Tx,
    accountId: Id<'acc'>,
    row: { batchId: Id<'bat'>; line: number },
  ): Promise<DecidableRecord[]>;

  /**
   * Returns the candidate that this business is, or the business of this candidate, as far as it is
   * known.
   */
  abstract resolve(
    tx: Tx,
    id: Id<'rec'>,
    choice: { entityId: Id<'ent'> } | { recordNumber: string },
  ): Promise<{ recordNumber: string; entityId: Id<'ent'> | undefined } | undefined>;

  /**
   * Adds a decision to each of the locked records, with its event. Returns the deliveries that can
   * be queued after the commit. The database refuses what a record did not offer.
   */
  abstract add(
    tx: Tx,
    accountId: Id<'acc'>,
    records: readonly DecidableRecord[],
    decision: NewDecision,
  ): Promise<DueDelivery[]>;

  /**
   * Makes sure that there is a record of a job or a row that the version before answered; later
   * ones have theirs already.
   */
  abstract ensure(of: { jobId: Id<'job'> } | { batchId: Id<'bat'>; line: number }): Promise<void>;
}
